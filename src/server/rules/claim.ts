/** Unique values: who takes one that is held is refused with 409; derived ones get a number instead. */
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';

/** Refuses when something other than `ownId` holds the key. */
export function requireFree(context: Context, uniqueKey: string, ownId: string, message: string): void {
  const holder = context.store.holderOf(uniqueKey);
  if (holder !== undefined && holder.id !== ownId) throw conflict(message);
}

const longestPath = 100;

/** A path made from a title: `Payments & Co` gives `payments-co`, then `payments-co-2`. */
export function freePath(context: Context, title: string, fallback: string, keyOf: (path: string) => string): string {
  const base = slug(title).slice(0, longestPath) || fallback;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const path = base.slice(0, longestPath - suffix.length) + suffix;
    if (context.store.holderOf(keyOf(path)) === undefined) return path;
  }
}

export function slug(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
}
