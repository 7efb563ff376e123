/** How the cost of work grows with its size: CPU time of this process, as a ratio, so that a busy machine changes nothing. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from '../../src/core/once.ts';

/** CPU time, in milliseconds; the least of several tries, as garbage collection strikes at random. */
async function leastCpuMs(work: () => unknown, tries: number): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < tries; at += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

/** Below that, what is measured is noise. */
const leastMs = 5;

export interface Growth {
  /** How much larger the second size was. */
  readonly size: number;
  /** How much more CPU time it took. */
  readonly cost: number;
}

/** The most that work which grows with its size may cost; quadratic work costs the square of the factor. */
export function aboutLinear({ size }: Pick<Growth, 'size'>): number {
  return size ** 1.5;
}

/** What strikes one measurement (garbage collection, a cache that neighbours emptied) passes; growth that is too steep stays. */
const rounds = 12;

/**
 * Work of `size` beside work `factor` times as large. Linear work costs about `factor` times as much, quadratic work its square.
 */
export async function growthOf(work: (size: number) => unknown, size: number, factor = 8): Promise<Growth> {
  await work(size);
  const bound = aboutLinear({ size: factor });
  return { size: factor, cost: await leastRatio({ of: () => work(size * factor), to: () => work(size), bound }) };
}

/** Ends what marks the objects of a whole worker while it goes on: its threads would be measured along with the work. */
const collectGarbage = once((): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
});

/**
 * How much more CPU time `of` takes than `to`. Where one round is not below `bound`, both are measured again, and the least of all rounds
 * counts.
 */
export async function leastRatio({
  of,
  to,
  bound,
}: {
  of: () => unknown;
  to: () => unknown;
  bound: number;
}): Promise<number> {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) collectGarbage()();
    small = Math.min(small, await leastCpuMs(to, 3));
    large = Math.min(large, await leastCpuMs(of, 1));
    if (large / Math.max(leastMs, small) < bound) break;
  }
  return large / Math.max(leastMs, small);
}
