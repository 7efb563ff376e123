/** Tests that reset and snapshots are not slower than a start. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const medianMs = (count: number, work: () => void): number => {
  const times = Array.from({ length: count }, () => {
    const startedMs = performance.now();
    work();
    return performance.now() - startedMs;
  });
  return median(times);
};

test('reset, snapshot and restore are not slower than starting a platform', ({ annotate }) => {
  const started = medianMs(9, () => createPlatform({ seed: 'medium' }).close());
  const directory = directoryWith();
  const inMemory = createPlatform({ seed: 'medium' });
  const inFile = createPlatform({ seed: 'medium', data: join(directory, 'state.db') });
  const told: string[] = [];
  for (const [place, platform] of [
    ['memory', inMemory],
    ['file', inFile],
  ] as const) {
    const times = {
      reset: medianMs(9, () => platform.reset()),
      take: medianMs(9, () => platform.snapshots.take('quick')),
      restore: medianMs(9, () => platform.snapshots.restore('quick')),
      digest: medianMs(9, () => {
        platform.snapshots.restore('quick');
        platform.state();
      }),
    };
    told.push(...Object.entries(times).map(([name, ms]) => `${place} ${name} ${ms.toFixed(1)} ms`));
    expect(Math.max(...Object.values(times)) / started).toBeLessThan(3);
    platform.close();
  }
  annotate(told.join(', '));
});
