/** Laws: what they are tried on and how often. Seeds are fixed, and DOCFORM_LAW_RUNS multiplies the runs, each time with other seeds. */
import fc, { type Parameters } from 'fast-check';
import { drawn } from './draw.ts';
import { type Journey, openJourney } from './journey.ts';
import { drawPair, type Extent, type Outline } from './outline.ts';

const factor = Number(process.env.DOCFORM_LAW_RUNS ?? 1);
export const seed = Number(process.env.DOCFORM_LAW_SEED ?? 20_261_121);

export function settings<T>(runs: number): Parameters<T> {
  return {
    seed,
    numRuns: Math.max(1, Math.round(runs * factor)),
    interruptAfterTimeLimit: Number(process.env.DOCFORM_LAW_MS ?? 3_600_000),
  };
}

type Arbitraries<Drawn extends readonly unknown[]> = { [At in keyof Drawn]: fc.Arbitrary<Drawn[At]> };

/** What holds of whatever is drawn: tried so many times. */
export async function always<Drawn extends [unknown, ...unknown[]]>(
  runs: number,
  arbitraries: readonly [...Arbitraries<Drawn>],
  holds: (...all: Drawn) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty<Drawn>(...arbitraries, holds), settings(runs));
}

/** The same of an organization on a platform of its own each time, which is closed afterwards. */
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

/** Spaces and sites alone, and everything: the first for more of them. */
export const extents: readonly Extent[] = ['sites', 'everything'];

/** What an organization is, and what it is wanted to be. */
export interface Pair {
  readonly before: Outline;
  readonly after: Outline;
}

export function pairsOf(extent: Extent): fc.Arbitrary<Pair> {
  return drawn((draw) => drawPair(draw, extent));
}

/** Ways to carry out a plan: step by step, all at once, or in any order that its edges allow. */
export const orders = fc.nat(20);

/** Numbers that choose what is done by hand (`by-hand.ts`) or edited (`drift-elsewhere.ts`), and to which of the things that are there. */
export interface Choice {
  readonly what: number;
  readonly which: number;
}

export function choices(minLength: number, maxLength: number, most = 20): fc.Arbitrary<Choice[]> {
  return fc.array(fc.record({ what: fc.nat(100), which: fc.nat(most) }), { minLength, maxLength });
}
