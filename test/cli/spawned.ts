/** The command line in processes of its own, which a test can stop, kill and wait for. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
let compiled: string | undefined;

/** From JavaScript a process starts in a quarter of the time, and runs as the package does. */
export function compiledEntry(): string {
  if (compiled !== undefined) return compiled;
  const directory = mkdtempSync(join(tmpdir(), 'docform-cli-'));
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  const options = ['-p', join(project, 'tsconfig.build.json'), '--outDir', join(directory, 'dist'), '--noCheck', '--declaration', 'false'];
  execFileSync(process.execPath, [compiler, ...options], { stdio: ['ignore', 'inherit', 'inherit'] });
  for (const beside of ['node_modules', 'docs']) symlinkSync(join(project, beside), join(directory, beside), 'dir');
  copyFileSync(join(project, 'package.json'), join(directory, 'package.json'));
  compiled = join(directory, 'dist/cli/main.js');
  return compiled;
}

const children = new Set<ChildProcess>();

export interface Spawned {
  readonly child: ChildProcess;
  readonly output: { readonly stdout: string; readonly stderr: string };
  /** Exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** Resolves once stderr matches; throws with all that was said where the process ends first. */
  said(pattern: RegExp): Promise<void>;
  /** Resolves once the process is gone. */
  kill(): Promise<void>;
}

/** With `-C directory`, and none of the variables of whoever runs the tests but PATH. */
export function spawnCli(argv: readonly string[], directory: string, environment: { readonly [name: string]: string }): Spawned {
  const child = spawn(process.execPath, [compiledEntry(), '-C', directory, ...argv], {
    env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), ...environment },
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
  return {
    child,
    output,
    ended,
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => pattern.test(output.stderr) && resolve();
        child.stderr.on('data', look);
        look();
        void ended.then((exit) => reject(new Error(`it ended with ${exit} before it said ${pattern}: ${output.stdout}${output.stderr}`)));
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Ends whatever a test left running. */
export async function endSpawned(): Promise<void> {
  const ends = [...children].map((child) => {
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGKILL');
    return ended;
  });
  await Promise.all(ends);
}
