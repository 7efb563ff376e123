/** The plan of an import is empty for any organization, and declared addresses stay the same. */
import { expect, test } from 'vitest';
import { emptyLedger } from '../../src/core/state.ts';
import { importLive } from '../../src/library/import.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { arriveAt } from '../laws/journey.ts';
import { extents, journeys, pairsOf } from '../laws/law.ts';
import { changesOf, ledgerOf } from './adopting.ts';

test.each(extents)('the plan of an import is empty, and declared addresses keep their ids: %s', async (extent) => {
  await journeys(10, [pairsOf(extent)], async (journey, { before, after }) => {
    const { platform, reference } = journey;
    const { organization } = reference;
    for (const outline of [before, after]) {
      const { desired } = await arriveAt(journey, journey.wanted(outline));
      const fresh = await importLive({ organization, platform, ledger: memoryLedger() });
      expect(changesOf(fresh.adopted, fresh.live)).toEqual([]);
      expect(changesOf(fresh.adopted, fresh.live, emptyLedger)).toEqual([]);
      const again = await importLive({ organization, platform, ledger: journey.backend, desired });
      const { resources } = (await journey.backend.load()).ledger;
      const known = { ...emptyLedger, resources: { ...ledgerOf(again.adopted).resources, ...resources } };
      expect(changesOf(again.adopted, again.live, known)).toEqual([]);
      const ids = Object.fromEntries(again.adopted.ids);
      for (const { address, isExternal } of desired.resources)
        if (!isExternal && resources[address] !== undefined)
          expect([address, ids[address]]).toEqual([address, resources[address].id]);
    }
  });
});
