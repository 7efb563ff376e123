/** Chance that can be repeated: the same seed always gives the same numbers. */

export interface Random {
  /** A whole number from 0 up to but not `below`. */
  below(below: number): number;
  isTrue(probability: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
  /** Up to `most` different ones, in their order. */
  some<T>(from: readonly T[], most: number): readonly T[];
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  return {
    below,
    isTrue: (probability) => fraction() < probability,
    pick: (from) => from[below(from.length)],
    some: (from, most) => {
      const left = [...from];
      while (left.length > most) left.splice(below(left.length), 1);
      return left;
    },
  };
}
