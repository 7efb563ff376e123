/** Finds resources by their addresses. */
import type { Address } from '../core/address.ts';
import type { Declaration, Desired, DesiredResource } from '../core/state.ts';

export type Resources = ReadonlyMap<Address, DesiredResource>;

/** All of them, also those that are only looked up. */
export function resourcesAt(resources: Iterable<DesiredResource>): Map<Address, DesiredResource> {
  return new Map([...resources].map((resource) => [resource.address, resource]));
}

/** Those that stand in a block of their own: who is only looked up does not. */
export function declared(resources: Iterable<DesiredResource>): readonly DesiredResource[] {
  return [...resources].filter(({ isLookUp }) => !isLookUp);
}

/** The same by address; `now`: by the one that each has by now. */
export function declaredAt(
  resources: Iterable<DesiredResource>,
  now = (address: Address): Address => address,
): Map<Address, DesiredResource> {
  return new Map(declared(resources).map((resource) => [now(resource.address), resource]));
}

/** Of desired state what a file says of resources: a list is declared or not, whatever its words. */
export function declarationOf({ resources, orders, lists, moved }: Desired): Declaration & Pick<Desired, 'moved'> {
  return { resources, orders, lists: lists.map(({ list }) => list), moved };
}
