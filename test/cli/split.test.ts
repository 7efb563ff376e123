/** Tests the guide that moves a site into a separate configuration: no writes, two empty plans, and no drift in either. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { blocksOf, pageAt } from '../docs/pages.ts';
import { acme, closeWorkspaces, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

test('the site is imported into the new configuration and forgotten in the old one', async () => {
  const place = await importWorkspace(acme);
  for (const name of ['all', 'own']) await mkdir(join(place.directory, name));
  const docform = async (...argv: readonly string[]) => {
    const { exit, stdout, stderr } = await place.docform(argv);
    expect(exit, stdout + stderr).toBe(0);
    return stdout;
  };
  await docform('-C', 'all', 'import');
  await docform('-C', 'own', 'import', 'sites/docs');
  const forgotten = await docform('-C', 'all', 'forget', 'sites/docs');
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
