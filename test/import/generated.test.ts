/** Whatever state an organization is in, adopting it leaves nothing to plan, and keeps the addresses that are declared. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyLedger } from '../../src/core/state.ts';
import { importLive, memoryLedger } from '../../src/library/index.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { arriveAt, openJourney } from '../laws/journey.ts';
import { pairsOf } from '../laws/pairs.ts';
import { settings } from '../laws/settings.ts';
import { changesOf, ledgerOf } from './adopting.ts';

test.each(['sites', 'everything'] as const)('%s', async (extent) => {
  await fc.assert(
    fc.asyncProperty(pairsOf(extent), async ({ before, after }) => {
      const journey = openJourney();
      const { platform, reference } = journey;
      const { organization } = reference;
      for (const outline of [before, after]) {
        const { desired } = await arriveAt(journey, desiredOf(outline, organization, journey.seeded));
        const fresh = await importLive({ organization, platform, ledger: memoryLedger() });
        expect(changesOf(fresh.adopted, fresh.live)).toEqual([]);
        expect(changesOf(fresh.adopted, fresh.live, emptyLedger)).toEqual([]);
        const again = await importLive({ organization, platform, ledger: journey.store, desired });
        const { resources } = (await journey.store.load()).ledger;
        const known = { ...emptyLedger, resources: { ...ledgerOf(again.adopted).resources, ...resources } };
        expect(changesOf(again.adopted, again.live, known)).toEqual([]);
        const ids = Object.fromEntries(again.adopted.ids);
        for (const { address, isLookUp } of desired.resources)
          if (!isLookUp && resources[address] !== undefined) expect([address, ids[address]]).toEqual([address, resources[address].id]);
      }
      reference.close();
    }),
    { ...settings(10), endOnFailure: true },
  );
});
