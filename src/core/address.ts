/** Addresses: the docform name of a resource, such as `sites/docs/sections/payments`. */
import { compareTexts } from './compare.ts';
import { once } from './once.ts';

export type Address = string;

/** Stands for the organization itself where its top level is what things stand in, in order: by no list can it be the address of a resource. */
export const topContainer: Address = 'organization';

/** What it has in the place of a container's id: no id is empty. */
export const topContainerId = '';

/** Where the members of a container stand, for people. */
export function withinContainer(container: Address): string {
  return container === topContainer ? 'at the top level' : `in ${container}`;
}

/** A list of resources: its address, such as `teams`, `teams/docs/members` or `sites/docs/sections`. */
export type ListAddress = string;

/** The address of `key` in the list `segment` of `parent` (null: the organization). */
export function childAddress(parent: Address | null, segment: string, key: string): Address {
  return `${listAddress(parent, segment)}/${key}`;
}

export function listAddress(parent: Address | null, segment: string): ListAddress {
  return parent === null ? segment : `${parent}/${segment}`;
}

/** The list an address belongs to, or what a list stands in: the address without its last part. */
export function listOf(address: Address): Address {
  return address.slice(0, address.lastIndexOf('/'));
}

/** The last part of an address: the key of what it names. */
export function keyIn(address: Address): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/** What an address stands in, or is, at the top level: `teams/docs` of `teams/docs/members/ana@acme.dev`; a list there stands for itself. */
export function topOf(address: Address): Address {
  const end = address.indexOf('/', address.indexOf('/') + 1);
  return end === -1 ? address : address.slice(0, end);
}

/** True when `address` is `ancestor` or stands below it. */
export function isWithin(address: Address, ancestor: Address): boolean {
  return address === ancestor || address.startsWith(`${ancestor}/`);
}

/** Whether an address is one of these, or stands below one; as quick for thousands of them as for one. */
export function withinAny(ancestors: Pick<ReadonlySet<Address>, 'has'>): (address: Address) => boolean {
  return (address) => {
    for (let end = address.length; end > 0; end = address.lastIndexOf('/', end - 1)) if (ancestors.has(address.slice(0, end))) return true;
    return false;
  };
}

/** What is at addresses, found by what these stand in: as quick among thousands as among a few. */
export interface WithinIndex<T> {
  readonly add: (address: Address, item: T) => void;
  /** What is at an address or list, or stands below it, in the order in which it was added. */
  readonly of: (ancestor: Address) => readonly T[];
}

export function withinIndex<T>(): WithinIndex<T> {
  const below = new Map<Address, T[]>();
  return {
    add: (address, item) => {
      for (let end = address.length; end > 0; end = address.lastIndexOf('/', end - 1)) {
        const ancestor = address.slice(0, end);
        const there = below.get(ancestor);
        if (there === undefined) below.set(ancestor, [item]);
        else there.push(item);
      }
    },
    of: (ancestor) => below.get(ancestor) ?? [],
  };
}

/** Those of a list, by what they stand in. */
export function thoseWithin<T extends { readonly address: Address }>(all: Iterable<T>): WithinIndex<T>['of'] {
  const index = once(() => {
    const made = withinIndex<T>();
    for (const each of all) made.add(each.address, each);
    return made;
  });
  return (ancestor) => index().of(ancestor);
}

/** Addresses in their one order everywhere: by code unit, so that it depends on no locale. */
export function byAddress(a: { readonly address: Address }, b: { readonly address: Address }): number {
  return compareTexts(a.address, b.address);
}
