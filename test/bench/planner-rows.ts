/** Rows of the planner alone: each shape and size in a process of its own, beside a bare comparison of the same states by key. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Row } from './figures.ts';
import { type Scenario, scenarios } from './plan-worlds.ts';

const once = fileURLToPath(new URL('./plan-once.ts', import.meta.url));

export interface Measured {
  /** Medians, of the processor. */
  readonly milliseconds: number;
  readonly bareMilliseconds: number;
  readonly ratio: number;
  readonly peakMegabytes: number;
  readonly changes: number;
  readonly steps: number;
}

export function measure(size: number, scenario: Scenario): Measured {
  const args = ['--max-old-space-size=8192', '--import', 'tsx', once, String(size), scenario];
  const child = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Measured;
}

export function plannerRows(sizes: readonly number[]): readonly Row[] {
  return scenarios.flatMap((scenario) =>
    sizes.map((size): Row => {
      const { milliseconds, bareMilliseconds, ratio, peakMegabytes, changes, steps } = measure(size, scenario);
      const measured = { cpuMs: milliseconds, wallMs: milliseconds, peakMegabytes };
      const beside = { name: 'compared by key', cpuMs: bareMilliseconds, wallMs: bareMilliseconds };
      return { name: `planner, ${scenario}`, size, measured, beside, ratio, of: 'cpu', counts: { changes, steps } };
    }),
  );
}
