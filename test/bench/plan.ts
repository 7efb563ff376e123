/** Benchmark of the planner alone: time and peak memory at 1k, 10k and 100k resources, each measured in a process of its own. */
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/plan/plan.ts';
import { type Scenario, scenarios, worldOf } from './plan-worlds.ts';

const sizes = [1_000, 10_000, 100_000];
const runs = 5;

interface Measured {
  readonly milliseconds: number;
  readonly peakMegabytes: number;
  readonly changes: number;
  readonly steps: number;
}

/** One measurement in this process: the median of several runs over the same input. */
function measure(size: number, scenario: Scenario): Measured {
  const input = { ...worldOf(size, scenario), shapes };
  const times: number[] = [];
  let result = plan(input);
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    result = plan(input);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return {
    milliseconds: times[Math.floor(runs / 2)] ?? 0,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    changes: result.changes.length,
    steps: result.steps.length,
  };
}

function measureApart(size: number, scenario: Scenario): Measured {
  const child = spawnSync(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), String(size), scenario], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Measured;
}

function report(): void {
  console.log('planner alone, median of 5 runs; the time per resource should stay level (moves: n log n)');
  console.log('scenario    resources   changes     steps        ms   µs/resource   peak MB');
  for (const scenario of scenarios) {
    for (const size of sizes) {
      const { milliseconds, peakMegabytes, changes, steps } = measureApart(size, scenario);
      const columns = [String(size).padStart(10), String(changes).padStart(9), String(steps).padStart(9), milliseconds.toFixed(1).padStart(9)];
      console.log(`${scenario.padEnd(10)} ${columns.join(' ')} ${((milliseconds * 1000) / size).toFixed(2).padStart(13)} ${peakMegabytes.toFixed(0).padStart(9)}`);
    }
  }
}

const [size, scenario] = process.argv.slice(2);
if (size === undefined) report();
else process.stdout.write(JSON.stringify(measure(Number(size), scenario as Scenario)));
