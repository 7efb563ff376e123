/** Measures how CPU time grows with the size of an input, as a ratio that does not depend on the load of the machine. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cacheFirstResult } from '../../src/core/once.ts';

/** CPU time in milliseconds. The minimum of several runs excludes garbage collection. */
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

/** Shorter times are mostly noise. */
const leastMs = 5;

export interface Growth {
  /** The ratio of the two sizes. */
  readonly size: number;
  /** The ratio of the two CPU times. */
  readonly cost: number;
}

/** The maximum ratio for linear work. Quadratic work has the square of the size ratio. */
export function aboutLinear({ size }: Pick<Growth, 'size'>): number {
  return size ** 1.5;
}

/** Noise such as garbage collection does not affect all rounds, but steep growth does. */
const rounds = 12;

/**
 * Compares work of `size` and of `size * factor`. Linear work has a ratio of about `factor`, quadratic work of its square.
 */
export async function growthOf(work: (size: number) => unknown, size: number, factor = 8): Promise<Growth> {
  await work(size);
  const bound = aboutLinear({ size: factor });
  return { size: factor, cost: await leastRatio({ of: () => work(size * factor), to: () => work(size), bound }) };
}

/** Completes a running garbage collection, whose threads would otherwise be measured with the work. */
const collectGarbage = cacheFirstResult((): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
});

/**
 * The ratio of the CPU times of `of` and `to`. Both are measured again until the minimum of all rounds
 * is below `bound`.
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
