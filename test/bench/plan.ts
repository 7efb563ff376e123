/** Benchmark of the planner alone, in all its shapes: processor time and peak memory, each measured in a process of its own. */
import { tableOf } from './figures.ts';
import { plannerRows } from './planner-rows.ts';

console.log('planner alone, medians; the time per object should stay level (moves: n log n)');
console.log(tableOf(await plannerRows([1_000, 10_000, 100_000])));
