/** What a plan leads to is foreseen as it comes: for generated organizations, whatever they were before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan } from '../../src/library/index.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { arriveAt, openJourney } from '../laws/journey.ts';
import { pairsOf } from '../laws/pairs.ts';
import { orders, settings } from '../laws/settings.ts';
import { unforeseen } from '../support/foreseen.ts';

test.each(['sites', 'everything'] as const)('every object and field is foreseen as it is read afterwards: %s', async (extent) => {
  await fc.assert(
    fc.asyncProperty(pairsOf(extent), orders, async ({ before, after }, order) => {
      const journey = openJourney();
      for (const outline of [before, after]) {
        const { planned, desired } = await arriveAt(journey, desiredOf(outline, journey.reference.organization, journey.seeded), order);
        const { live, ledger } = await plan({ desired, platform: journey.platform, ledger: journey.store });
        expect(unforeseen(planned, live, ledger)).toEqual([]);
      }
      journey.reference.close();
    }),
    settings(30),
  );
});
