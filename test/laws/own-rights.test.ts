/** Whoever gives away the rights that a token works with gets everything else done first. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired } from '../../src/library/index.ts';
import { listAt, resourceAt } from '../support/declared.ts';
import { desiredOf } from './desired-of.ts';
import { arriveAt, carryOut, faultsOf, openJourney, planUnblocked } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { orders, settings } from './settings.ts';

const own = 'members/ana@acme.dev';

/** The same, with another admin in place of the user of the token; `isSaid`: whose token it is. */
function givenAway(desired: Desired, isSaid: boolean): Desired {
  const { self: _, ...policy } = desired.policy;
  const heirs: readonly string[] = [own, 'members/dan@acme.dev'];
  const others = desired.resources.filter(({ address }) => !heirs.includes(address));
  return {
    ...desired,
    resources: [...heirs.map((address) => resourceAt(address, { role: address === own ? 'read' : 'admin' })), ...others],
    lists: [...desired.lists.filter(({ list }) => list !== 'members'), { ...listAt('members'), prune: 'never' }],
    policy: isSaid ? { ...policy, self: 'ana@acme.dev' } : policy,
  };
}

test('a plan that takes the role from the user of the token, once that is allowed, is done to its end, whose token it may be', async () => {
  await fc.assert(
    fc.asyncProperty(pairsOf('everything'), fc.boolean(), orders, async ({ before, after }, isSaid, order) => {
      const journey = openJourney();
      const wanted = (outline: typeof before): Desired => desiredOf(outline, journey.reference.organization, journey.seeded);
      await arriveAt(journey, wanted(before), order);
      const ready = await planUnblocked(journey, givenAway(wanted(after), isSaid));
      const report = await carryOut(journey, ready.planned, order);
      expect(faultsOf(report)).toEqual([]);
      journey.reference.close();
    }),
    settings(12),
  );
});
