/** Tests that directories and files on the command line must exist, so that a typo does not select another configuration. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const configuration = 'version: 1\norganization: acme\nteams: { docs: { title: Docs } }\n';
const environment = { DOCFORM_API_URL: 'local' };

const repository = () =>
  directoryWith({
    '.git/HEAD': '',
    'docform.yaml': configuration,
    'staging/docform.yaml': configuration,
    'staging/rules/x.yaml': 'message: m\nmust: {}\n',
    'docs/README.md': '',
    'plan.json': '{}',
    token: 't',
  });

/** All commands that read a configuration or write next to one. */
const commands = [
  ['validate'],
  ['plan'],
  ['plan', '--offline'],
  ['apply', '--yes'],
  ['drift'],
  ['drift', '--write', '--yes'],
  ['import', '--yes'],
  ['init'],
  ['get'],
  ['get', '--offline'],
  ['access'],
  ['plan', '--format', 'csv'],
  ['forget', 'teams/docs', '--yes'],
  ['mv', 'teams/docs', 'teams/other'],
  ['fmt'],
  ['undo'],
  ['ledger', 'history'],
  ['doctor'],
  ['ci', 'github'],
  ['api', 'GET', '/v1/user'],
  ['lsp'],
];

test.each(commands.map((words) => [words]))(
  '%j: a missing directory is a usage error, and no other configuration is used',
  async (words) => {
    const directory = repository();
    for (const flag of ['-C', '--chdir'])
      expect(await run([...words, flag, 'stagin'], { directory, environment })).toMatchObject({
        exit: 3,
        stdout: '',
        stderr: expect.stringMatching(/error\[E-USAGE\]: no such directory: stagin\n +. help: did you mean staging\?/),
      });
    expect(readFileSync(join(directory, 'docform.yaml'), 'utf8')).toBe(configuration);
  },
);

test('a file is not accepted as a directory, and an empty name is rejected', async () => {
  const directory = repository();
  const refused = async (argv: readonly string[], text: string) =>
    expect(await run([...argv, 'apply', '--yes'], { directory, environment })).toMatchObject({
      exit: 3,
      stdout: '',
      stderr: expect.stringContaining(text),
    });
  await refused(['-C', 'docform.yaml'], 'docform.yaml is not a directory');
  await refused(['-C', 'docform.yaml/x'], 'no such directory: docform.yaml/x');
  await refused(['-C', ''], '--chdir is empty');
  await refused(['-c', ''], '--config is empty');
  await refused(['--env', ''], '--env is empty');
  await refused(['--policy', ''], '--policy is empty');
  await refused(['--token-file', ''], '--token-file is empty');
});

test('with -C the configuration of a parent directory is not used, and without -C it is used', async () => {
  const directory = repository();
  const above = await run(['apply', '--yes', '-C', 'docs'], { directory, environment });
  expect(above).toMatchObject({ exit: 3, stdout: '', stderr: expect.stringContaining('no docform.yaml in docs\n') });
  expect(above.stderr).toContain(`to use ${join(directory, 'docform.yaml')}, pass it with -c or omit -C`);
  expect((await run(['validate', '-C', 'staging'], { directory })).stdout).toMatch(/^docform\.yaml is valid/);
  expect((await run(['validate'], { directory: join(directory, 'docs') })).stdout).toMatch(
    /^\.\.\/docform\.yaml is valid/,
  );
  const own = await run(['init', '-C', 'docs', '--organization', 'acme'], { directory });
  expect(own).toMatchObject({ exit: 0 });
  expect(readFileSync(join(directory, 'docs/docform.yaml'), 'utf8')).toContain('organization: acme');
});

test.each([
  [['validate', '-c', 'docfrm.yaml'], 'E-NO-CONFIGURATION', 'did you mean docform.yaml?'],
  [['validate', '-c', 'stagin/docform.yaml'], 'E-NO-CONFIGURATION', 'did you mean staging/docform.yaml?'],
  [['validate', '-c', 'docform.yaml/docform.yaml'], 'E-NO-CONFIGURATION', 'check the path'],
  [['validate', '-c', 'staging'], 'E-NO-CONFIGURATION', 'the directory with -C staging'],
  [['fmt', '-c', 'docfrm.yaml'], 'E-NO-CONFIGURATION', 'did you mean docform.yaml?'],
  [['import', '-c', 'docfrm.yaml'], 'E-NO-CONFIGURATION', 'did you mean docform.yaml?'],
  [['init', '-c', 'docfrm.yaml'], 'E-NO-CONFIGURATION', 'did you mean docform.yaml?'],
  [['validate', '--policy', 'staging/rulez'], 'E-POLICY-FILE', 'did you mean staging/rules?'],
  [['plan', '--out', 'stagin/plan.json'], 'E-USAGE', 'did you mean staging?'],
  [['explain', '--schema', '--out', 'stagin/x.json'], 'E-USAGE', 'did you mean staging?'],
  [['ci', 'github', '--out', 'stagin'], 'E-USAGE', 'did you mean staging?'],
  [['platform', 'serve', '--data', 'stagin/p.db'], 'E-USAGE', 'did you mean staging?'],
  [['show', 'plans.json'], 'E-PLAN-FILE', 'did you mean plan.json?'],
  [['apply', 'plans.json'], 'E-PLAN-FILE', 'did you mean plan.json?'],
  [['plan', '--token-file', 'tokn', '--api-url', 'https://api.example.com'], 'E-TOKEN-FILE', 'did you mean token?'],
])('%j lists existing names', async (argv, code, hint) => {
  const { exit, stderr } = await run(argv, { directory: repository(), environment });
  expect({ exit, stderr }).toEqual({ exit: 3, stderr: expect.stringContaining(`error[${code}]`) });
  expect(stderr).toContain(hint);
});

test('DOCFORM_CONFIG must name an existing file', async () => {
  const { exit, stderr } = await run(['plan'], {
    directory: repository(),
    environment: { ...environment, DOCFORM_CONFIG: 'docfrm.yaml' },
  });
  expect({ exit, stderr }).toEqual({ exit: 3, stderr: expect.stringContaining('did you mean docform.yaml?') });
});
