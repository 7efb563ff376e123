/** Tests that `docform mv` renames a key and its references without requests, and that the next plan keeps the objects. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workspace } from './plan-workspace.ts';

const whole = `version: 1
vars: { team: docs }
teams:
  # Writes the handbook.
  docs: { title: Docs } # the writers
  support: { title: Support }
saml:
  okta: { label: Okta, defaultTeam: docs }
sites:
  docs:
    title: Docs
    defaultSection: guides
    structure:
      - section: guides
        title: Guides
        default: start
        spaces: [{ space: start }]
    shareLinks:
      globex: { name: Globex }
spaces:
  start: { title: Start }
members: { ana@acme.dev: admin }
`;

let place: Awaited<ReturnType<typeof workspace>>;
beforeEach(async () => {
  place = await workspace(whole, 'empty');
});
afterEach(() => place.close());

const file = () => join(place.directory, 'docform.yaml');
const text = () => readFile(file(), 'utf8');

interface PlanDocument {
  readonly changes: readonly { readonly action: string; readonly address: string }[];
}

async function planned(): Promise<readonly string[]> {
  const { stdout } = await place.docform(['plan', '--json']);
  return (JSON.parse(stdout) as PlanDocument).changes.map(({ action, address }) => `${action} ${address}`).sort();
}

test('mv changes the key, references and `moved`, sends no request, and the plan only renames', async () => {
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  place.platform.requests.clear();
  const { exit, stdout } = await place.docform(['mv', 'teams/docs', 'teams/writers'], {
    environment: { DOCFORM_TOKEN: '' },
  });
  expect({ exit, sent: place.platform.requests.read().items }).toEqual({ exit: 0, sent: [] });
  const renamed = whole
    .replace('  docs: { title: Docs } #', '  writers: { title: Docs } #')
    .replace('defaultTeam: docs', 'defaultTeam: writers');
  expect(await text()).toBe(`${renamed}moved:\n  - { from: teams/docs, to: teams/writers }\n`);
  expect(stdout).toContain('-  docs: { title: Docs } # the writers\n+  writers: { title: Docs } # the writers\n');
  expect(stdout).toContain('Renamed teams/docs to teams/writers in 1 file.');
  expect(await planned()).toEqual(['rename teams/writers']);
});

test('mv of a space keeps the objects of links whose keys are derived from its key', async () => {
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect((await place.docform(['mv', 'spaces/start', 'home'])).exit).toBe(0);
  expect(await text()).toContain('        default: home\n        spaces: [{ space: home }]\n');
  expect((await planned()).filter((change) => !change.startsWith('rename'))).toEqual([]);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await planned()).toEqual([]);
});

test('a repeated rename before an apply extends its entries, and a reverted rename removes them', async () => {
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  for (const [from, to] of [
    ['teams/docs', 'writers'],
    ['teams/writers', 'authors'],
    ['sites/docs', 'main'],
  ] as const) {
    expect((await place.docform(['mv', from, to])).exit).toBe(0);
  }
  expect(await text()).toContain(
    'moved:\n  - { from: teams/docs, to: teams/writers }\n  - { from: teams/writers, to: teams/authors }\n  - { from: sites/docs, to: sites/main }\n',
  );
  expect((await planned()).filter((change) => !change.startsWith('rename'))).toEqual([]);
  expect((await place.docform(['mv', 'teams/authors', 'docs'])).exit).toBe(0);
  expect(await text()).toContain(
    'moved:\n  - { from: teams/writers, to: teams/authors }\n  - { from: sites/docs, to: sites/main }\n  - { from: teams/authors, to: teams/docs }\n',
  );
  expect((await planned()).filter((change) => change.includes('teams/'))).toEqual([]);
});

test('mv --dry-run shows the diff and writes nothing, and --json prints one document', async () => {
  const { stdout } = await place.docform(['mv', 'sites/docs/shareLinks/globex', 'initech', '--dry-run']);
  expect(stdout).toContain('-      globex: { name: Globex }\n+      initech: { name: Globex }\n');
  expect(await text()).toBe(whole);
  const { stdout: json } = await place.docform(['mv', 'sites/docs', 'sites/main', '--dry-run', '--json']);
  const { diff, ...rest } = JSON.parse(json) as { readonly diff: string };
  expect(rest).toEqual({
    schemaVersion: 1,
    kind: 'mv',
    from: 'sites/docs',
    to: 'sites/main',
    files: ['docform.yaml'],
    isDryRun: true,
  });
  expect(diff).toContain('+  main:\n');
});

test.each([
  ['teams/doks', 'teams/x', 'E-MV-UNKNOWN', 'did you mean teams/docs?'],
  ['teams/docs', 'teams/support', 'E-MV-TAKEN', 'docform.yaml:6'],
  ['teams/docs', 'spaces/docs', 'E-MV-KEY', 'docform mv teams/docs docs'],
  ['sites/docs/sections/guides', 'sites/main/sections/guides', 'E-MV-KEY', 'change only the key'],
  ['members/ana@acme.dev', 'members/bo@acme.dev', 'E-MV-KEY', 'only keys that you chose yourself'],
  ['sites/docs/sections/guides/spaces/start', 'x', 'E-MV-KEY', 'only keys that you chose yourself'],
  ['teams/docs', '-x y', 'E-MV-KEY', 'start the key with a letter or digit'],
])('mv from %s to %s is rejected: %s', async (from, to, code, words) => {
  const { exit, stderr } = await place.docform(['mv', '--', from, to]);
  expect(exit).toBe(3);
  expect(stderr).toContain(code);
  expect(stderr).toContain(words);
  expect(await text()).toBe(whole);
});

test('mv changes nothing if a place cannot be edited, and names the place', async () => {
  const written = whole.replace('defaultTeam: docs', `defaultTeam: "\${vars.team}"`);
  await writeFile(file(), written);
  const { exit, stderr } = await place.docform(['mv', 'teams/docs', 'writers']);
  expect(exit).toBe(1);
  expect(stderr).toContain('E-EDIT-CHECK');
  expect(stderr).toMatch(
    /docform\.yaml:8: saml\/okta: defaultTeam cannot be edited: its value comes from \$\{vars\.team\}/,
  );
  expect(await text()).toBe(written);
});

const included = whole.replace(
  'version: 1\n',
  'version: 1\ninclude:\n  - parts/*.yaml\n  - { files: bound.yaml, within: [sites/*] }\n',
);
const part = () => readFile(join(place.directory, 'parts/writers.yaml'), 'utf8');

test('mv --to-file moves blocks with comments to a new file of `include`, and changes no declaration', async () => {
  await writeFile(file(), included.replace('  - { files: bound.yaml, within: [sites/*] }\n', ''));
  await mkdir(join(place.directory, 'parts'));
  await writeFile(join(place.directory, 'parts/any.yaml'), '');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  place.platform.requests.clear();
  const before = await text();
  const dry = await place.docform(['mv', 'teams/docs', 'saml/okta', '--to-file', 'parts/writers.yaml', '--dry-run']);
  expect(dry.stdout).toContain('+  docs: { title: Docs } # the writers\n');
  expect(await text()).toBe(before);
  await expect(part()).rejects.toThrow('ENOENT');
  const moved = await place.docform(['mv', 'teams/docs', 'saml/okta', '--to-file', 'parts/writers.yaml']);
  expect(moved).toMatchObject({ exit: 0, stdout: expect.stringContaining('Moved teams/docs, saml/okta') });
  const block = '  # Writes the handbook.\n  docs: { title: Docs } # the writers\n';
  const list = 'saml:\n  okta: { label: Okta, defaultTeam: docs }\n';
  expect(await part()).toBe(`teams:\n${block}${list}`);
  expect(await text()).toBe(before.replace(block, '').replace(list, ''));
  expect(await planned()).toEqual([]);
  expect(place.platform.requests.read().items.every(({ method }) => method === 'GET')).toBe(true);
});

test('mv --to-file refuses files outside of `include` or of their bounds, with the fix, and writes nothing', async () => {
  await mkdir(join(place.directory, 'parts'));
  await writeFile(join(place.directory, 'parts/any.yaml'), '');
  await writeFile(join(place.directory, 'bound.yaml'), '# Sites only.\n');
  await writeFile(join(place.directory, 'other.yaml'), '');
  await writeFile(file(), included);
  const refused = async (...argv: readonly string[]) => {
    const { exit, stderr } = await place.docform(['mv', ...argv]);
    expect({ exit, text: await text() }).toEqual({ exit: 3, text: included });
    return stderr;
  };
  for (const name of ['other.yaml', 'new.yaml'])
    expect(await refused('teams/docs', '--to-file', name)).toContain(`add ${name} to \`include\` in docform.yaml`);
  expect(await refused('teams/docs', '--to-file', 'bound.yaml')).toMatch(
    /E-WITHIN: teams\/docs .*can only declare sites/,
  );
  expect(await refused('sites/docs/sections/guides', '--to-file', 'bound.yaml')).toContain(
    'not declared at the top level',
  );
  expect(await place.docform(['mv', 'sites/docs', '--to-file', 'bound.yaml'])).toMatchObject({ exit: 0, stderr: '' });
  expect(await readFile(join(place.directory, 'bound.yaml'), 'utf8')).toMatch(/^# Sites only\.\n\nsites:\n {2}docs:\n/);
});
