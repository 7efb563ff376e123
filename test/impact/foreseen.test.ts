/** What a plan leads to is foreseen as it comes: for generated organizations, whatever they were before. */
import { expect, test } from 'vitest';
import { arriveAt } from '../laws/journey.ts';
import { extents, journeys, orders, pairsOf } from '../laws/law.ts';
import { unforeseen } from '../support/foreseen.ts';

test.each(extents)('every object and field is foreseen as it is read afterwards: %s', async (extent) => {
  await journeys(30, [pairsOf(extent), orders], async (journey, { before, after }, order) => {
    for (const outline of [before, after]) {
      const { planned, desired } = await arriveAt(journey, journey.wanted(outline), order);
      const { live, ledger } = await journey.plan(desired);
      expect(unforeseen(planned, live, ledger)).toEqual([]);
    }
  });
});
