/** Finds creates that have to wait: a container can be the only creator of a companion, and it is unknown whether the companion exists. */
import type { Address } from '../core/address.ts';
import { isReference } from '../core/value.ts';
import { membersWithin } from './creates.ts';
import { type Match, type Matches, matchesAt } from './identity/identity.ts';
import type { World } from './world.ts';

/** Missing resources that have to wait, with the reason. */
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
      `it waits for ${resource.address}, which it would create if necessary: ${reason}`,
    );
  }
  return waiting;
}

/** A companion without a create call (a space) for which a new container (a site) can be the only creator. */
function unreadCompanion(world: World, matches: Matches, { resource, shape }: Match): Match | undefined {
  for (const link of membersWithin(world, resource.address)) {
    for (const value of Object.values(link.fields)) {
      const target = isReference(value) ? matches.at.get(value.ref) : undefined;
      const { companionOf, createNeeds = '', createsEmpty } = target?.shape ?? {};
      if (target?.state !== 'hidden' || createsEmpty || target.resource.fields[createNeeds] !== undefined) continue;
      if (companionOf?.container === shape.name && companionOf.link === link.kind) return target;
    }
  }
  return undefined;
}

/** The first member of a container is unknown, and no other member can be the first. */
function unreadFirst(world: World, matches: Matches, { resource, shape }: Match): Match | undefined {
  const children = matchesAt(matches.at, world.input.desired.orders[resource.address]);
  const firsts = children.filter((child) => child.shape.name === shape.firstCompanion);
  return firsts.some(({ state }) => state === 'absent') ? undefined : firsts.find(({ state }) => state === 'hidden');
}
