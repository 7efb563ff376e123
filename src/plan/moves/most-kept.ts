/** Finds the largest set of siblings that can stay while the others move. */

/** Siblings by index in the wanted order. */
export interface Siblings {
  readonly count: number;
  readonly position: readonly number[];
  /** Whether the sibling can be placed only next to siblings of its kind (a section), or next to any (a group). */
  readonly limited: readonly boolean[];
  /** Whether the sibling moves into the list anyway. */
  readonly arriving: readonly boolean[];
}

/**
 * Returns the indexes that stay, ascending. They are in the wanted order already. A limited sibling can move between two free siblings that
 * stay only if another limited sibling is there, so such a stretch needs one that is there now. Items in `moving` never stay.
 * Prefers the set with most siblings that do not arrive by a move, then with most limited or arriving siblings, then with earlier positions.
 */
export function mostKept(siblings: Siblings, moving: ReadonlySet<number>): readonly number[] {
  const { count, position, limited, arriving } = siblings;
  const score = new Float64Array(count);
  const previous = new Int32Array(count).fill(-1);
  const isBetter = (a: number, b: number): boolean => {
    const difference = (score[a] ?? 0) - (score[b] ?? 0);
    return difference === 0 ? (position[a] ?? 0) < (position[b] ?? 0) : difference > 0;
  };
  const better = (a: number, b: number): number => (a === -1 || (b !== -1 && isBetter(b, a)) ? b : a);
  const { stretch, total } = liveStretches(siblings);
  const limitedOnes = prefixBest(count, isBetter);
  const freeOnes = prefixBest(count, isBetter);
  const freeOnesOfThisRun = prefixBest(count, isBetter);
  const freeOnesByStretch = prefixBest(total, isBetter);
  /** Items that a free sibling at this position can directly follow. */
  const beforeFree = (place: number, live: number): number =>
    better(better(limitedOnes.below(place), freeOnesOfThisRun.below(place)), freeOnesByStretch.below(live));
  let limitedSoFar = 0;
  for (let item = 0; item < count; item++) {
    const place = position[item] ?? 0;
    const live = stretch[item] ?? 0;
    const isLimited = limited[item] === true;
    const from = isLimited ? better(limitedOnes.below(place), freeOnes.below(place)) : beforeFree(place, live);
    const canBeFirst = isLimited || limitedSoFar === 0 || live > 0;
    if ((from !== -1 || canBeFirst) && !moving.has(item)) {
      previous[item] = from;
      score[item] = (from === -1 ? 0 : (score[from] ?? 0)) + (arriving[item] ? 1 : count + 1 + (isLimited ? 1 : 0));
      for (const tree of isLimited ? [limitedOnes] : [freeOnes, freeOnesOfThisRun]) tree.add(place, item);
      if (!isLimited && live < total) freeOnesByStretch.add(live, item);
    }
    if (isLimited) {
      freeOnesOfThisRun.clear();
      limitedSoFar++;
    }
  }
  return chainTo(beforeFree(count, total), previous);
}

function liveStretches({ count, position, limited }: Siblings): {
  readonly stretch: Int32Array;
  readonly total: number;
} {
  const atPlace = new Int32Array(count);
  for (let item = 0; item < count; item++) atPlace[position[item] ?? 0] = item;
  const stretch = new Int32Array(count);
  let total = 0;
  for (const item of atPlace) {
    stretch[item] = total;
    if (limited[item]) total++;
  }
  return { stretch, total };
}

function chainTo(last: number, previous: Int32Array): readonly number[] {
  const chain: number[] = [];
  for (let item = last; item !== -1; item = previous[item] ?? -1) chain.push(item);
  return chain.reverse();
}

interface PrefixBest {
  readonly add: (key: number, item: number) => void;
  readonly below: (bound: number) => number;
  /** Removes all items, in time proportional to their number. */
  readonly clear: () => void;
}

/** Keys are 0 to size - 1. `isBetter` is a strict order, so the result does not depend on the order of insertion. */
function prefixBest(size: number, isBetter: (a: number, b: number) => boolean): PrefixBest {
  const best = new Int32Array(size + 1).fill(-1);
  const added: number[] = [];
  const add = (key: number, item: number): void => {
    added.push(key);
    for (let at = key + 1; at <= size; at += at & -at) {
      const there = best[at] ?? -1;
      if (there === -1 || isBetter(item, there)) best[at] = item;
    }
  };
  const below = (bound: number): number => {
    let found = -1;
    for (let at = bound; at > 0; at -= at & -at) {
      const there = best[at] ?? -1;
      if (there !== -1 && (found === -1 || isBetter(there, found))) found = there;
    }
    return found;
  };
  const clear = (): void => {
    for (const key of added) for (let at = key + 1; at <= size; at += at & -at) best[at] = -1;
    added.length = 0;
  };
  return { add, below, clear };
}
