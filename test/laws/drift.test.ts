/** After any changes outside docform, an apply restores declared resources and keeps unmanaged objects. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { doByHand } from './by-hand.ts';
import { noWayAfterHands } from './heeded.ts';
import { arriveAt, faultsOf, missing } from './journey.ts';
import { choices, extents, journeys, orders, pairsOf } from './law.ts';

const deeds = choices(1, 8);

test.each(extents)('an apply restores declared resources after any changes outside docform: %s', async (extent) => {
  await journeys(
    16,
    [pairsOf(extent), deeds, fc.boolean(), orders],
    async (journey, { before, after }, done, isSame, order) => {
      await arriveAt(journey, journey.wanted(before));
      await doByHand(journey.reference, done);
      const arrival = await arriveAt(journey, journey.wanted(isSame ? before : after), order).catch(noWayAfterHands);
      if (arrival === undefined) return;
      expect(faultsOf(arrival.report)).toEqual([]);
      expect(await missing(journey, arrival)).toEqual([]);
      const second = await journey.plan(arrival.desired);
      expect(remoteChanges(second.plan)).toEqual([]);
    },
  );
});
