/** Rows of the planner alone: each kind and size of input in its own process, with a simple comparison of the same states as the baseline. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Row } from './figures.ts';
import { type Scenario, scenarios } from './plan-worlds.ts';

const once = fileURLToPath(new URL('./plan-once.ts', import.meta.url));

/** The published code. A loader for TypeScript names every new function, which takes as long as the planner itself. */
async function bundled(directory: string): Promise<string> {
  const file = join(directory, 'plan-once.mjs');
  const bundle = await rolldown({ input: once, platform: 'node', logLevel: 'silent' });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return file;
}

export interface Measured {
  /** Medians of CPU time. */
  readonly milliseconds: number;
  readonly bareMilliseconds: number;
  readonly ratio: number;
  readonly peakMegabytes: number;
  readonly changes: number;
  readonly steps: number;
}

function measure(script: string, size: number, scenario: Scenario): Measured {
  const args = ['--max-old-space-size=8192', script, String(size), scenario];
  const child = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as Measured;
}

export async function plannerRows(sizes: readonly number[]): Promise<readonly Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'docform-bench-'));
  try {
    const script = await bundled(directory);
    return scenarios.flatMap((scenario) => sizes.map((size) => rowOf(scenario, size, measure(script, size, scenario))));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function rowOf(
  scenario: Scenario,
  size: number,
  { milliseconds, bareMilliseconds, ratio, peakMegabytes, changes, steps }: Measured,
): Row {
  const measured = { cpuMs: milliseconds, wallMs: milliseconds, peakMegabytes };
  const beside = { name: 'compared by key', cpuMs: bareMilliseconds, wallMs: bareMilliseconds };
  return { name: `planner, ${scenario}`, size, measured, beside, ratio, of: 'cpu', counts: { changes, steps } };
}
