/** Tests that one apply reverts many different changes made outside docform, and that the next plan is empty. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { projectDirectory } from '../support/sources.ts';
import { run } from './harness.ts';
import { disturb } from './many-drifts.ts';

const server = createPlatform({ seed: 'small' });
afterAll(() => server.close());

test('plan and apply revert 24 changes of examples/acme made outside docform, and the next plan is empty', async () => {
  const { url, close } = await server.listen({ port: 0 });
  const directory = directoryWith();
  await cp(join(projectDirectory, 'examples/acme'), directory, { recursive: true });
  const { token, organization } = server;
  const environment = { DOCFORM_API_URL: url, DOCFORM_TOKEN: token, DOCFORM_ORG: organization };
  const docform = (argv: readonly string[]) => run(argv, { directory, environment });
  const allowing = (addresses: readonly string[]) => addresses.flatMap((address) => ['--allow', address]);

  // docform matched these objects by title, so the first apply that shows them needs --allow.
  const found = ['collections/product', 'spaces/home', 'spaces/payments-en', 'spaces/changelog'];
  expect(await docform(['apply', '--yes', ...allowing(found)])).toMatchObject({ exit: 0 });
  const ledgerFile = join(directory, 'docform.ledger.json');
  const drift = await disturb({ url, token, organization });
  await writeFile(ledgerFile, drift.ownedIn(await readFile(ledgerFile, 'utf8')));

  // Without a record that docform applied these objects, each delete needs --allow.
  const planned = await docform(['plan', '--detailed-exitcode', ...allowing(drift.leftovers)]);
  expect(planned.exit).toBe(2);
  expect(planned.stdout).toContain('\nPlan: 7 to create, 9 to update, 4 to move, 4 to delete. 28 API requests.\n');
  const applied = await docform(['apply', '--yes', ...allowing(drift.leftovers)]);
  expect(applied.exit).toBe(0);
  expect(applied.stdout).toContain('Applied 24 changes.');
  const second = await docform(['plan', '--detailed-exitcode']);
  expect(second.exit).toBe(0);
  expect(second.stdout).toContain('No changes.');
  await close();
});
