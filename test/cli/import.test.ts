/** Tests the files that `docform import` writes, the imports that it rejects, and that the next plan is empty. */
import { afterEach, describe, expect, test } from 'vitest';
import { createFixture } from '../../src/server/index.ts';
import { acme, closeWorkspaces, expectEmptyPlan, importWorkspace, pem, workspaceOf } from './import-workspace.ts';

afterEach(closeWorkspaces);

describe('import of a new configuration', () => {
  test('declares all resources, leads to an empty plan, and sends only GET requests', async () => {
    const place = await importWorkspace(acme);
    const { exit, stdout, stderr } = await place.docform(['import']);
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: expect.stringMatching(
        /^Reading organization acme on 127\.0\.0\.1:\d+\n(Wrote \.git\w+, so that .*\n){3}$/,
      ),
    });
    expect(stdout).toContain('Imported organization acme: ');
    expect(stdout).toContain('  docform.yaml  new\n  certs/okta.pem  new\n');
    expect(await place.files()).toEqual(['certs/okta.pem', 'docform.ledger.json', 'docform.yaml']);
    const text = await place.file('docform.yaml');
    expect(text).toContain('\nsaml:\n  okta:\n    label: Okta\n');
    expect(text).toContain('    certificate: { file: certs/okta.pem }\n');
    expect(text).toContain('      review: { name: Review }\n');
    expect(text).not.toContain('BEGIN');
    expect(await place.file('certs/okta.pem')).toBe(pem);
    await expectEmptyPlan(place);
    expect(await place.docform(['drift', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
    expect(await place.docform(['fmt', '--check'])).toMatchObject({ exit: 0 });
    expect(place.hasWritten()).toBe(false);
  });

  test('writes no file if one of the files cannot be written', async () => {
    const place = await importWorkspace(acme);
    await place.write('certs', 'no directory');
    const { exit } = await place.docform(['import', '--split', 'kind']);
    expect(exit).toBe(1);
    expect(await place.files()).toEqual(['certs']);
  });

  test('with --split writes a file for each site, or for each kind', async () => {
    const place = await importWorkspace(acme);
    const first = await place.docform(['import', '--split', 'site', '--out', 'a/']);
    expect([first.exit, first.stdout.split('; ').at(-1)]).toEqual([
      0,
      'docform plan -c a/docform.yaml now shows no changes\n',
    ]);
    expect((await place.docform(['import', '--split', 'kind', '--out', 'b/docform.yaml'])).exit).toBe(0);
    expect(await place.files()).toEqual([
      ...['a/certs/okta.pem', 'a/docform.ledger.json', 'a/docform.yaml', 'a/sites/docs.yaml', 'a/sites/portal.yaml'],
      ...[
        'b/certs/okta.pem',
        'b/collections.yaml',
        'b/docform.ledger.json',
        'b/docform.yaml',
        'b/members.yaml',
        'b/saml.yaml',
      ],
      ...['b/sites.yaml', 'b/spaces.yaml', 'b/teams.yaml'],
    ]);
    expect(await place.file('a/docform.yaml')).toMatch(/\ninclude: \[sites\/\*\.yaml\]\n/);
    expect(await place.file('a/sites/portal.yaml')).toBe(
      '# yaml-language-server: $schema=../../node_modules/@docform/cli/schemas/docform.schema.json\n\nversion: 1\n\nsites:\n  portal:\n' +
        '    title: Portal\n    visibility: public\n    agentsContext: included\n    structure:\n      - { space: faq, path: faq }\n',
    );
    for (const directory of ['a', 'b'])
      expect((await place.docform(['-C', `${place.directory}/${directory}`, 'plan', '--detailed-exitcode'])).exit).toBe(
        0,
      );
  });

  test('with --dry-run writes nothing and shows the YAML, but no certificate', async () => {
    const place = await importWorkspace(acme);
    const { exit, stdout } = await place.docform(['import', '--dry-run']);
    expect(exit).toBe(0);
    expect(stdout).toContain('--- /dev/null\n+++ b/docform.yaml\n');
    expect(stdout).toContain('Would import organization acme');
    expect(stdout).toContain('Nothing was written (--dry-run).');
    expect(stdout).not.toContain('BEGIN');
    expect(await place.files()).toEqual([]);
  });

  test('with --json prints files, counts and omissions', async () => {
    const place = await importWorkspace(acme);
    const { stdout } = await place.docform(['import', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{
        schemaVersion: 1,
        kind: 'import',
        organization: 'acme',
        isDryRun: false,
        pending: [],
        gone: [],
        leftOut: [],
      },
      files: [
        { path: 'docform.yaml', status: 'new' },
        { path: 'certs/okta.pem', status: 'new' },
      ],
      counts: { member: 2, team: 2, 'saml-provider': 1, site: 2, section: 2, 'site-space': 3 },
      ledger: expect.stringMatching(/docform\.ledger\.json$/),
    });
  });

  test('counts the same objects as ls', async () => {
    const place = await importWorkspace(acme);
    const { counts } = JSON.parse((await place.docform(['import', '--json'])).stdout);
    const { objects } = JSON.parse((await place.docform(['get', '--json'])).stdout);
    const listed: Record<string, number> = {};
    for (const { kind } of objects) listed[kind] = (listed[kind] ?? 0) + 1;
    expect(listed.organization).toBe(1);
    expect(counts).toEqual(listed);
  });

  test('accepts a certificate with different line breaks', async () => {
    const place = await importWorkspace(acme);
    const { mkdir } = await import('node:fs/promises');
    await mkdir(`${place.directory}/certs`);
    const windows = pem.replaceAll('\n', '\r\n');
    await place.write('certs/okta.pem', windows);
    expect(await place.docform(['import'])).toMatchObject({ exit: 0 });
    expect(await place.file('certs/okta.pem')).toBe(windows);
    expect(await place.docform(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
  });

  test('does not overwrite a file with different content', async () => {
    const place = await importWorkspace(acme);
    await place.docform(['import', '--dry-run']);
    const { mkdir } = await import('node:fs/promises');
    await mkdir(`${place.directory}/certs`);
    await place.write('certs/okta.pem', 'mine\n');
    const { exit, stderr } = await place.docform(['import']);
    expect({ exit, stderr }).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('error[E-FILE-EXISTS]: certs/okta.pem already exists'),
    });
    expect(await place.files()).toEqual(['certs/okta.pem']);
  });

  test('is rejected if it would include existing files', async () => {
    const place = await importWorkspace(acme);
    const { mkdir } = await import('node:fs/promises');
    await mkdir(`${place.directory}/sites`);
    await place.write('sites/other.yaml', 'version: 1\nteams:\n  docs: { title: Mine }\n');
    const { exit, stderr } = await place.docform(['import', '--split', 'site']);
    expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('error[E-IMPORT-TEXT]') });
    expect(await place.files()).toEqual(['sites/other.yaml']);
  });
});

describe('import without an organization', () => {
  test('uses the only organization that the token can read', async () => {
    const place = await workspaceOf(createFixture('small', 1), undefined);
    expect((await place.docform(['import'])).stdout).toContain('Imported organization ');
  });

  test('fails if the token can read several organizations, and lists them', async () => {
    const place = await workspaceOf(createFixture('medium', 1), undefined);
    const { exit, stderr } = await place.docform(['import']);
    expect(exit).toBe(3);
    expect(stderr).toMatch(
      /error\[E-ORGANIZATION-CHOICE\]: no organization is set, and this token can read 2 organizations: \w+ \(Acme\), \w+ \(Globex\)\n/,
    );
    const id = /: (\w+) \(Acme\)/.exec(stderr)?.[1] ?? '';
    expect((await place.docform(['import', '--organization', id])).exit).toBe(0);
    expect(await place.file('docform.yaml')).toContain(`\norganization: ${id}\n`);
  });
});

test('a token with fewer permissions imports the readable resources, and lists the omissions', async () => {
  const world = createFixture('medium', 1);
  const place = await workspaceOf(world, world.organizations[0]?.id);
  const environment = { DOCFORM_TOKEN: place.tokenFor('bo@acme.dev') };
  const { exit, stdout } = await place.docform(['import'], { environment });
  expect(exit).toBe(0);
  expect(stdout).toMatch(
    /\n {2}saml: it could not be read completely: listSamlProviders \(GET .*\): 403 this needs the role admin/,
  );
  const text = await place.file('docform.yaml');
  expect(text).not.toContain('saml:');
  // The space is visible only to its readers although its site is public.
  expect(text).not.toContain('runbook');
  expect(await place.docform(['plan', '--detailed-exitcode'], { environment })).toMatchObject({ exit: 0 });
  expect(await place.docform(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
});

/** The ledger without its history: each import is a run of its own. */
const withoutRuns = (text: string) => text.replace(/^ +\{"run":.*\n/gm, '');

test('import restores a lost ledger for existing files', async () => {
  const place = await importWorkspace(acme);
  await place.docform(['import']);
  const ledger = await place.file('docform.ledger.json');
  const { rm } = await import('node:fs/promises');
  await rm(`${place.directory}/docform.ledger.json`);
  const { exit, stdout } = await place.docform(['import']);
  expect({ exit, stdout }).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('The configuration is already up to date.'),
  });
  expect(withoutRuns(await place.file('docform.ledger.json'))).toBe(withoutRuns(ledger));
});

test('an import that is killed after any file leaves no wrong configuration, and the next import completes it', async () => {
  const place = await importWorkspace(acme);
  const { cp, mkdir } = await import('node:fs/promises');
  await mkdir(`${place.directory}/whole`);
  const { stdout } = await place.docform(['-C', `${place.directory}/whole`, 'import', '--split', 'kind', '--json']);
  const { files } = JSON.parse(stdout) as { readonly files: readonly { readonly path: string }[] };
  const names = files.map(({ path }) => path);
  expect(names[0]).toBe('docform.yaml');
  const written = [...names].reverse();
  for (let count = 0; count <= written.length; count += 1) {
    const at = (name: string) => `${place.directory}/cut-${count}/${name}`;
    await mkdir(at(''), { recursive: true });
    for (const name of written.slice(0, count)) await cp(`${place.directory}/whole/${name}`, at(name));
    const isThere = count === written.length;
    expect((await place.docform(['-C', at(''), 'validate'])).exit).toBe(isThere ? 0 : 3);
    expect((await place.docform(['-C', at(''), 'import', ...(isThere ? [] : ['--split', 'kind'])])).exit).toBe(0);
    for (const name of [...names, 'docform.ledger.json'])
      expect(withoutRuns(await place.file(`cut-${count}/${name}`))).toBe(
        withoutRuns(await place.file(`whole/${name}`)),
      );
  }
});

test('an interrupt while import reads leaves no file', async () => {
  const place = await importWorkspace(acme);
  const ran = await place.docform(['import', '--debug'], {
    onStderr: (text, interrupt) => {
      if (text.startsWith('GET listSites')) interrupt();
    },
  });
  expect(ran.quit).toBe(130);
  expect(ran.stderr).toContain('Interrupted before anything was sent.');
});

test('invalid combinations of flags are rejected before a request is sent', async () => {
  const place = await importWorkspace(acme);
  for (const [argv, message] of [
    [['import', '--split', 'team'], '--split team is unknown'],
    [['import', '--out', '-'], '--out requires a file or a directory, not -'],
    [['import', '--site', 'docs'], '--site requires --from'],
    [['import', 'teams', '--from', 'x.yaml'], 'teams cannot be combined with --from'],
    [['import', '--from', 'x.yaml', '--dry-run'], '--dry-run cannot be combined with --from'],
  ] as const) {
    const { exit, stderr } = await place.docform(argv);
    expect({ exit, stderr }).toMatchObject({ exit: 3, stderr: expect.stringContaining(message) });
  }
});
