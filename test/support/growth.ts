/** How the cost of work grows with its size: CPU time of this process, as a ratio, so that a busy machine changes nothing. */

/** CPU time, in milliseconds; the least of several tries, as garbage collection strikes at random. */
export async function leastCpuMs(work: () => unknown, tries = 3): Promise<number> {
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

/** Work of `size` beside work `factor` times as large. Linear work costs about `factor` times as much, quadratic work its square. */
export async function growthOf(work: (size: number) => unknown, size: number, factor = 8): Promise<Growth> {
  await work(size);
  const small = Math.max(leastMs, await leastCpuMs(() => work(size)));
  const large = await leastCpuMs(() => work(size * factor), 2);
  return { size: factor, cost: large / small };
}

/** The most that work which grows with its size may cost; quadratic work costs the square of the factor. */
export function aboutLinear({ size }: Pick<Growth, 'size'>): number {
  return size ** 1.5;
}
