/** Without its blocked changes and what depends on them, a plan can be applied: no step fails, nothing else is sent, and only the withheld changes remain. */
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { withoutBlocked } from '../../src/library/withhold.ts';
import type { NamedChange } from '../../src/plan/result/action.ts';
import { isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { doByHand } from './by-hand.ts';
import { arriveAt, carryOut, cutOffAfter, faultsOf, type Journey } from './journey.ts';
import { choices, journeys, orders, pairsOf } from './law.ts';
import { shownIn } from './shown-content.ts';

const namesOf = (changes: readonly NamedChange[]) =>
  changes.map(({ action, address }) => `${action} ${address}`).sort();

test('the rest of a blocked plan is applied, and only withheld changes remain', async () => {
  const figures = { applied: 0, withheld: 0, rest: 0 };
  await journeys(
    16,
    [pairsOf('everything'), choices(2, 6), orders],
    async (journey, { before, after }, done, order) => {
      await arriveAt(journey, journey.wanted(before));
      await doByHand(journey.reference, done);
      const desired = journey.wanted(after);
      const whole = await journey.plan(desired);
      if (!isBlocked(whole.plan)) return;
      const { plan: rest } = await withoutBlocked(whole);
      const { withheld = [] } = rest;
      if (isBlocked(rest)) {
        expect(withheld).toEqual([]);
        return;
      }
      expect(namesOf([...rest.changes, ...withheld])).toEqual(namesOf(whole.plan.changes));
      const blocked = whole.plan.changes.filter((change) => change.blocked !== undefined);
      expect(namesOf(withheld)).toEqual(expect.arrayContaining(namesOf(blocked)));
      expect(faultsOf(await carryOut(journey, { plan: rest }, order))).toEqual([]);
      const { plan: second } = await withoutBlocked(await journey.plan(desired));
      const applied = new Set(namesOf(rest.changes));
      expect(namesOf(remoteChanges(second)).filter((name) => applied.has(name))).toEqual([]);
      figures.applied += 1;
      figures.withheld += withheld.length;
      figures.rest += rest.changes.length;
    },
  );
  expect(figures.applied).toBeGreaterThan(3);
  expect(Math.min(figures.withheld, figures.rest)).toBeGreaterThan(5);
});

/** Everything that the ledger and the platform hold after the rest of a blocked plan is applied as often as needed. */
async function applyRest(journey: Journey, desired: Desired, order: number): Promise<readonly string[]> {
  for (let round = 0; round < 6; round += 1) {
    const { plan } = await withoutBlocked(await journey.plan(desired));
    if (isBlocked(plan) || remoteChanges(plan).length === 0)
      return namesOf([...plan.changes, ...(plan.withheld ?? [])]);
    await carryOut(journey, { plan }, order);
  }
  throw new Error('the rest is never applied');
}

test('the rest of a blocked plan leads to the same state after a lost connection', async () => {
  const figures = { cut: 0 };
  await journeys(
    14,
    [pairsOf('everything'), choices(2, 6), choices(1, 1, 12), orders],
    async (journey, { before, after }, done, [cut], order) => {
      await arriveAt(journey, journey.wanted(before));
      await doByHand(journey.reference, done);
      const desired = journey.wanted(after);
      const first = await withoutBlocked(await journey.plan(desired));
      if (isBlocked(first.plan) || first.plan.withheld === undefined) return;
      const { ledger } = await journey.backend.load();
      journey.reference.snapshots.take('blocked');
      const alone = await applyRest(journey, desired, order);
      const whole = await shownIn(journey);
      journey.reference.snapshots.restore('blocked');
      journey.backend = memoryLedger(ledger);
      cutOffAfter(journey, cut?.which ?? 0);
      await carryOut(journey, first, order);
      journey.intercept = (send) => send;
      expect(await applyRest(journey, desired, order)).toEqual(alone);
      expect(await shownIn(journey)).toEqual(whole);
      figures.cut += 1;
    },
  );
  expect(figures.cut).toBeGreaterThan(3);
});
