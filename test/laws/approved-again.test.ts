/** A saved plan whose apply was interrupted can be applied again: only approved changes are made, and nothing is created twice. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvedBySaved } from '../../src/library/approve.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { saved } from '../plan/approving.ts';
import { arriveAt, arriveWhole, carryOut, cutOffAfter, faultsOf, planUnblocked } from './journey.ts';
import { choices, extents, journeys, orders, pairsOf } from './law.ts';
import { doUnrelated, withApart } from './unrelated-edits.ts';

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
    const part = await approvedBySaved(now, approved);
    if (part !== undefined) {
      continued += 1;
      expect(part.leftOut).toEqual([]);
      expect(faultsOf(await carryOut(journey, part.planned, order))).toEqual([]);
      expect(remoteChanges((await journey.plan(desired, { allowances })).plan)).toEqual([]);
    }
    await arriveWhole(journey, desired);
  });
  // Some states between two changes need another plan: swapped paths, and a flat site that gets sections.
  expect(continued / runs).toBeGreaterThan(0.7);
});

test.each(extents)('unrelated changes in between are left out: %s', async (extent) => {
  const figures = { runs: 0, continued: 0, leftOut: 0 };
  await journeys(
    8,
    [pairsOf(extent), fc.nat(25), choices(1, 3), orders],
    async (journey, { before, after }, writes, edits, order) => {
      await arriveAt(journey, journey.wanted(withApart(before)));
      const { planned, desired } = await planUnblocked(journey, journey.wanted(withApart(after)));
      const approved = saved(planned);
      cutOffAfter(journey, writes);
      await carryOut(journey, planned, order);
      journey.intercept = (send) => send;
      await doUnrelated(journey, edits);
      const { allowances } = approved;
      const now = await journey.plan(desired, { allowances });
      figures.runs += 1;
      const part = await approvedBySaved(now, approved);
      if (part === undefined) return;
      figures.continued += 1;
      figures.leftOut += part.leftOut.length;
      const known = new Set(planned.plan.steps.map(({ id }) => id));
      expect(part.planned.plan.steps.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
      expect(faultsOf(await carryOut(journey, part.planned, order))).toEqual([]);
      const left = new Set(part.leftOut.map(({ address }) => address));
      const { plan: rest } = await journey.plan(desired, { allowances });
      expect(remoteChanges(rest).filter(({ address }) => !left.has(address))).toEqual([]);
    },
  );
  expect(figures.continued / figures.runs).toBeGreaterThan(0.7);
  expect(figures.leftOut).toBeGreaterThan(5);
});
