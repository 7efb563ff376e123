/** A plan that revokes the permissions of its own token revokes them last. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { listAt, resourceAt } from '../support/declared.ts';
import { arriveAt, carryOut, faultsOf, planUnblocked } from './journey.ts';
import { journeys, orders, pairsOf } from './law.ts';

const own = 'members/ana@acme.dev';

/** Makes another person admin instead of the user of the token. `isSaid`: the configuration names this user. */
function givenAway(desired: Desired, isSaid: boolean): Desired {
  const { self: _, ...policy } = desired.policy;
  const heirs: readonly string[] = [own, 'members/dan@acme.dev'];
  const others = desired.resources.filter(({ address }) => !heirs.includes(address));
  return {
    ...desired,
    resources: [
      ...heirs.map((address) => resourceAt(address, { role: address === own ? 'read' : 'admin' })),
      ...others,
    ],
    lists: [...desired.lists.filter(({ list }) => list !== 'members'), { ...listAt('members'), prune: 'never' }],
    policy: isSaid ? { ...policy, self: 'ana@acme.dev' } : policy,
  };
}

test('an allowed plan that revokes the admin role of its own token completes all steps', async () => {
  await journeys(
    12,
    [pairsOf('everything'), fc.boolean(), orders],
    async (journey, { before, after }, isSaid, order) => {
      await arriveAt(journey, journey.wanted(before), order);
      const ready = await planUnblocked(journey, givenAway(journey.wanted(after), isSaid));
      const report = await carryOut(journey, ready.planned, order);
      expect(faultsOf(report)).toEqual([]);
    },
  );
});
