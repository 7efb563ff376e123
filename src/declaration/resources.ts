/** Finds resources by address. */
import type { Address } from '../core/address.ts';
import { type Declaration, type Desired, type DesiredResource, isExternalBlock } from '../core/state.ts';

export type Resources = ReadonlyMap<Address, DesiredResource>;

/** Includes people who are only references, such as undeclared members of a team. */
export function resourcesAt(resources: Iterable<DesiredResource>): Map<Address, DesiredResource> {
  return new Map([...resources].map((resource) => [resource.address, resource]));
}

/** Excludes people who are only references, such as undeclared members of a team. */
export function declared(resources: Iterable<DesiredResource>): readonly DesiredResource[] {
  return [...resources].filter((each) => !each.isExternal || isExternalBlock(each));
}

/** `now`: maps to current addresses. */
export function declaredAt(resources: Iterable<DesiredResource>, now = (address: Address): Address => address) {
  return new Map(declared(resources).map((resource) => [now(resource.address), resource]));
}

/** The part of desired state that describes resources. */
export function declarationOf({ resources, orders, lists, moved }: Desired): Declaration & Pick<Desired, 'moved'> {
  return { resources, orders, lists: lists.map(({ list }) => list), moved };
}
