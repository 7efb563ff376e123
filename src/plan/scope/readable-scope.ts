/** Finds the scope that a token with fewer rights than an admin's can plan completely. Pure. */
import { type Address, createWithinTest, listOf } from '../../core/address.ts';
import type { Unknown } from '../result/change.ts';

/** True if the plan depends on the list: it hides resources, or the order or the deletes of its members. */
export function isIncomplete({ hides, keeps = [], misses = [] }: Pick<Unknown, 'hides' | 'keeps' | 'misses'>): boolean {
  return hides.length + keeps.length + misses.length > 0;
}

/** True if an incomplete list affects declared or deleted resources, or their order. */
export function isReadInPart({ unknown }: { readonly unknown: readonly Unknown[] }): boolean {
  return unknown.some(isIncomplete);
}

/** Addresses without which the plan is complete. Undefined: other failures than missing permissions make it incomplete. */
export function findUnreadableAddresses(unknown: readonly Unknown[]): readonly Address[] | undefined {
  const incomplete = unknown.filter(isIncomplete);
  const namesOf = ({ list, hides, keeps = [], misses = [], refers = [] }: Unknown) =>
    misses.length > 0 ? [list, ...refers] : [...hides, ...keeps, ...refers];
  const denied = new Set(incomplete.filter(({ isDenied }) => isDenied).flatMap(namesOf));
  if (!incomplete.flatMap(namesOf).every(createWithinTest(denied))) return undefined;
  return [...denied].filter((address) => !address.includes('/') || !createWithinTest(denied)(listOf(address))).sort();
}
