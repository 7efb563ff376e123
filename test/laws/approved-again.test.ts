/** A saved plan whose apply was interrupted can be applied again: only approved changes are made, and nothing is created twice. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { staleChanges } from '../../src/library/approve.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { saved } from '../plan/approving.ts';
import { arriveAt, arriveWhole, carryOut, cutOffAfter, faultsOf, planUnblocked } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';

test.each(extents)('applying the same plan again finishes an interrupted apply: %s', async (extent) => {
  let continued = 0;
  let runs = 0;
  await journeys(8, [pairsOf(extent), fc.nat(25), orders], async (journey, { before, after }, writes, order) => {
    await arriveAt(journey, journey.wanted(before));
    const { planned, desired } = await planUnblocked(journey, journey.wanted(after));
    const approved = saved(planned);
    cutOffAfter(journey, writes);
    await carryOut(journey, planned, order);
    journey.intercept = (send) => send;
    const { allowances } = approved;
    const now = await journey.plan(desired, { allowances });
    runs += 1;
    if (staleChanges(now, approved).length === 0) {
      continued += 1;
      expect(faultsOf(await carryOut(journey, now, order))).toEqual([]);
      expect(remoteChanges((await journey.plan(desired, { allowances })).plan)).toEqual([]);
    }
    await arriveWhole(journey, desired);
  });
  // Some states between two changes need another plan: swapped paths, and a flat site that gets sections.
  expect(continued / runs).toBeGreaterThan(0.7);
});
