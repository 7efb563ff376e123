/** The best item among those with a key below a bound, kept up to date in logarithmic time (a Fenwick tree of maxima). */

export interface PrefixBest {
  readonly add: (key: number, item: number) => void;
  /** The best item with a key smaller than `bound`; -1 when there is none. */
  readonly below: (bound: number) => number;
  /** Forgets everything that was added, in time proportional to what was added. */
  readonly clear: () => void;
}

/** Keys are 0 … size - 1. `isBetter` is a strict order, so that the answer never depends on the order of adding. */
export function prefixBest(size: number, isBetter: (a: number, b: number) => boolean): PrefixBest {
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
