/** Benchmark of the planner alone: time and peak memory at 1k, 10k and 100k resources, each measured in a process of its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Scenario, scenarios } from './plan-worlds.ts';

const sizes = [1_000, 10_000, 100_000];
const once = fileURLToPath(new URL('./plan-once.ts', import.meta.url));

interface Measured {
  readonly milliseconds: number;
  readonly peakMegabytes: number;
  readonly changes: number;
  readonly steps: number;
}

function measure(size: number, scenario: Scenario): Measured {
  const child = spawnSync(process.execPath, ['--import', 'tsx', once, String(size), scenario], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Measured;
}

console.log('planner alone, median of 5 runs; the time per resource should stay level (moves: n log n)');
console.log('scenario    resources   changes     steps        ms   µs/resource   peak MB');
for (const scenario of scenarios) {
  for (const size of sizes) {
    const { milliseconds, peakMegabytes, changes, steps } = measure(size, scenario);
    const counts = [size, changes, steps].map((count) => String(count).padStart(9)).join(' ');
    const figures = [milliseconds.toFixed(1), ((milliseconds * 1000) / size).toFixed(2), peakMegabytes.toFixed(0)];
    console.log(`${scenario.padEnd(10)} ${counts} ${figures.map((figure) => figure.padStart(11)).join(' ')}`);
  }
}
