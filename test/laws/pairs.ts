/** Pairs of outlines: what an organization is, and what it is wanted to be. */
import type fc from 'fast-check';
import { drawn } from './draw.ts';
import { drawPair, type Extent, type Outline } from './outline.ts';

export interface Pair {
  readonly before: Outline;
  readonly after: Outline;
}

export function pairsOf(extent: Extent): fc.Arbitrary<Pair> {
  return drawn((draw) => drawPair(draw, extent));
}
