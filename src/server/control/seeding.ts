/** Loads a fixture into a new state and at each reset, and records its name. */
import { writeIdSeed } from '../context.ts';
import { impossible } from '../errors.ts';
import type { Fixture, SeedName } from '../fixture/fixture.ts';
import { createFixture } from '../fixture/index.ts';
import { load } from '../fixture/load.ts';
import type { Store } from '../objects.ts';
import { callerFact } from '../tokens.ts';
import { firstSeedFactName } from '../whole-state.ts';

/** The fixture of a state. `custom` is a fixture without a name. */
export interface Seed {
  name: SeedName | 'custom';
  seedNumber: number;
}

export interface SeedOptions {
  seed: SeedName | Fixture;
  seedNumber: number;
}

const seedFact = 'seed';

export function loadFixtureIfNew(store: Store, options: SeedOptions): void {
  if (store.readFact(callerFact) !== undefined) return;
  loadFixture(store, options);
  store.writeFact(firstSeedFactName, store.readFact(seedFact) ?? '');
}

export function resetToFixture(
  store: Store,
  options: SeedOptions,
  change: { seed?: SeedName | undefined; seedNumber?: number | undefined },
): void {
  const first = firstSeed(store, options);
  const seed = change.seed ?? (first.name === 'custom' ? options.seed : first.name);
  if (change.seed === undefined && first.name === 'custom' && typeof seed === 'string') {
    throw impossible('the fixture of this state is not available; name a seed');
  }
  const wanted = { seed, seedNumber: change.seedNumber ?? first.seedNumber };
  store.removeState();
  loadFixture(store, wanted);
  store.removeOrphanTokens();
}

export function presentSeed(store: Store, options: SeedOptions): Seed {
  return read(store, seedFact) ?? firstSeed(store, options);
}

/** Older data files contain no seed; they count as created with the current option. */
function firstSeed(store: Store, { seed, seedNumber }: SeedOptions) {
  return (
    read(store, firstSeedFactName) ??
    (typeof seed === 'string' ? { name: seed, seedNumber } : { name: 'custom', seedNumber: seed.seedNumber })
  );
}

function read(store: Store, fact: string) {
  const text = store.readFact(fact) ?? '';
  return text === '' ? undefined : (JSON.parse(text) as Seed);
}

function loadFixture(store: Store, { seed, seedNumber }: SeedOptions) {
  const fixture = typeof seed === 'string' ? createFixture(seed, seedNumber) : seed;
  const { sequence, caller } = load(store, fixture);
  writeIdSeed(store, fixture.seedNumber, sequence);
  store.writeFact(callerFact, caller);
  const loaded: Seed = { name: typeof seed === 'string' ? seed : 'custom', seedNumber: fixture.seedNumber };
  store.writeFact(seedFact, JSON.stringify(loaded));
}
