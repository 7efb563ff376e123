/** The simulated state of a plan equals the state after its apply, for generated organizations. */
import { expect, test } from 'vitest';
import { arriveAt } from '../laws/journey.ts';
import { extents, journeys, orders, pairsOf } from '../laws/law.ts';
import { unforeseen } from '../support/foreseen.ts';

test.each(extents)('the simulated state equals the state after the apply: %s', async (extent) => {
  await journeys(12, [pairsOf(extent), orders], async (journey, { before, after }, order) => {
    for (const outline of [before, after]) {
      const { planned, desired } = await arriveAt(journey, journey.wanted(outline), order);
      const { live, ledger } = await journey.plan(desired);
      expect(unforeseen(planned, live, ledger)).toEqual([]);
    }
  });
});
