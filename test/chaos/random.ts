/** Reproducible random numbers. */
import { createChance } from '../../src/server/control/chance.ts';

export interface Random {
  /** An integer from 0, below `below`. */
  below(below: number): number;
  isTrue(probability: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
  /** Up to `most` different items, in their order. */
  some<T>(from: readonly T[], most: number): readonly T[];
}

export function createRandom(seed: number): Random {
  const fraction = createChance(seed);
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
