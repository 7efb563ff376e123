/** After an apply was cut off at any write, the next apply completes the work and creates no duplicates. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { arriveWhole, carryOut, cutOffAfter, planUnblocked, seededUnmanaged, unmanagedOf } from './journey.ts';
import { extents, journeys, orders, pairsOf } from './law.ts';

test.each(extents)('the next apply completes an apply that was cut off, without duplicates: %s', async (extent) => {
  await journeys(
    12,
    [pairsOf(extent), fc.nat(25), fc.nat(25), orders],
    async (journey, { before, after }, first, second, order) => {
      for (const [outline, writes] of [
        [before, first],
        [after, second],
      ] as const) {
        const wanted = journey.wanted(outline);
        const { planned, desired } = await planUnblocked(journey, wanted);
        cutOffAfter(journey, writes);
        await carryOut(journey, planned, order);
        journey.intercept = (send) => send;
        const arrival = await arriveWhole(journey, desired, order);
        const next = await journey.plan(arrival.desired);
        expect(remoteChanges(next.plan)).toEqual([]);
        expect(unmanagedOf(next).filter((name) => !seededUnmanaged.includes(name))).toEqual([]);
      }
    },
  );
});
