/** Tests that no command writes through a symbolic link that leads out of the repository. */
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeConfigurationFiles } from '../../src/cli/files/write-configuration.ts';
import { certificateOne } from '../support/certificates.ts';
import { directoryWith, initRepository } from '../support/directory.ts';
import { run } from './harness.ts';
import { closeWorkspaces, importWorkspace } from './import-workspace.ts';

let outside: string;
beforeEach(async () => {
  outside = directoryWith();
  await writeFile(join(outside, 'there.yaml'), 'teams:   {}\n');
});
afterEach(closeWorkspaces);

const isUntouched = async () => {
  expect(await readdir(outside)).toEqual(['there.yaml']);
  expect(await readFile(join(outside, 'there.yaml'), 'utf8')).toBe('teams:   {}\n');
};

async function repository(configuration = 'version: 1\norganization: acme\n'): Promise<string> {
  const directory = directoryWith();
  initRepository(directory);
  await writeFile(join(directory, 'docform.yaml'), configuration);
  await symlink(outside, join(directory, 'linked'));
  await symlink(join(outside, 'new.json'), join(directory, 'new.json'));
  return directory;
}

test.each([
  'init --out linked',
  'init --out linked/deep/docform.yaml',
  'import --out linked',
  'import --out linked/deep/docform.yaml',
  'explain --schema --out linked/schema.json',
  'explain --schema --out new.json',
  'plan --out linked/plan.json',
  'plan --out new.json',
  'explain --schema --out .git/hooks/post-checkout',
])('docform %s does not write through a link out of the repository', async (line) => {
  const { exit, stderr } = await run([...line.split(' '), '--api-url', 'local'], { directory: await repository() });
  expect(stderr).toContain('error[E-FILE-OUTSIDE]');
  expect(exit).toBe(3);
  await isUntouched();
});

test.each([true, false])(
  'ci writes no workflow through a linked directory, in a repository: %s',
  async (isRepository) => {
    const directory = isRepository ? await repository() : directoryWith();
    await symlink(outside, join(directory, '.github'));
    const { exit, stderr } = await run(['ci', 'github'], { directory });
    expect({ exit, stderr }).toEqual({ exit: 3, stderr: expect.stringContaining('error[E-FILE-OUTSIDE]') });
    await isUntouched();
  },
);

test('fmt does not write through a link out of the repository', async () => {
  const directory = await repository('version: 1\norganization: acme\ninclude: [linked/there.yaml]\n');
  expect((await run(['fmt'], { directory })).exit).not.toBe(1);
  expect((await run(['fmt', 'linked/there.yaml'], { directory })).stderr).toContain('cannot format');
  await isUntouched();
});

test.each(['mv teams/a b', 'forget teams/a --api-url local', 'drift --write --yes --api-url local', 'undo --dry-run'])(
  '%s rejects an included file behind a link out of the repository',
  async (line) => {
    const directory = await repository('version: 1\norganization: acme\ninclude: [linked/there.yaml]\n');
    expect((await run(line.split(' '), { directory })).exit).toBe(3);
    await isUntouched();
  },
);

test('apply writes no undo file behind a link out of the repository, and continues', async () => {
  const directory = await repository('version: 1\nteams: { docs: { title: Docs } }\n');
  const { exit, stderr } = await run(['apply', '--yes', '--api-url', 'local:p.db', '--undo', 'linked/x.json'], {
    directory,
    environment: { DOCFORM_ORG: 'acme' },
  });
  expect({ exit, stderr }).toEqual({
    exit: 0,
    stderr: expect.stringContaining('The undo file linked/x.json could not be written'),
  });
  await isUntouched();
});

test.each([true, false])(
  'import follows no linked directory when it writes a certificate, in a repository: %s',
  async (isRepository) => {
    const certificate = certificateOne;
    const okta = { label: 'Okta', entityID: 'urn:okta', ssoURL: 'https://okta.acme.dev/sso', certificate };
    const place = await importWorkspace({ saml: { okta } });
    if (isRepository) initRepository(place.directory);
    await symlink(outside, join(place.directory, 'certs'));
    const { exit, stderr } = await place.docform(['import']);
    expect({ exit, stderr }).toEqual({ exit: 3, stderr: expect.stringContaining('E-FILE-OUTSIDE') });
    await isUntouched();
  },
);

test('files of a configuration are written only in its tree, also if a link was created after they were read', async () => {
  const directory = directoryWith();
  await symlink(outside, join(directory, 'linked'));
  for (const path of ['linked/there.yaml', 'linked/new.yaml', '../x.yaml']) {
    const files = {
      directory,
      main: 'docform.yaml',
      before: new Map([['linked/there.yaml', 'teams:   {}\n']]),
      after: new Map([[path, 'x: 1\n']]),
    };
    await expect(writeConfigurationFiles(files)).rejects.toMatchObject({ code: 'E-FILE-OUTSIDE' });
  }
  await isUntouched();
});
