/** Tests validate, explain and the problems of a configuration on the command line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const valid = 'version: 1\norganization: acme\nteams: { docs: { title: Docs } }\n';
const broken =
  'version: 1\norganization: acme\nteams:\n  docs: { titel: Docs }\n  support: null\nsaml:\n  okta: { label: Okta, defaultTeam: dcos }\n';

test('validate accepts a valid configuration', async () => {
  const directory = directoryWith({ 'docform.yaml': valid });
  expect(await run(['validate'], { directory })).toMatchObject({
    exit: 0,
    stdout: 'docform.yaml is valid: organization acme, 1 resource.\n',
    stderr: '',
  });
  expect(JSON.parse((await run(['validate', '--json'], { directory })).stdout)).toMatchObject({
    kind: 'problems',
    valid: true,
    problems: [],
  });
});

test('validate reports all problems with position, caret, code and hint, and exits with 3', async () => {
  const directory = directoryWith({ 'docform.yaml': broken });
  const { exit, stdout, stderr } = await run(['validate'], { directory });
  expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
  expect(stderr).toContain('--> docform.yaml:4:11');
  expect(stderr).toMatch(/did you mean "?title/);
  expect(stderr).toContain('docform.yaml:5:');
  expect(stderr).toContain('docform.yaml:7:');
  expect(stderr).toContain('^^^^');
});

test('validate warns of a rule of policy.allow that has ended, and accepts the configuration', async () => {
  const rule = (until: string) => `    - { address: teams/docs, until: ${until}, reason: Renamed on purpose }\n`;
  const directory = directoryWith({
    'docform.yaml': `${valid}policy:\n  allow:\n${rule('9999-12-31')}${rule('2020-02-29')}`,
  });
  expect(await run(['validate'], { directory })).toMatchObject({
    exit: 0,
    stderr:
      'warning: docform.yaml:7:7: this rule of `policy.allow` ended on 2020-02-29 and allows nothing: remove it\n',
  });
});

test('the configuration in the README is valid', async () => {
  const shown = /```yaml\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
  const directory = directoryWith({ 'docform.yaml': shown });
  expect(await run(['validate'], { directory })).toMatchObject({
    exit: 0,
    stdout: 'docform.yaml is valid: organization acme, 14 resources.\n',
    stderr: '',
  });
});

test('a suggestion and a list of choices are printed together', async () => {
  const directory = directoryWith({
    'docform.yaml': 'version: 1\norganization: acme\nsites: { docs: { visibility: publik } }\n',
  });
  expect((await run(['validate'], { directory })).stderr).toContain(
    'did you mean "public"? possible values: public, unlisted',
  );
});

test('plan and apply send no request if there are problems', async () => {
  const directory = directoryWith({ 'docform.yaml': broken });
  for (const command of [['plan'], ['apply', '--yes']]) {
    const { exit, stdout, stderr } = await run([...command, '--api-url', 'local:p.db'], { directory });
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).not.toContain('Reading organization');
  }
  expect(readdirSync(directory)).toEqual(['docform.yaml']);
});

test('with --json the problems are the result', async () => {
  const directory = directoryWith({ 'docform.yaml': broken });
  const { exit, stdout, stderr } = await run(['plan', '--json', '--api-url', 'local'], { directory });
  expect({ exit, stderr }).toEqual({ exit: 3, stderr: '' });
  const document = JSON.parse(stdout) as { readonly problems: readonly { readonly code: string }[] };
  expect(document).toMatchObject({ schemaVersion: 1, kind: 'problems', valid: false });
  expect(document.problems.length).toBeGreaterThanOrEqual(3);
});

test('a missing configuration and a missing file are reported', async () => {
  const directory = directoryWith({ '.git': '' });
  expect(await run(['validate'], { directory })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('error[E-NO-CONFIGURATION]'),
  });
  expect(await run(['validate', '-c', 'none.yaml'], { directory })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('none.yaml'),
  });
});

test('a variable given as a flag overrides the environment variable', async () => {
  const directory = directoryWith({
    'docform.yaml': `version: 1\norganization: "\${vars.org}"\nvars: { org: from-file }\n`,
  });
  const organization = async (argv: readonly string[], environment: { readonly [name: string]: string } = {}) =>
    /organization (\S+),/.exec((await run(['validate', ...argv], { directory, environment })).stdout)?.[1];
  expect(await organization([])).toBe('from-file');
  expect(await organization([], { DOCFORM_VAR_ORG: 'from-environment' })).toBe('from-environment');
  expect(await organization(['--var', 'org=from-flag'], { DOCFORM_VAR_ORG: 'from-environment' })).toBe('from-flag');
});

test('explain suggests the code for a misspelled code', async () => {
  expect((await run(['explain', 'E-REF-UNKNWON'])).stderr).toContain('did you mean E-REF-UNKNOWN?');
  expect((await run(['explain', 'E-NOPE'])).stderr).not.toContain('did you mean');
  expect((await run(['explain', 'b-protect'])).stderr).toContain('did you mean B-PROTECTED?');
  expect((await run(['explain', 'E-'])).stderr).toContain('give a code from a message');
});

test('explain accepts a code in upper or lower case, and suggests a code for an unknown one', async () => {
  const { exit, stdout } = await run(['explain', 'b-protected']);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^B-PROTECTED\n(?: {2}.+\n)+ {2}help: .+\n/);
  expect(await run(['explain', 'E-PROTECTED'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('did you mean B-PROTECTED?'),
  });
  expect(JSON.parse((await run(['explain', 'E-USAGE', '--json'])).stdout)).toMatchObject({
    kind: 'explanation',
    code: 'E-USAGE',
  });
});

test('explain prints every code in at most five lines of 100 characters', async () => {
  const root = new URL('../../src', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const codes = new Set(
    files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/(?<=')[BE]-[A-Z]+(?:-[A-Z]+)*(?=')/g) ?? []),
  );
  expect(codes.size).toBeGreaterThan(40);
  for (const code of codes) {
    const { exit, stdout } = await run(['explain', code]);
    expect(exit, code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length, stdout).toBeLessThanOrEqual(5);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
  }
});

test('schema prints a JSON Schema', async () => {
  const { exit, stdout } = await run(['explain', '--schema']);
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { teams: {}, sites: {} },
  });
});
