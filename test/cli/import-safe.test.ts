/** Tests that `docform import` never causes a later plan to delete a resource unexpectedly. */
import { mkdir, readlink, rm, symlink } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { certificateOne, certificateTwo } from '../support/certificates.ts';
import { closeWorkspaces, type ImportWorkspace, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

const unsayable = 'o'.repeat(80);
const empty = 'version: 1\norganization: acme\n';

/** Expects this error code and message, and that no file was written. */
async function expectRefusal(
  place: ImportWorkspace,
  argv: readonly string[],
  words: readonly string[],
  environment = {},
): Promise<void> {
  const files = await place.files();
  const before = await Promise.all(files.map(place.file));
  const { exit, stdout, stderr } = await place.docform(argv, { environment });
  expect({ exit, stdout }).toEqual({ exit: expect.toSatisfy((code) => code === 1 || code === 3), stdout: '' });
  for (const each of words) expect(stderr).toContain(each);
  expect(await place.files()).toEqual(files);
  expect(await Promise.all(files.map(place.file))).toEqual(before);
}

describe('import under `prune: all`', () => {
  test('a list with an object that cannot be declared is rejected, because a later plan would delete the object', async () => {
    const place = await importWorkspace({ teams: { docs: { title: 'Docs' }, odd: { title: unsayable } } });
    await place.write('docform.yaml', `${empty}policy: { prune: all }\n`);
    await expectRefusal(
      place,
      ['import', 'teams', '--yes'],
      ['error[E-IMPORT-DIFFERS]', 'delete teams/id:', '`prune: owned`'],
    );
  });

  test('a part of a list is rejected, because later plans would delete the rest', async () => {
    const place = await importWorkspace({ teams: { docs: { title: 'Docs' }, support: { title: 'Support' } } });
    await place.write('docform.yaml', `${empty}policy: { prune: all }\n`);
    await expectRefusal(
      place,
      ['import', 'teams/docs', '--yes'],
      ['error[E-IMPORT-DIFFERS]', 'import these lists completely'],
    );
    expect(await place.docform(['import', 'teams', '--yes'])).toMatchObject({ exit: 0 });
    expect((await place.docform(['plan'])).stdout).toContain('No changes.');
  });

  test('a declared list does not change when other lists are imported', async () => {
    const place = await importWorkspace({
      teams: { docs: { title: 'Docs' }, support: { title: 'Support' } },
      collections: { product: {} },
    });
    await place.write('docform.yaml', `${empty}policy: { prune: all }\nteams: { docs: { title: Docs } }\n`);
    expect(await place.docform(['import', 'collections', '--yes'])).toMatchObject({ exit: 0 });
  });
});

test('a new configuration is rejected if it would omit ledger entries that the token cannot read', async () => {
  const place = await importWorkspace({
    members: { 'bo@acme.dev': 'edit' },
    spaces: { home: {}, secret: { defaultLevel: null } },
  });
  await place.docform(['import']);
  await rm(`${place.directory}/docform.yaml`);
  const environment = { DOCFORM_TOKEN: place.tokenFor('bo@acme.dev') };
  await expectRefusal(
    place,
    ['import'],
    ['error[E-IMPORT-DIFFERS]: the ledger contains spaces/secret, which could not be read'],
    environment,
  );
  expect(await place.docform(['import'])).toMatchObject({ exit: 0 });
});

describe('import of a second configuration', () => {
  test('is rejected next to an existing configuration with the same ledger, except with --dry-run', async () => {
    const place = await importWorkspace({ teams: { docs: { title: 'Docs' }, support: { title: 'Support' } } });
    await place.write('docform.yaml', `${empty}teams: { docs: { title: Docs } }\n`);
    await expectRefusal(
      place,
      ['import', '--out', 'all.yaml'],
      ['error[E-LEDGER-SHARED]: all.yaml would share a ledger with docform.yaml'],
    );
    expect(await place.docform(['import', '--out', 'all.yaml', '--dry-run'])).toMatchObject({ exit: 0 });
  });

  test('adds nothing to a ledger in a shared backend that already has entries', async () => {
    const place = await importWorkspace({ teams: { docs: { title: 'Docs' }, support: { title: 'Support' } } });
    await place.write('docform.yaml', `${empty}teams: { docs: { title: Docs } }\n`);
    await place.docform(['apply', '--yes']);
    await rm(`${place.directory}/docform.yaml`);
    await expectRefusal(
      place,
      ['import'],
      [
        'error[E-LEDGER-SHARED]: docform.ledger.json already belongs',
        'which would delete the imported objects (members/ana@acme.dev',
      ],
    );
    expect(await place.docform(['import', 'teams/docs'])).toMatchObject({ exit: 0 });
  });

  test('for a present environment file keeps the file and writes the values literally', async () => {
    const place = await importWorkspace({ teams: { docs: { title: 'Docs' } } });
    await mkdir(`${place.directory}/env`);
    await place.write('env/live.yaml', '{}\n');
    expect(await place.docform(['import', '--env', 'live'])).toMatchObject({ exit: 0 });
    expect(await place.files()).toEqual(['docform.ledger.live.json', 'docform.yaml', 'env/live.yaml']);
    expect(await place.file('docform.yaml')).not.toContain('vars');
  });
});

test('import reports resources that it cannot declare even if only their list is imported, and keeps declared ones', async () => {
  const place = await importWorkspace({ teams: { docs: { title: 'Docs' }, odd: { title: unsayable } } });
  expect((await place.docform(['import', 'teams'])).stdout).toContain('Left out (1):\n  team "ooo');
  const text = `${empty}teams: { docs: { title: Docs }, odd: { title: Odd } }\n`;
  await place.write('docform.yaml', text);
  const ledger = await place.file('docform.ledger.json');
  const line = `    "teams/odd": {"id":"${await place.idOf('teams', unsayable)}"},\n`;
  await place.write('docform.ledger.json', ledger.replace('    "": {}\n', `${line}$&`));
  const { exit, stdout } = await place.docform(['import', 'teams', '--yes']);
  expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining('Left out (1):\n  team "ooo') });
  expect(stdout).not.toContain('not on the platform yet');
  expect(stdout).not.toContain('Gone from the platform');
  expect(await place.file('docform.yaml')).toBe(text);
});

test('a list that the token cannot read is reported as unreadable, not as empty', async () => {
  const place = await importWorkspace({ members: { 'bo@acme.dev': 'edit' }, teams: { docs: { title: 'Docs' } } });
  const environment = { DOCFORM_TOKEN: place.tokenFor('bo@acme.dev') };
  await expectRefusal(
    place,
    ['import', 'saml'],
    ['saml: no object has this address (saml: it could not be read completely: '],
    environment,
  );
});

test('import keeps a link to a missing target', async () => {
  const place = await importWorkspace({ teams: { docs: { title: 'Docs' } } });
  await symlink('elsewhere/docform.yaml', `${place.directory}/docform.yaml`);
  expect(await place.docform(['import'])).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('error[E-FILE-CHANGED]'),
  });
  expect(await readlink(`${place.directory}/docform.yaml`)).toBe('elsewhere/docform.yaml');
});

test('declared resources in an unreadable list are not reported as missing', async () => {
  const place = await importWorkspace({ teams: { docs: { title: 'Docs' } } });
  await place.docform(['import']);
  place.refuse('listTeams');
  const { exit, stdout } = await place.docform(['import', '--json']);
  expect({ exit, ...JSON.parse(stdout) }).toMatchObject({
    exit: 0,
    pending: [],
    gone: [],
    leftOut: [{ what: 'teams' }],
  });
  expect((await place.docform(['import'])).stdout).toContain('docform plan lists objects that could not be read\n');
});

test('import shows neither the former nor the new certificate of the YAML', async () => {
  const certificate = certificateOne;
  const saml = { okta: { label: 'Okta', entityID: 'urn:okta', ssoURL: 'https://acme.dev/sso', certificate } };
  const place = await importWorkspace({ saml });
  const lines = certificateTwo.replaceAll('\n', '\n      ');
  const fields = 'label: Okta\n    entityID: urn:okta\n    ssoURL: https://acme.dev/sso\n    certificate: |\n      ';
  await place.write('docform.yaml', `${empty}saml:\n  okta:\n    ${fields}${lines.trimEnd()}\n`);
  for (const flags of [['--dry-run'], ['--dry-run', '--json'], ['--yes']]) {
    const { exit, stdout, stderr } = await place.docform(['import', 'saml', ...flags]);
    expect(exit).toBe(0);
    expect(stdout + stderr).toContain('***');
    expect(stdout + stderr).not.toMatch(/MIHC/);
  }
  expect(await place.file('docform.yaml')).toContain(certificate.split('\n')[1]);
});

test('import never writes a resource file over the main file', async () => {
  const place = await importWorkspace({
    teams: { docs: { title: 'Docs' } },
    collections: { product: { title: 'Product' } },
  });
  expect(await place.docform(['import', '--split', 'kind', '--out', 'teams.yaml'])).toMatchObject({ exit: 0 });
  expect(await place.files()).toEqual(['collections.yaml', 'docform.ledger.json', 'members.yaml', 'teams.yaml']);
  expect(await place.docform(['plan', '-c', 'teams.yaml', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
});
