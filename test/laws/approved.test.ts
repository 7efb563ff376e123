/** Whatever people do between a plan's approval and its apply: nothing happens that was not approved, all that does succeeds, and the rest is planned again. */
import { expect, test } from 'vitest';
import { keepApproved } from '../../src/library/plan.ts';
import { isBlocked, remoteChanges } from '../../src/plan/change.ts';
import { saved } from '../plan/approving.ts';
import { doByHand } from './by-hand.ts';
import { noWayAfterHands } from './heeded.ts';
import { arriveAt, carryOut, faultsOf, missing, planUnblocked } from './journey.ts';
import { choices, extents, journeys, orders, pairsOf } from './law.ts';

const deeds = choices(0, 8);

test.each(extents)('of an approved plan, what still holds is applied, and no more: %s', async (extent) => {
  let kept = 0;
  let stopped = 0;
  await journeys(40, [pairsOf(extent), deeds, orders], async (journey, { before, after }, done, order) => {
    await arriveAt(journey, journey.wanted(before));
    const { planned: approved, desired } = await planUnblocked(journey, journey.wanted(after));
    const known = saved(approved);
    await doByHand(journey.reference, done);
    const { allowances } = known;
    const now = await journey.plan(desired, { allowances });
    const part = keepApproved(now, known);
    const words = new Set(remoteChanges(approved.plan).map(({ address, action }) => `${action} ${address}`));
    expect(
      remoteChanges(part.planned.plan).filter(({ address, action }) => !words.has(`${action} ${address}`)),
    ).toEqual([]);
    if (done.length === 0) expect(part.kept).toMatchObject({ stopped: [], leftOut: [], settled: [] });
    const told = [...part.kept.stopped, ...part.kept.settled, ...remoteChanges(part.planned.plan)];
    expect([...words].filter((word) => !told.some(({ address, action }) => `${action} ${address}` === word))).toEqual(
      [],
    );
    if (!isBlocked(part.planned.plan)) expect(faultsOf(await carryOut(journey, part.planned, order))).toEqual([]);
    kept += remoteChanges(part.planned.plan).length;
    stopped += part.kept.stopped.length;
    const arrival = await arriveAt(journey, desired).catch(noWayAfterHands);
    if (arrival === undefined) return;
    expect(faultsOf(arrival.report)).toEqual([]);
    expect(await missing(journey, arrival)).toEqual([]);
  });
  expect(kept).toBeGreaterThan(20);
  expect(stopped).toBeGreaterThan(0);
});
