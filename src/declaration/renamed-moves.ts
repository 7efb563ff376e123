/** Extends `moved` for a rename, so that ledgers with any former address still match. */
import { type Address, keyIn, listOf } from '../core/address.ts';
import { listNow, type Move, renamesOf } from '../kinds/renames.ts';
import type { Shapes } from '../kinds/shape.ts';

/** `from` is declared, and `to` is free. */
export function movesAfter<M extends Move>(
  moved: readonly M[],
  { from, to }: Move,
  shapes: Shapes,
): readonly (M | Move)[] {
  const { entries, firstName } = renamesOf(moved, shapes);
  const here = new Map(
    entries.flatMap((led) => (listOf(led.from) === listOf(from) ? [[led.entry, led] as const] : [])),
  );
  const leaving = (address: Address) => [...here.values()].find((led) => led.from === address);
  const left = leaving(to);
  const isBack = left !== undefined && left.now === from;
  const isKnown = leaving(from) !== undefined;
  // Entries that end at `from` were for another resource. Entries that led on from `to` would now end there.
  const keyAfter = (key: string): string => {
    if (isKnown && key === keyIn(from)) return keyIn(to);
    return left?.now !== undefined && !isBack && !left.entry.reused && key === keyIn(to) ? keyIn(left.now) : key;
  };
  const kept = moved.flatMap((entry): readonly M[] => {
    if (!here.has(entry)) return [entry];
    // A ledger with the resource at `from` identifies it by its first address, so that entry stays.
    if (entry === left?.entry && isBack && !isKnown && !entry.reused) return [];
    const end = `${listOf(entry.to)}/${keyAfter(keyIn(entry.to))}`;
    const isReused = entry === left?.entry && !entry.reused;
    return end === entry.to && !isReused ? [entry] : [{ ...entry, to: end, ...(isReused ? { reused: true } : {}) }];
  });
  const list = listNow(listOf(from), firstName);
  return isKnown ? kept : [...kept, { from: `${list}/${keyIn(from)}`, to: `${list}/${keyIn(to)}` }];
}
