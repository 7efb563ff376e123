/** After any changes outside docform, a saved plan is either applied completely, or stale and not applied at all. */
import { expect, test } from 'vitest';
import { staleChanges } from '../../src/library/approve.ts';
import { isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { saved } from '../plan/approving.ts';
import { doByHand } from './by-hand.ts';
import { noWayAfterHands } from './heeded.ts';
import { arriveAt, carryOut, faultsOf, missing, planUnblocked } from './journey.ts';
import { choices, extents, journeys, orders, pairsOf } from './law.ts';

test.each(extents)('a saved plan makes only approved changes, and all of them succeed: %s', async (extent) => {
  let applied = 0;
  let stopped = 0;
  await journeys(15, [pairsOf(extent), choices(0, 8), orders], async (journey, { before, after }, done, order) => {
    await arriveAt(journey, journey.wanted(before));
    const { planned: approved, desired } = await planUnblocked(journey, journey.wanted(after));
    const known = saved(approved);
    await doByHand(journey.reference, done);
    const { allowances } = known;
    const now = await journey.plan(desired, { allowances });
    const stale = staleChanges(now, known);
    if (done.length === 0) expect(stale).toEqual([]);
    if (stale.length === 0) {
      const words = new Set(remoteChanges(approved.plan).map(({ address, action }) => `${action} ${address}`));
      const unapproved = remoteChanges(now.plan).filter(({ address, action }) => !words.has(`${action} ${address}`));
      expect(unapproved).toEqual([]);
      if (!isBlocked(now.plan)) expect(faultsOf(await carryOut(journey, now, order))).toEqual([]);
      applied += 1;
    } else stopped += 1;
    const arrival = await arriveAt(journey, desired).catch(noWayAfterHands);
    if (arrival === undefined) return;
    expect(faultsOf(arrival.report)).toEqual([]);
    expect(await missing(journey, arrival)).toEqual([]);
  });
  expect(applied).toBeGreaterThan(3);
  expect(stopped).toBeGreaterThan(3);
});
