/** The first stage of a plan: finds the live object of each declared resource, and decides how to create the missing ones. */
import { inCanonicalOrder } from '../context/canonical-order.ts';
import { createWorld, type PlanInput, type World } from '../context/world.ts';
import { type Creates, pendingCreates, planCreates, swallowedBy } from './creates.ts';
import type { Foreseen, Matches } from './identity.ts';
import { matchAll } from './match.ts';
import { withCompanions } from './unfinished.ts';

export interface Matched {
  readonly world: World;
  readonly matches: Matches;
  readonly waiting: Foreseen['waiting'];
  readonly creates: Creates;
}

/** Matches again if creates are deferred, or if a flat site gets sections, because its site-spaces then have new addresses. */
export function matchResources(input: PlanInput): Matched {
  const given = createWorld({ ...input, desired: inCanonicalOrder(input.desired, input.shapes) });
  const world = (input.companions?.size ?? 0) === 0 ? given : withCompanions(given);
  let matches = matchAll(world);
  const waiting = new Map(pendingCreates(world, matches));
  if (waiting.size > 0) matches = matchAll(world, { waiting });
  let creates = planCreates(world, matches);
  const again = (placed: Foreseen['placed']) => {
    for (const [address, wait] of creates.manual) waiting.set(address, wait);
    matches = matchAll(world, { waiting, placed });
    creates = planCreates(world, matches);
    if (creates.manual.size > 0) again(placed);
  };
  if (creates.manual.size > 0) again(new Map());
  const placed = swallowedBy(world, matches, creates.wraps);
  if (placed.size > 0) again(placed);
  return { world, matches, waiting, creates };
}
