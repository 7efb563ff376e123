/** The first stage of a plan: finds the live object of each declared resource, and decides how to create the missing ones. */
import { sortConfiguration } from '../context/canonical-order.ts';
import { createWorld, type PlanInput, type World } from '../context/world.ts';
import { type Creates, childrenMovedIn, pendingCreates, planCreates } from './creates.ts';
import type { Foreseen, Matches } from './identity.ts';
import { matchAll } from './match.ts';
import { addUnfinishedCompanions } from './unfinished.ts';

export interface Matched {
  readonly world: World;
  readonly matches: Matches;
  readonly waiting: Foreseen['waiting'];
  readonly creates: Creates;
}

/** Matches again if creates are deferred, or if a flat site gets sections, because its site-spaces then have new addresses. */
export function matchResources(input: PlanInput): Matched {
  const given = createWorld({ ...input, desired: sortConfiguration(input.desired, input.shapes) });
  const world = (input.companions?.size ?? 0) === 0 ? given : addUnfinishedCompanions(given);
  let matches = matchAll(world);
  const waiting = new Map(pendingCreates(world, matches));
  if (waiting.size > 0) matches = matchAll(world, { waiting });
  let creates = planCreates(world, matches);
  const matchAgain = (placed: Foreseen['placed']) => {
    for (const [address, wait] of creates.manual) waiting.set(address, wait);
    matches = matchAll(world, { waiting, placed });
    creates = planCreates(world, matches);
    if (creates.manual.size > 0) matchAgain(placed);
  };
  if (creates.manual.size > 0) matchAgain(new Map());
  const placed = childrenMovedIn(world, matches, creates.wraps);
  if (placed.size > 0) matchAgain(placed);
  return { world, matches, waiting, creates };
}
