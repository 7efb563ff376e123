/** Without its blocked changes and what depends on them, a plan can be applied: no step fails, nothing else is sent, and only the withheld changes remain. */
import { expect, test } from 'vitest';
import { withoutBlocked } from '../../src/library/withhold.ts';
import { isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { doByHand } from './by-hand.ts';
import { arriveAt, carryOut, faultsOf } from './journey.ts';
import { choices, journeys, orders, pairsOf } from './law.ts';

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
      const names = (changes: readonly { readonly action: string; readonly address: string }[]) =>
        changes.map(({ action, address }) => `${action} ${address}`).sort();
      expect(names([...rest.changes, ...withheld])).toEqual(names(whole.plan.changes));
      const blocked = whole.plan.changes.filter((change) => change.blocked !== undefined);
      expect(names(withheld)).toEqual(expect.arrayContaining(names(blocked)));
      expect(faultsOf(await carryOut(journey, { plan: rest }, order))).toEqual([]);
      const { plan: second } = await withoutBlocked(await journey.plan(desired));
      const applied = new Set(names(rest.changes));
      expect(names(remoteChanges(second)).filter((name) => applied.has(name))).toEqual([]);
      figures.applied += 1;
      figures.withheld += withheld.length;
      figures.rest += rest.changes.length;
    },
  );
  expect(figures.applied).toBeGreaterThan(3);
  expect(Math.min(figures.withheld, figures.rest)).toBeGreaterThan(5);
});
