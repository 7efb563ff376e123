/** Benchmark of the planner alone with all kinds of input: CPU time and peak memory, each measured in its own process. */
import { tableOf } from './figures.ts';
import { plannerRows } from './planner-rows.ts';

console.log('planner alone, medians; the time per object should stay level (moves: n log n)');
console.log(tableOf(await plannerRows([1_000, 10_000, 100_000])));
