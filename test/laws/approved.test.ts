/** Whatever people do between a plan's approval and its apply: nothing happens that was not approved, all that does succeeds, and the rest is planned again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBlocked, keepApproved, plan, remoteChanges } from '../../src/library/index.ts';
import { planJson } from '../../src/report/json.ts';
import { readPlan } from '../../src/report/read-plan.ts';
import { type Deed, doByHand } from './by-hand.ts';
import { desiredOf } from './desired-of.ts';
import { NoWayOut } from './heeded.ts';
import { arriveAt, carryOut, faultsOf, missing, openJourney, planUnblocked } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { orders, settings } from './settings.ts';

const deeds = fc.array(fc.record<Deed>({ what: fc.nat(100), which: fc.nat(20) }), { minLength: 0, maxLength: 8 });

/** What somebody made by hand may leave no way but a person's. */
function ifByHand(error: unknown): undefined {
  if (error instanceof NoWayOut && ['B-SECTIONED', 'B-LAST-STAYS'].includes(error.code)) return undefined;
  throw error;
}

test.each(['sites', 'everything'] as const)('of an approved plan, what still holds is applied, and no more: %s', async (extent) => {
  let kept = 0;
  let stopped = 0;
  await fc.assert(
    fc.asyncProperty(pairsOf(extent), deeds, orders, async ({ before, after }, done, order) => {
      const journey = openJourney();
      const wanted = (outline: typeof before) => desiredOf(outline, journey.reference.organization, journey.seeded);
      await arriveAt(journey, wanted(before));
      const { planned: approved, desired } = await planUnblocked(journey, wanted(after));
      const saved = readPlan(planJson(approved.plan, approved));
      if ('fault' in saved) throw new Error(saved.message);
      await doByHand(journey.reference, done);
      const { allowances } = saved.plan;
      const now = await plan({ desired, platform: journey.platform, ledger: journey.store, allowances, maxWaitMs: 0 });
      const part = keepApproved(now, saved.plan);
      const words = new Set(remoteChanges(approved.plan).map(({ address, action }) => `${action} ${address}`));
      expect(remoteChanges(part.planned.plan).filter(({ address, action }) => !words.has(`${action} ${address}`))).toEqual([]);
      if (done.length === 0) expect(part.kept).toMatchObject({ stopped: [], leftOut: [], settled: [] });
      const told = [...part.kept.stopped, ...part.kept.settled, ...remoteChanges(part.planned.plan)];
      expect([...words].filter((word) => !told.some(({ address, action }) => `${action} ${address}` === word))).toEqual([]);
      if (!isBlocked(part.planned.plan)) expect(faultsOf(await carryOut(journey, part.planned, order))).toEqual([]);
      kept += remoteChanges(part.planned.plan).length;
      stopped += part.kept.stopped.length;
      const arrival = await arriveAt(journey, desired).catch(ifByHand);
      if (arrival === undefined) return;
      expect(faultsOf(arrival.report)).toEqual([]);
      expect(await missing(journey, arrival)).toEqual([]);
      journey.reference.close();
    }),
    settings(40),
  );
  expect(kept).toBeGreaterThan(20);
  expect(stopped).toBeGreaterThan(0);
});
