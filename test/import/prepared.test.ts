/** The library refuses the same imports as the command: no import leads to an unwanted delete. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { validate } from '../../src/library/configuration.ts';
import { importLive } from '../../src/library/import.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { keepImport, prepareImport } from '../../src/library/prepare-import.ts';
import { directoryWith } from '../support/directory.ts';
import { living } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';

const world = worldOf({ teams: { docs: { title: 'Docs' }, support: { title: 'Support' } } });
const organization = 'acme';

/** `text`: of the existing configuration. */
async function open(text?: string, ledger: StateBackend = memoryLedger()) {
  const directory = directoryWith();
  if (text !== undefined) await writeFile(join(directory, 'docform.yaml'), `version: 1\norganization: acme\n${text}`);
  const { platform } = await living(world);
  const options = { directory, file: 'docform.yaml' };
  const validation = text === undefined ? undefined : await validate(options);
  const prepare = async (...addresses: readonly string[]) => {
    const desired = validation?.desired === undefined ? {} : { desired: validation.desired };
    const imported = await importLive({ organization, platform, ledger, maxWaitMs: 0, ...desired });
    const place = { options, organization, host: platform.host, ledgerPlace: 'the ledger' };
    return prepareImport({ imported, addresses, ...place, ...(validation === undefined ? {} : { validation }) });
  };
  return { directory, platform, ledger, prepare };
}

test('an import refuses unknown addresses and resources that later plans would delete', async () => {
  const { prepare } = await open();
  await expect(prepare('teams/nobody')).rejects.toMatchObject({
    code: 'E-USAGE',
    message: expect.stringContaining('teams/nobody'),
  });
  const pruned = await open('policy: { prune: all }\n');
  await expect(pruned.prepare('teams/docs')).rejects.toMatchObject({
    code: 'E-IMPORT-DIFFERS',
    message: expect.stringContaining('delete'),
  });
});

test('a file with different content is not overwritten', async () => {
  const { prepare, directory } = await open();
  await writeFile(join(directory, 'docform.yaml'), 'version: 1\n');
  await expect(prepare('teams')).rejects.toMatchObject({ code: 'E-FILE-EXISTS' });
});

test('the ledger of another configuration is not changed', async () => {
  const first = await open();
  await keepImport(await first.prepare('teams/docs'), { platform: first.platform, ledger: first.ledger, maxWaitMs: 0 });
  const second = await open(undefined, first.ledger);
  await expect(second.prepare('teams')).rejects.toMatchObject({
    code: 'E-LEDGER-SHARED',
    message: expect.stringContaining('the ledger'),
  });
  expect((await second.prepare('teams/docs')).plan.plan.changes).toEqual([]);
});

test('the caller writes the files, then the ledger, and the next plan is empty', async () => {
  const { prepare, directory, platform, ledger } = await open('teams: { docs: { title: Docs } }\n');
  const prepared = await prepare('teams');
  expect(prepared.files).toEqual([{ path: 'docform.yaml', status: 'changed' }]);
  for (const [path, text] of prepared.texts) await writeFile(join(directory, path), text);
  await keepImport(prepared, { platform, ledger, maxWaitMs: 0 });
  const desired = (await validate({ directory }))?.desired ?? expect.fail('there is no configuration');
  const { changes } = (await plan({ desired, platform, ledger, maxWaitMs: 0 })).plan;
  expect(changes).toEqual([]);
});
