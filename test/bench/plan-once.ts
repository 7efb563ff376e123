/** One measurement of the planner's benchmark, in a process of its own: the median of several runs over the same input. */
import { performance } from 'node:perf_hooks';
import { shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/plan/plan.ts';
import { type Scenario, worldOf } from './plan-worlds.ts';

const runs = 5;

const [size, scenario] = process.argv.slice(2);
const input = { ...worldOf(Number(size), scenario as Scenario), shapes };
const times: number[] = [];
let result = plan(input);
for (let run = 0; run < runs; run++) {
  const start = performance.now();
  result = plan(input);
  times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
const measured = {
  milliseconds: times[Math.floor(runs / 2)],
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
  changes: result.changes.length,
  steps: result.steps.length,
};
process.stdout.write(JSON.stringify(measured));
