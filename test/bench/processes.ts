/** Measures whole processes from outside, with the resource usage that the operating system reports at their end. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Figures } from './figures.ts';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: { readonly [name: string]: string };
  readonly cwd?: string;
  /** Another exit code fails the benchmark, because a failed process ends early. */
  readonly exit?: readonly number[];
}

/** GNU `time` reports CPU time and peak memory of a process. */
const time = '/usr/bin/time';

export async function run({ file, args, env, cwd, exit = [0] }: Command): Promise<Figures> {
  const directory = mkdtempSync(join(tmpdir(), 'docform-bench-'));
  const told = join(directory, 'time');
  try {
    const start = performance.now();
    const child = spawn(time, ['-f', '%U %S %M', '-o', told, file, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => {
      errors = (errors + String(data)).slice(-2000);
    });
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('exit', resolve),
    );
    const wallMs = performance.now() - start;
    if (code === null || !exit.includes(code))
      throw new Error(`${file} ${args.join(' ')}: exit code ${code}\n${errors}`);
    const [user = 0, system = 0, kilobytes = 0] = (readFileSync(told, 'utf8').trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map(Number);
    return { cpuMs: (user + system) * 1000, wallMs, peakMegabytes: kilobytes / 1024 };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Alternating rounds, A B A B; `before` prepares each run of A. */
export async function inTurn(
  rounds: number,
  works: readonly (() => Promise<Figures>)[],
): Promise<readonly (readonly Figures[])[]> {
  const measured = works.map((): Figures[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, work] of works.entries()) {
      const figures = await work();
      // The first round fills caches.
      if (round > 0) measured[at]?.push(figures);
    }
  }
  return measured;
}
