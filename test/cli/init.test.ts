/** Tests that `docform init` creates a valid first configuration or imports one, and overwrites no file. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import { directoryWith, initRepository } from '../support/directory.ts';
import { run } from './harness.ts';
import { closeWorkspaces, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

test('the starter file is valid, and its plan is empty', async () => {
  const directory = directoryWith();
  const { exit, stdout } = await run(['init', '--organization', 'acme'], { directory });
  expect({ exit, stdout }).toEqual({
    exit: 0,
    stdout: expect.stringMatching(/^Wrote docform\.yaml\.\nNext: run `docform import` to import/),
  });
  expect(await run(['validate'], { directory })).toMatchObject({ exit: 0 });
  expect(await run(['plan', '--detailed-exitcode', '--api-url', 'local'], { directory })).toMatchObject({ exit: 0 });
});

test('the starter file is valid with its examples uncommented', async () => {
  const directory = directoryWith();
  await run(['init', '--organization', '0815'], { directory });
  const text = await readFile(join(directory, 'docform.yaml'), 'utf8');
  expect(text).toContain('\norganization: "0815"\n');
  const [head = '', tail = ''] = text.split(/(?=^# teams:)/m);
  await writeFile(join(directory, 'docform.yaml'), head.replace('# self:', 'self:') + tail.replace(/^# /gm, ''));
  expect(await run(['validate'], { directory })).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('2 resources'),
  });
});

test.each([[[]], [['--organization', 'acme']]])('the starter file is in canonical format: %j', async (flags) => {
  const directory = directoryWith();
  await run(['init', ...flags], { directory });
  expect(await run(['fmt', '--check', '-v'], { directory })).toMatchObject({ exit: 0, stdout: '' });
});

test('without an organization, init reports that the organization is missing', async () => {
  const directory = directoryWith();
  const { exit, stdout } = await run(['init', '--json'], { directory });
  expect({ exit, document: JSON.parse(stdout) }).toEqual({
    exit: 0,
    document: { schemaVersion: 1, kind: 'init', file: 'docform.yaml', organization: null },
  });
  // Commands that contact no platform accept a missing organization, and other commands reject it.
  expect(await run(['validate'], { directory })).toMatchObject({ exit: 0 });
  const plan = ['plan', '--api-url', 'http://127.0.0.1:9', '--token-file', 'token'];
  await writeFile(join(directory, 'token'), 'none');
  expect(await run(plan, { directory })).toMatchObject({ exit: 3, stderr: expect.stringContaining('E-ORGANIZATION') });
  expect(await run(['validate'], { directory, environment: { DOCFORM_ORG: 'acme' } })).toMatchObject({ exit: 0 });
});

test('init never overwrites a file', async () => {
  const directory = directoryWith({ 'docform.yaml': 'mine' });
  for (const argv of [['init'], ['init', '--out', '.']]) {
    expect(await run(argv, { directory })).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('error[E-FILE-EXISTS]'),
    });
  }
  expect(await readFile(join(directory, 'docform.yaml'), 'utf8')).toBe('mine');
});

test('init adds the union merge of ledgers to .gitattributes once, and keeps its other lines', async () => {
  const directory = directoryWith();
  initRepository(directory);
  const attributes = join(directory, '.gitattributes');
  const first = await run(['init', '--organization', 'acme'], { directory });
  expect(first.stderr).toContain(
    'Wrote .gitattributes, so that Git keeps the ledger lines of both branches in a merge.',
  );
  expect(await readFile(attributes, 'utf8')).toBe('docform.ledger*.json merge=union\n');
  await writeFile(attributes, '*.png binary');
  await run(['init', '--organization', 'acme', '--out', 'docs/docform.yaml'], { directory });
  expect(await readFile(attributes, 'utf8')).toBe('*.png binary');
  expect(await readFile(join(directory, 'docs/.gitattributes'), 'utf8')).toBe('docform.ledger*.json merge=union\n');
  await rm(join(directory, 'docform.yaml'));
  await run(['init', '--organization', 'acme'], { directory });
  expect(await readFile(attributes, 'utf8')).toBe('*.png binary\ndocform.ledger*.json merge=union\n');
  await run(['init', '--organization', 'acme', '--out', 'more/docform.yaml'], { directory });
  expect(existsSync(join(directory, 'more/.gitattributes'))).toBe(false);
  const store = { DOCFORM_BACKEND: 'https://state.acme.dev/docs' };
  const other = directoryWith();
  initRepository(other);
  await run(['init', '--organization', 'acme'], { directory: other, environment: store });
  expect(existsSync(join(other, '.gitattributes'))).toBe(false);
});

test('init in a repository adds undo, journal, lock and temporary files to .gitignore once', async () => {
  const directory = directoryWith();
  initRepository(directory);
  await writeFile(join(directory, '.gitignore'), 'node_modules');
  const first = await run(['init', '--organization', 'acme'], { directory });
  expect(first.stderr).toContain('Wrote .gitignore, so that ');
  const text = await readFile(join(directory, '.gitignore'), 'utf8');
  expect(text.split('\n')[0]).toBe('node_modules');
  const undo = ['undo', 'undo.production'].map((name) => `docform.${name}.json`);
  const beside = ['journal', 'lock', 'mutex', 'mutex.0a1b2c3d-0000-4000-8000-000000000000.tmp', '0a1b2c3d.tmp'];
  const own = [
    ...undo,
    ...undo.map((name) => `${name}.0a1b2c3d.tmp`),
    ...beside.flatMap((end) => [`docform.ledger.json.${end}`, `docform.ledger.eu.json.${end}`]),
  ];
  for (const name of [...own, 'docform.ledger.json', 'docform.ledger.eu.json'])
    await writeFile(join(directory, name), '');
  execFileSync('git', ['add', '-A'], { cwd: directory });
  const staged = execFileSync('git', ['diff', '--cached', '--name-only'], { cwd: directory, encoding: 'utf8' });
  expect(staged.trim().split('\n')).toEqual([
    '.gitattributes',
    '.gitignore',
    'docform.ledger.eu.json',
    'docform.ledger.json',
    'docform.yaml',
  ]);
  await run(['init', '--organization', 'acme', '--out', 'more/docform.yaml'], { directory });
  expect(existsSync(join(directory, 'more/.gitignore'))).toBe(false);
  expect(await readFile(join(directory, '.gitignore'), 'utf8')).toBe(text);
});

test('Git ignores the undo file of an apply if the repository was created after the import', async () => {
  const place = await importWorkspace({ teams: { docs: { title: 'Docs' } } });
  expect((await place.docform(['import'])).exit).toBe(0);
  const text = await place.file('docform.yaml');
  await place.write('docform.yaml', text.replace('title: Docs', 'title: Handbook'));
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(existsSync(join(place.directory, 'docform.undo.json'))).toBe(true);
  initRepository(place.directory);
  execFileSync('git', ['add', '-A'], { cwd: place.directory });
  const staged = execFileSync('git', ['diff', '--cached', '--name-only'], { cwd: place.directory, encoding: 'utf8' });
  expect(staged.trim().split('\n')).toEqual(['.gitattributes', '.gitignore', 'docform.ledger.json', 'docform.yaml']);
});

test('branches that each apply a new object merge cleanly if the repository was created after the import', async () => {
  const place = await importWorkspace({ teams: { docs: { title: 'Docs' } } });
  expect((await place.docform(['import'])).exit).toBe(0);
  const who = ['-c', 'user.name=Ana', '-c', 'user.email=ana@acme.dev', '-c', 'init.defaultBranch=main'];
  const git = (...argv: readonly string[]) =>
    execFileSync('git', [...who, ...argv], {
      cwd: place.directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'Import');
  for (const key of ['yaks', 'zebras']) {
    git('checkout', '-qb', key, 'main');
    await place.write('more.yaml', `teams: { ${key}: { title: ${key} } }\n`);
    const text = await place.file('docform.yaml');
    await place.write('docform.yaml', `${text}include: [more.yaml]\n`);
    expect(await place.docform(['apply', '--yes'])).toMatchObject({ exit: 0 });
    git('checkout', '-q', 'docform.yaml');
    git('add', 'docform.ledger.json');
    git('commit', '-qm', key);
    await rm(join(place.directory, 'more.yaml'));
  }
  git('merge', '-q', 'yaks', '-m', 'Merge');
  const { resources } = JSON.parse(await place.file('docform.ledger.json')) as {
    readonly resources: { readonly [address: string]: object };
  };
  expect(resources).toMatchObject({ 'teams/docs': {}, 'teams/yaks': {}, 'teams/zebras': {} });
});

test('import in a repository writes the same lines, and lists the files to commit', async () => {
  const place = await importWorkspace({ teams: { docs: { title: 'Docs' } } });
  initRepository(place.directory);
  expect((await place.docform(['import', '--dry-run'])).exit).toBe(0);
  expect(existsSync(join(place.directory, '.gitattributes'))).toBe(false);
  const { exit, stdout } = await place.docform(['import']);
  expect({ exit, stdout }).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/commit .*\.gitattributes.*\.gitignore/),
  });
  expect(await readFile(join(place.directory, '.gitattributes'), 'utf8')).toBe('docform.ledger*.json merge=union\n');
});

test('import of a certificate in a repository fixes its line endings unless .gitattributes already does', async () => {
  const okta = { label: 'Okta', certificate: certificateOne };
  const before = ['*.png binary\n', 'certs/*.pem -text\n', 'docform.ledger.json -diff\n'];
  const after = [
    '*.png binary\ndocform.ledger*.json merge=union\n*.pem text eol=lf\n',
    'certs/*.pem -text\ndocform.ledger*.json merge=union\n',
    'docform.ledger.json -diff\n*.pem text eol=lf\n',
  ];
  for (const [at, text] of before.entries()) {
    const place = await importWorkspace({ saml: { okta } });
    initRepository(place.directory);
    await place.write('.gitattributes', text);
    expect((await place.docform(['import'])).exit).toBe(0);
    expect(await place.file('.gitattributes')).toBe(after[at]);
  }
});

test('the schema line for editors points to the installed package from any directory', async () => {
  const directory = directoryWith();
  for (const [out, up] of [
    ['docform.yaml', './'],
    ['docs/docform.yaml', '../'],
    ['a/b/docform.yaml', '../../'],
  ] as const) {
    expect((await run(['init', '--organization', 'acme', '--out', out], { directory })).exit).toBe(0);
    const [first] = (await readFile(join(directory, out), 'utf8')).split('\n');
    expect(first).toBe(`# yaml-language-server: $schema=${up}node_modules/@docform/cli/schemas/docform.schema.json`);
  }
});

test('the first apply of a configuration that was written without init keeps its own files out of Git, once', async () => {
  const place = await importWorkspace({ teams: { docs: { title: 'Docs' } } });
  const inGit = { environment: { PATH: process.env.PATH ?? '' } };
  initRepository(place.directory, { origin: 'https://git.test/acme/docs.git' });
  const titled = (title: string) => `version: 1\nname: docs\nteams: { own: { title: ${title} } }\n`;
  await place.write('docform.yaml', titled('Own'));
  const first = await place.docform(['apply', '--yes'], inGit);
  expect(first).toMatchObject({ exit: 0, stderr: expect.stringContaining('Wrote .gitignore, so that ') });
  const lines = await place.file('.gitignore');
  expect(lines).toBe('*.ledger*.json.*\n*.undo*.json*\n');
  execFileSync('git', ['add', '-A'], { cwd: place.directory });
  const staged = execFileSync('git', ['diff', '--cached', '--name-only'], { cwd: place.directory, encoding: 'utf8' });
  expect(staged.trim().split('\n')).toEqual(['.gitattributes', '.gitignore', 'docform.ledger.json', 'docform.yaml']);
  // A line that somebody removed stays removed.
  await place.write('.gitignore', '');
  await place.write('docform.yaml', titled('Mine'));
  expect(await place.docform(['apply', '--yes'], inGit)).toMatchObject({ exit: 0 });
  expect(await place.file('.gitignore')).toBe('');
});
