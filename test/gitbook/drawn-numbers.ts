/** Numbers that depend only on a seed. */
import fc from 'fast-check';

/** Returns a function that draws a whole number below its argument. */
export function numbersFrom(seed: number): (below: number) => number {
  const drawn = fc.sample(fc.nat({ max: 1_000_000 }), { seed, numRuns: 1000 });
  let at = 0;
  return (below) => {
    at += 1;
    return (drawn[at % drawn.length] ?? 0) % below;
  };
}
