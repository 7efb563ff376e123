/** Whatever people do on the platform by hand: what is declared is brought back, and what nobody manages stays. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plan, remoteChanges } from '../../src/library/index.ts';
import { type Deed, doByHand } from './by-hand.ts';
import { desiredOf } from './desired-of.ts';
import { NoWayOut } from './heeded.ts';
import { arriveAt, faultsOf, missing, openJourney } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { orders, settings } from './settings.ts';

const deeds = fc.array(fc.record<Deed>({ what: fc.nat(100), which: fc.nat(20) }), { minLength: 1, maxLength: 8 });

/** Sections that somebody made by hand cannot be deleted by docform, nor what they cannot be without. */
function ifByHand(error: unknown): undefined {
  if (error instanceof NoWayOut && ['B-SECTIONED', 'B-LAST-STAYS'].includes(error.code)) return undefined;
  throw error;
}

test.each(['sites', 'everything'] as const)('after any change by hand, what is declared is there again: %s', async (extent) => {
  await fc.assert(
    fc.asyncProperty(pairsOf(extent), deeds, fc.boolean(), orders, async ({ before, after }, done, isSame, order) => {
      const journey = openJourney();
      await arriveAt(journey, desiredOf(before, journey.reference.organization, journey.seeded));
      await doByHand(journey.reference, done);
      const arrival = await arriveAt(
        journey,
        desiredOf(isSame ? before : after, journey.reference.organization, journey.seeded),
        order,
      ).catch(ifByHand);
      if (arrival === undefined) return;
      expect(faultsOf(arrival.report)).toEqual([]);
      expect(await missing(journey, arrival)).toEqual([]);
      const second = await plan({ desired: arrival.desired, platform: journey.platform, ledger: journey.store });
      expect(remoteChanges(second.plan)).toEqual([]);
      journey.reference.close();
    }),
    settings(30),
  );
});
