/** Platforms in child processes, started in advance. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { PlatformOptions } from '../../src/server/index.ts';
import { type Send, speakTo } from './speak.ts';

export interface Child {
  readonly isKilled: () => boolean;
  readonly ended: Promise<void>;
  /** Opens the state; undefined: the process ended without an answer. */
  open(options: PlatformOptions): Promise<Send | undefined>;
  kill(): void;
  /** Its error output. */
  errors(): string;
}

function startChild(script: string): Child {
  const child: ChildProcess = spawn(process.execPath, [script], {
    cwd: dirname(script),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let isKilled = false;
  let output = '';
  let errors = '';
  let close = (): unknown => undefined;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => close());
  child.stdin?.on('error', () => undefined);
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += String(chunk);
  });
  const firstLine = new Promise<string | undefined>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes('\n')) resolve(output);
    });
    void ended.then(() => resolve(undefined));
  });
  return {
    isKilled: () => isKilled,
    ended,
    errors: () => errors,
    open: async (options) => {
      child.stdin?.write(`${JSON.stringify(options)}\n`);
      const line = await firstLine;
      if (line === undefined) return undefined;
      const spoken = speakTo(JSON.parse(line) as Parameters<typeof speakTo>[0]);
      close = spoken.close;
      return spoken.send;
    },
    kill: () => {
      isKilled = true;
      child.kill('SIGKILL');
    },
  };
}

export interface Spares {
  take(): Child;
  /** Ends all unused processes. */
  close(): Promise<void>;
}

/** Keeps this many child processes ready. */
export function startSpares(script: string, spares: number): Spares {
  const ready = Array.from({ length: spares }, () => startChild(script));
  return {
    take: () => {
      ready.push(startChild(script));
      return ready.shift() as Child;
    },
    close: async () => {
      for (const child of ready) child.kill();
      await Promise.all(ready.map(({ ended }) => ended));
    },
  };
}
