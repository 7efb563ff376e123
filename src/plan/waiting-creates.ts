/** Creates that wait: a container is not made without companions that only it could create, while nobody knows whether these are there. */
import type { Address } from '../core/address.ts';
import { isReference } from '../core/value.ts';
import { membersWithin } from './creates.ts';
import { type Match, type Matches, matchesAt } from './identity/identity.ts';
import type { World } from './world.ts';

/** Missing resources that have to wait, and why. */
export function waitingCreates(world: World, matches: Matches): ReadonlyMap<Address, string> {
  const waiting = new Map<Address, string>();
  if (!matches.unmatched.some(({ state }) => state === 'hidden')) return waiting;
  for (const match of matches.unmatched) {
    const cause =
      match.state === 'absent'
        ? (unreadCompanion(world, matches, match) ?? unreadFirst(world, matches, match))
        : undefined;
    if (cause === undefined) continue;
    const { resource, reason = 'it could not be read' } = cause;
    waiting.set(
      match.resource.address,
      `it waits for ${resource.address}, which would be made along with it if it is not there: ${reason}`,
    );
  }
  return waiting;
}

/** Something without a create of its own (a space), for which a new container (a site) may be the only way. */
function unreadCompanion(world: World, matches: Matches, { resource, shape }: Match): Match | undefined {
  for (const link of membersWithin(world, resource.address)) {
    for (const value of Object.values(link.fields)) {
      const target = isReference(value) ? matches.at.get(value.ref) : undefined;
      const { companionOf, createNeeds = '' } = target?.shape ?? {};
      if (target?.state !== 'hidden' || target.resource.fields[createNeeds] !== undefined) continue;
      if (companionOf?.container === shape.name && companionOf.link === link.kind) return target;
    }
  }
  return undefined;
}

/** All that it could be made with (a section's spaces). */
function unreadFirst(world: World, matches: Matches, { resource, shape }: Match): Match | undefined {
  const children = matchesAt(matches.at, world.input.desired.orders[resource.address]);
  const firsts = children.filter((child) => child.shape.name === shape.firstCompanion);
  return firsts.some(({ state }) => state === 'absent') ? undefined : firsts.find(({ state }) => state === 'hidden');
}
