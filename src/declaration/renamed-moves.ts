/** Extends `moved` for a rename, so that ledgers which know any former name still find the resource. */
import { type Address, keyIn, listOf } from '../core/address.ts';
import { listNow, type Move, renamesOf } from '../kinds/renames.ts';
import type { Shapes } from '../kinds/shape.ts';

/** `from` is declared, `to` is free. */
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
  // It had `from` only after something else: so do the entries that end there. Others led on from `to`, where from now on they would end.
  const keyAfter = (key: string): string => {
    if (isKnown && key === keyIn(from)) return keyIn(to);
    return left?.now !== undefined && !isBack && !left.entry.reused && key === keyIn(to) ? keyIn(left.now) : key;
  };
  const kept = moved.flatMap((entry): readonly M[] => {
    if (!here.has(entry)) return [entry];
    // A ledger that has it at `from` tells it by its first name, which stays known for that.
    if (entry === left?.entry && isBack && !isKnown && !entry.reused) return [];
    const end = `${listOf(entry.to)}/${keyAfter(keyIn(entry.to))}`;
    const isReused = entry === left?.entry && !entry.reused;
    return end === entry.to && !isReused ? [entry] : [{ ...entry, to: end, ...(isReused ? { reused: true } : {}) }];
  });
  const list = listNow(listOf(from), firstName);
  return isKnown ? kept : [...kept, { from: `${list}/${keyIn(from)}`, to: `${list}/${keyIn(to)}` }];
}
