/** Number of runs and seeds of the laws. Seeds are fixed; DOCFORM_LAW_RUNS multiplies the runs, each with other seeds. */
import fc, { type Parameters } from 'fast-check';
import { drawn } from './draw.ts';
import { type Journey, openJourney } from './journey.ts';
import { drawPair, type Extent, type Outline } from './outline.ts';

const factor = Number(process.env.DOCFORM_LAW_RUNS ?? 1);
const seed = Number(process.env.DOCFORM_LAW_SEED ?? 20_261_121);

export function settings<T>(runs: number): Parameters<T> {
  return {
    seed,
    numRuns: Math.max(1, Math.round(runs * factor)),
    interruptAfterTimeLimit: Number(process.env.DOCFORM_LAW_MS ?? 3_600_000),
  };
}

type Arbitraries<Drawn extends readonly unknown[]> = { [At in keyof Drawn]: fc.Arbitrary<Drawn[At]> };

/** Checks a property with this number of generated values. */
export async function always<Drawn extends [unknown, ...unknown[]]>(
  runs: number,
  arbitraries: readonly [...Arbitraries<Drawn>],
  holds: (...all: Drawn) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty<Drawn>(...arbitraries, holds), settings(runs));
}

/** Checks a property with a new organization for each run. */
export async function journeys<Drawn extends [unknown, ...unknown[]]>(
  runs: number,
  arbitraries: readonly [...Arbitraries<Drawn>],
  holds: (journey: Journey, ...all: Drawn) => Promise<void>,
): Promise<void> {
  await always<Drawn>(runs, arbitraries, async (...all) => {
    const journey = openJourney();
    await holds(journey, ...all).finally(() => journey.reference.close());
  });
}

/** `sites` generates only spaces and sites, and therefore more of them. */
export const extents: readonly Extent[] = ['sites', 'everything'];

/** The current and the desired organization. */
export interface Pair {
  readonly before: Outline;
  readonly after: Outline;
}

export function pairsOf(extent: Extent): fc.Arbitrary<Pair> {
  return drawn((draw) => drawPair(draw, extent));
}

/** Ways to run a plan: sequentially, concurrently, or in any permitted order. */
export const orders = fc.nat(20);

/** Selects a change outside docform (`by-hand.ts`) or an edit (`drift-elsewhere.ts`), and its object. */
export interface Choice {
  readonly what: number;
  readonly which: number;
}

export function choices(minLength: number, maxLength: number, most = 20): fc.Arbitrary<Choice[]> {
  return fc.array(fc.record({ what: fc.nat(100), which: fc.nat(most) }), { minLength, maxLength });
}
