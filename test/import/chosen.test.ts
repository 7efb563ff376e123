/** Whatever list is asked for, what is written of it is read back as that. */
import { expect, test } from 'vitest';
import { importLive } from '../../src/library/import.ts';
import { chosenOf, misread, newConfiguration } from '../../src/library/import-texts.ts';
import { memoryLedger } from '../../src/library/ledger.ts';
import { file, type Living, living, readTexts } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';

async function expectEachList({ platform, reference: { organization } }: Living): Promise<readonly string[]> {
  const imported = await importLive({ organization, platform, ledger: memoryLedger(), maxWaitMs: 0 });
  const { lists } = imported.adopted;
  for (const list of lists) {
    const chosen = chosenOf(imported, [list]);
    const desired = readTexts(newConfiguration(chosen, { organization, file }));
    expect(misread(desired, chosen), list).toEqual([]);
  }
  return lists;
}

test.each(['small', 'medium'] as const)('each list of the seed %s by itself', async (seed) => {
  expect((await expectEachList(await living(seed))).length).toBeGreaterThan(4);
});

test('an empty list that shares its place with another, beside something else of its site: of groups, where a site has sections only', async () => {
  const structure = [{ section: 'guides' }, { section: 'api' }];
  const shareLinks = { partners: { name: 'Partners' } };
  const { platform, reference } = await living(
    worldOf({ spaces: { home: { title: 'Home' } }, sites: { docs: { structure, shareLinks } } }),
  );
  const imported = await importLive({
    organization: reference.organization,
    platform,
    ledger: memoryLedger(),
    maxWaitMs: 0,
  });
  expect(imported.adopted.lists).toContain('sites/docs/groups');
  const chosen = chosenOf(imported, ['sites/docs/groups', 'sites/docs/shareLinks']);
  const desired = readTexts(newConfiguration(chosen, { organization: reference.organization, file }));
  expect(misread(desired, chosen)).toEqual([]);
  expect(desired.lists.map(({ list }) => list)).toEqual(['sites', 'sites/docs/shareLinks']);
});
