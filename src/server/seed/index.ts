/** Worlds by the name of their seed. */
import { largeWorld } from './large.ts';
import { mediumWorld } from './medium.ts';
import { emptyWorld, smallWorld } from './small.ts';
import type { SeedName, World } from './world.ts';

const worlds: { readonly [Name in SeedName]: (seedNumber: number) => World } = {
  empty: emptyWorld,
  small: smallWorld,
  medium: mediumWorld,
  large: largeWorld,
};

export const seedNames = Object.keys(worlds) as SeedName[];

/** The world of a seed; the same name and number always give the same one. */
export function createWorld(seed: SeedName, seedNumber: number): World {
  // Programs without types may ask for anything.
  if (!Object.hasOwn(worlds, seed)) throw new Error(`there is no seed ${JSON.stringify(seed)}: seeds are ${seedNames.join(', ')}`);
  return worlds[seed](seedNumber);
}
