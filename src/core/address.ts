/** Addresses: the docform name of a resource, such as `sites/docs/sections/payments`. */
import { compareTexts } from './compare.ts';
import { cacheFirstResult } from './once.ts';

export type Address = string;

/** The organization as a container of ordered members. It cannot be the address of a resource. */
export const topContainer: Address = 'organization';

/** Its id as a container: no platform id is empty. */
export const topContainerId = '';

/** The name of a container in reports. */
export function containerPhrase(container: Address): string {
  return container === topContainer ? 'at the top level' : `in ${container}`;
}

/** A list of resources: its address, such as `teams`, `teams/docs/members` or `sites/docs/sections`. */
export type ListAddress = string;

/** The address of `key` in the list `segment` of `parent` (null: the organization). */
export function childAddress(parent: Address | null, segment: string, key: string): Address {
  return addressOfKey(listAddress(parent, segment), key);
}

/** A key that is a path, such as the source of a redirect, has colons instead of slashes: no other key contains a colon. */
export function addressOfKey(list: ListAddress, key: string): Address {
  return `${list}/${key.startsWith('/') ? key.replaceAll('/', ':') : key}`;
}

export function listAddress(parent: Address | null, segment: string): ListAddress {
  return parent === null ? segment : `${parent}/${segment}`;
}

/** The list of an address, or the parent of a list: the address without its last part. */
export function listOf(address: Address): Address {
  return address.slice(0, address.lastIndexOf('/'));
}

/** The last part of an address: the key of the resource. */
export function keyIn(address: Address): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/** The top-level resource that contains an address: `teams/docs` for `teams/docs/members/ana@acme.dev`. A top-level list is returned unchanged. */
export function topLevelAddress(address: Address): Address {
  const end = address.indexOf('/', address.indexOf('/') + 1);
  return end === -1 ? address : address.slice(0, end);
}

/** The lists and resources that contain an address, innermost first. */
export function containersOf(address: Address): readonly Address[] {
  const found: Address[] = [];
  for (let end = address.lastIndexOf('/'); end > 0; end = address.lastIndexOf('/', end - 1))
    found.push(address.slice(0, end));
  return found;
}

/** True if `address` is `ancestor` or below it. */
export function isWithin(address: Address, ancestor: Address): boolean {
  return address === ancestor || address.startsWith(`${ancestor}/`);
}

/** Tests whether an address is one of these, or below one, in time that does not depend on their number. */
export function createWithinTest(ancestors: Pick<ReadonlySet<Address>, 'has'>): (address: Address) => boolean {
  return (address) => {
    for (let end = address.length; end > 0; end = address.lastIndexOf('/', end - 1))
      if (ancestors.has(address.slice(0, end))) return true;
    return false;
  };
}

/** Finds values at or below an address, in time that does not depend on their number. */
export interface WithinIndex<T> {
  readonly add: (address: Address, item: T) => void;
  /** The values at an address or list, and below it, in the order of addition. */
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

/** Finds the items at or below an address. Builds its index on first use. */
export function createDescendantFinder<T extends { readonly address: Address }>(
  all: Iterable<T>,
): WithinIndex<T>['of'] {
  const index = cacheFirstResult(() => {
    const made = withinIndex<T>();
    for (const each of all) made.add(each.address, each);
    return made;
  });
  return (ancestor) => index().of(ancestor);
}

/** Sorts addresses by code unit, so that the order does not depend on the locale. */
export function byAddress(a: { readonly address: Address }, b: { readonly address: Address }): number {
  return compareTexts(a.address, b.address);
}

/** False for `..`, `__proto__` and everything that the ids of the platform do not contain. */
export function isSafeId(id: string): boolean {
  return /^[\w-]+$/.test(id) && id !== '__proto__';
}

/** Takes time proportional to pattern × address for any pattern. `one`: stands for any character. */
export function compileAddressPattern(pattern: string, one?: string): (address: string) => boolean {
  const tokens = pattern.match(/\*+|[^*]/gu) ?? [];
  return (address) => {
    const characters = [...address];
    // For each position of the address: whether the tokens so far can end there.
    let ends = [true, ...characters.map(() => false)];
    for (const token of tokens) {
      if (!ends.includes(true)) return false;
      if (!token.startsWith('*'))
        ends = [
          false,
          ...characters.map((character, at) => ends[at] === true && (character === token || token === one)),
        ];
      else {
        const reached: boolean[] = [];
        for (const [at, isEnd] of ends.entries()) {
          const goesOn = at > 0 && reached[at - 1] === true && (token.length > 1 || characters[at - 1] !== '/');
          reached.push(isEnd || goesOn);
        }
        ends = reached;
      }
    }
    return ends.at(-1) === true;
  };
}

/** Selects what one of the patterns matches, and everything in it. */
export function compilePatternsWithin(patterns: readonly string[]): (address: string) => boolean {
  const matchers = patterns.map(compilePatternWithin);
  return (address) => matchers.some((matches) => matches(address));
}

/** Tests whether the pattern can select an address or anything in it. */
export function compilePatternReach(pattern: string): (address: string) => boolean {
  const selects = compilePatternWithin(pattern);
  const [start = ''] = pattern.split('*', 1);
  const isOpen = start !== pattern;
  return (address) =>
    selects(address) || start.startsWith(`${address}/`) || (isOpen && `${address}/`.startsWith(start));
}

/** Selects what the pattern matches, and everything in it. */
export function compilePatternWithin(pattern: string): (address: string) => boolean {
  if (!pattern.includes('*')) return (address) => isWithin(address, pattern);
  const [itself, contents] = [compileAddressPattern(pattern), compileAddressPattern(`${pattern}/**`)];
  return (address) => itself(address) || contents(address);
}
