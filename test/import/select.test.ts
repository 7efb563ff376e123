/** The import of any single list can be read back. */
import { expect, test } from 'vitest';
import { importLive } from '../../src/library/import.ts';
import { chosenOf, misread, newConfiguration } from '../../src/library/import-texts.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { file, type Living, living, readTexts } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';

async function expectEachList({ platform, reference: { organization } }: Living): Promise<readonly string[]> {
  const imported = await importLive({ organization, platform, ledger: memoryLedger(), maxWaitMs: 0 });
  const { lists } = imported.adopted;
  for (const list of lists) {
    const selected = chosenOf(imported, [list]);
    const desired = readTexts(newConfiguration(selected, { organization, file }));
    expect(misread(desired, selected), list).toEqual([]);
  }
  return lists;
}

test.each(['small', 'medium'] as const)('each list of fixture %s can be imported alone', async (seed) => {
  expect((await expectEachList(await living(seed))).length).toBeGreaterThan(4);
});

test('an empty list of groups is not imported if the site has only sections', async () => {
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
  const selected = chosenOf(imported, ['sites/docs/groups', 'sites/docs/shareLinks']);
  const desired = readTexts(newConfiguration(selected, { organization: reference.organization, file }));
  expect(misread(desired, selected)).toEqual([]);
  expect(desired.lists.map(({ list }) => list)).toEqual(['sites', 'sites/docs/shareLinks']);
});
