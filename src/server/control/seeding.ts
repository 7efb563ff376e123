/** Plants a seed into the state, once for a new one and again for each reset, and remembers which one it was. */
import { writeIdSeed } from '../context.ts';
import { impossible } from '../errors.ts';
import type { Store } from '../objects.ts';
import { createWorld } from '../seed/index.ts';
import { plant } from '../seed/plant.ts';
import type { SeedName, World } from '../seed/world.ts';
import { callerFact } from '../tokens.ts';
import { firstSeedFactName } from '../whole-state.ts';

/** What a state began with. `custom`: a world of one's own. */
export interface Seed {
  readonly name: SeedName | 'custom';
  readonly seedNumber: number;
}

export interface SeedOptions {
  readonly seed: SeedName | World;
  readonly seedNumber: number;
}

/** Name of the fact that holds the seed of the present state. */
const seedFact = 'seed';

/** Inside of a transaction: plants a state that is new, and leaves every other as it is. */
export function plantIfNew(store: Store, options: SeedOptions): void {
  if (store.readFact(callerFact) !== undefined) return;
  plantWorld(store, options);
  store.writeFact(firstSeedFactName, store.readFact(seedFact) ?? '');
}

/** Inside of a transaction: puts the given seed, or the one the state began with, in the place of everything there is. */
export function replant(
  store: Store,
  options: SeedOptions,
  change: { readonly seed?: SeedName | undefined; readonly seedNumber?: number | undefined },
): void {
  const first = firstSeed(store, options);
  const seed = change.seed ?? (first.name === 'custom' ? options.seed : first.name);
  if (change.seed === undefined && first.name === 'custom' && typeof seed === 'string') {
    throw impossible('this state began with a world that is not at hand; name a seed');
  }
  const wanted = { seed, seedNumber: change.seedNumber ?? first.seedNumber };
  store.removeState();
  plantWorld(store, wanted);
  store.removeOrphanTokens();
}

/** The seed of the present state. */
export function presentSeed(store: Store, options: SeedOptions): Seed {
  return read(store, seedFact) ?? firstSeed(store, options);
}

/** A file from before seeds were remembered counts as one of the seed that is asked for now. */
function firstSeed(store: Store, { seed, seedNumber }: SeedOptions): Seed {
  return (
    read(store, firstSeedFactName) ??
    (typeof seed === 'string' ? { name: seed, seedNumber } : { name: 'custom', seedNumber: seed.seedNumber })
  );
}

function read(store: Store, fact: string): Seed | undefined {
  const text = store.readFact(fact) ?? '';
  return text === '' ? undefined : (JSON.parse(text) as Seed);
}

function plantWorld(store: Store, { seed, seedNumber }: SeedOptions): void {
  const world = typeof seed === 'string' ? createWorld(seed, seedNumber) : seed;
  const { sequence, caller } = plant(store, world);
  writeIdSeed(store, world.seedNumber, sequence);
  store.writeFact(callerFact, caller);
  const planted: Seed = { name: typeof seed === 'string' ? seed : 'custom', seedNumber: world.seedNumber };
  store.writeFact(seedFact, JSON.stringify(planted));
}
