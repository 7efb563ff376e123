/** Runs the command line in separate processes, which a test can stop, kill and wait for. */
import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The packaged program, built once for all workers of a run. It starts four times as fast as the source. */
export function builtEntry(): string {
  const directory = join(tmpdir(), 'built');
  while (!existsSync(directory)) buildIn(directory);
  return join(directory, 'dist/cli/main.cjs');
}

/** The directory appears when the build is complete. Other workers wait for it. */
function buildIn(directory: string): void {
  const making = `${directory}.new`;
  try {
    mkdirSync(making);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    return;
  }
  try {
    if (existsSync(directory)) return;
    bundleInto(join(making, 'dist'));
    for (const beside of ['node_modules', 'docs']) symlinkSync(join(project, beside), join(making, beside), 'dir');
    copyFileSync(join(project, 'package.json'), join(making, 'package.json'));
    renameSync(making, directory);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** The build omits declarations. */
function bundleInto(directory: string): void {
  const bundler = join(project, 'node_modules/rolldown/bin/cli.mjs');
  execFileSync(process.execPath, [bundler, '-c', '-d', directory], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const children = new Set<ChildProcess>();

export interface Spawned {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly output: { readonly stdout: string; readonly stderr: string };
  /** Exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** Resolves with the awaited value, or throws with the output if the process ends first. */
  until<T>(awaited: Promise<T>): Promise<T>;
  /** Resolves when stderr matches, and throws like `until`. */
  said(pattern: RegExp): Promise<void>;
  /** Resolves when the process has ended. */
  kill(): Promise<void>;
}

/** Runs with `-C directory` and without inherited variables except PATH. */
export function spawnCli(
  argv: readonly string[],
  directory: string,
  environment: { readonly [name: string]: string },
): Spawned {
  const child = spawn(process.execPath, [builtEntry(), '-C', directory, ...argv], {
    env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), DOCFORM_SETTLE_SECONDS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      output[name] += String(chunk);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  void ended.then(() => children.delete(child));
  const until = <T>(awaited: Promise<T>): Promise<T> => {
    const tooSoon = ended.then((exit): never => {
      throw new Error(`it ended with ${exit}, too soon: ${output.stdout}${output.stderr}`);
    });
    return Promise.race([awaited, tooSoon]);
  };
  return {
    child,
    output,
    ended,
    until,
    said: (pattern) =>
      until(
        new Promise((resolve) => {
          const look = () => pattern.test(output.stderr) && resolve();
          child.stderr.on('data', look);
          look();
        }),
      ),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Stops all remaining processes of a test. */
export async function endSpawned(): Promise<void> {
  const ends = [...children].map((child) => {
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGKILL');
    return ended;
  });
  await Promise.all(ends);
}
