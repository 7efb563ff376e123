/** Tests that `docform fmt` formats all files of a configuration and writes only changed files, and that `--check` writes nothing. */
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const files = {
  'docform.yaml':
    "version: 1\norganization: 'acme'\ninclude: [ people/*.yaml ]\nvars: { town: null }\nspaces: {home: {title: Home}}\n",
  'people/teams.yaml': 'teams:\n    docs: { title: Docs } # kept\n',
  'people/members.yaml': 'members: { ana@acme.dev: admin }\n',
  'env/staging.yaml': 'town:   Bern\n',
  'env/production.yaml': 'town: Rome\n',
};
const canonical =
  'version: 1\norganization: acme\ninclude: [people/*.yaml]\nvars: { town: null }\nspaces: { home: { title: Home } }\n';

let directory: string;
beforeEach(async () => {
  directory = directoryWith();
  for (const name of ['people', 'env']) await mkdir(join(directory, name));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
});

const read = (name: string) => readFile(join(directory, name), 'utf8');
const fmt = (...argv: readonly string[]) => run(['fmt', ...argv], { directory });

test('fmt formats the main file, included files and the files of all environments, and writes only changed files', async () => {
  const before = await stat(join(directory, 'people/members.yaml'));
  const { exit, stdout, stderr } = await fmt();
  expect([exit, stdout, stderr]).toEqual([
    0,
    'docform.yaml\npeople/teams.yaml\nenv/staging.yaml\n',
    '3 files formatted, 2 unchanged.\n',
  ]);
  expect(await read('docform.yaml')).toBe(canonical);
  expect(await read('people/teams.yaml')).toBe('teams:\n  docs: { title: Docs } # kept\n');
  expect(await read('env/staging.yaml')).toBe('town: Bern\n');
  expect((await stat(join(directory, 'people/members.yaml'))).ino).toBe(before.ino);
  expect(await fmt()).toMatchObject({ exit: 0, stdout: '', stderr: '0 files formatted, 5 unchanged.\n' });
});

test('fmt keeps a byte order mark', async () => {
  await writeFile(join(directory, 'docform.yaml'), `\ufeff${files['docform.yaml']}`);
  expect(await fmt('--check', 'docform.yaml')).toMatchObject({ exit: 1, stdout: 'docform.yaml\n' });
  expect((await fmt('docform.yaml')).exit).toBe(0);
  expect(await read('docform.yaml')).toBe(`\ufeff${canonical}`);
  expect((await fmt('--check', 'docform.yaml')).exit).toBe(0);
});

test('--check writes nothing, lists the files and exits with 1, and -v shows a diff', async () => {
  const { exit, stdout, stderr } = await fmt('--check');
  expect([exit, stdout]).toEqual([1, 'docform.yaml\npeople/teams.yaml\nenv/staging.yaml\n']);
  expect(stderr).toContain('error[E-NOT-FORMATTED]: 3 files are not formatted');
  const verbose = await fmt('--check', '-v', 'env/staging.yaml');
  expect([verbose.exit, verbose.stdout]).toEqual([
    1,
    expect.stringContaining('@@ -1 +1 @@\n-town:   Bern\n+town: Bern\n'),
  ]);
  expect(await read('docform.yaml')).toBe(files['docform.yaml']);
  await fmt();
  expect((await fmt('--check')).exit).toBe(0);
});

test('--json lists each file with its state', async () => {
  const { exit, stdout } = await fmt('--check', '--json', 'docform.yaml', 'env/production.yaml');
  expect(exit).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ schemaVersion: 1, kind: 'fmt' },
    files: [
      {
        path: 'docform.yaml',
        state: 'not-canonical',
        reason: null,
        diff: expect.stringContaining("-organization: 'acme'"),
      },
      { path: 'env/production.yaml', state: 'canonical', diff: null, problems: [] },
    ],
  });
});

test('a file that is not valid YAML is reported with its place, and the others are formatted', async () => {
  await writeFile(join(directory, 'people/members.yaml'), 'members: [\n');
  const { exit, stdout, stderr } = await fmt();
  expect([exit, stdout]).toEqual([3, 'docform.yaml\npeople/teams.yaml\nenv/staging.yaml\n']);
  expect(stderr).toMatch(/error\[E-YAML\].*\n {2}--> people\/members\.yaml:1:/);
  expect(stderr).toContain('error[E-FMT]: cannot format people/members.yaml: the file is not valid YAML\n');
  expect(await read('people/members.yaml')).toBe('members: [\n');
  const json = JSON.parse((await fmt('--json', 'people/members.yaml')).stdout);
  expect(json.files).toMatchObject([
    { state: 'refused', reason: 'the file is not valid YAML', problems: [{ code: 'E-YAML', line: 1 }] },
  ]);
});

test('a configuration with problems or unset variables is formatted', async () => {
  await writeFile(join(directory, 'people/teams.yaml'), `teams: { docs: {titel: '\${vars.town}'} }\n`);
  expect(await fmt('people/teams.yaml')).toMatchObject({ exit: 0, stdout: 'people/teams.yaml\n' });
  expect(await read('people/teams.yaml')).toBe(`teams: { docs: { titel: "\${vars.town}" } }\n`);
});

test('a file without a configuration is formatted, and missing and outside files are reported', async () => {
  await rm(join(directory, 'docform.yaml'));
  expect(await fmt('people/teams.yaml')).toMatchObject({ exit: 0, stdout: 'people/teams.yaml\n' });
  expect(await fmt('missing.yaml')).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('the file cannot be read (missing)'),
  });
  expect(await fmt('../elsewhere.yaml', 'env/staging.yaml')).toMatchObject({ exit: 3 });
  expect(await fmt()).toMatchObject({ exit: 3, stderr: expect.stringContaining('error[E-NO-CONFIGURATION]') });
});

test('fmt keeps symbolic links and file permissions', async () => {
  await chmod(join(directory, 'people/teams.yaml'), 0o600);
  await writeFile(join(directory, 'real.yaml'), 'customFields:   {}\n');
  await symlink(join(directory, 'real.yaml'), join(directory, 'people/linked.yaml'));
  expect((await fmt()).exit).toBe(0);
  expect((await stat(join(directory, 'people/teams.yaml'))).mode & 0o777).toBe(0o600);
  expect(await read('real.yaml')).toBe('customFields: {}\n');
  await rm(join(directory, 'real.yaml'));
  await expect(read('people/linked.yaml')).rejects.toThrow('ENOENT');
});
