/** Tests the guide that moves a site into a separate configuration: no writes, two empty plans, and no drift in either. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { blocksOf, pageAt } from '../docs/pages.ts';
import { initRepository } from '../support/directory.ts';
import { acme, closeWorkspaces, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

test('a site is forgotten in the old configuration and imported into the new one, which refers to its spaces', async () => {
  const place = await importWorkspace(acme);
  for (const name of ['all', 'own']) await mkdir(join(place.directory, name));
  // The configurations see each other only in a Git repository.
  initRepository(place.directory);
  const docform = async (...argv: readonly string[]) => {
    const { exit, stdout, stderr } = await place.docform(argv);
    expect(exit, stdout + stderr).toBe(0);
    return stdout;
  };
  await docform('-C', 'all', 'import');
  const forgotten = await docform('-C', 'all', 'forget', 'sites/docs');
  await docform('-C', 'own', 'import', 'sites/docs');
  expect(await place.file('own/docform.yaml')).toContain('external: { id: ');
  expect(forgotten).toContain('sites/docs');
  expect(await place.file('all/docform.yaml')).not.toContain('basename: docs');
  const [ignoring = ''] = blocksOf(pageAt('docs/guides/split-an-organization.md'), 'yaml').filter((block) =>
    block.includes('ignore:'),
  );
  await place.write('own/docform.yaml', `${await place.file('own/docform.yaml')}${ignoring}`);
  for (const name of ['all', 'own'])
    expect(await docform('-C', name, 'plan', '--detailed-exitcode')).toContain('No changes.');
  expect(await docform('-C', 'own', 'drift', '--detailed-exitcode')).toContain('No drift.');
  expect(place.hasWritten()).toBe(false);
});
