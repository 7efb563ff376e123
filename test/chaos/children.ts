/** Platforms in processes of their own, started ahead of time so that a crash does not wait for the next one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { PlatformOptions } from '../../src/server/index.ts';
import { type Send, speakTo } from './speak.ts';

export interface Child {
  readonly isKilled: () => boolean;
  readonly ended: Promise<void>;
  /** Opens the state; undefined: it ended before it answered. */
  open(options: PlatformOptions): Promise<Send | undefined>;
  kill(): void;
  /** What it wrote about faults. */
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
  /** Ends all that were never taken. */
  close(): Promise<void>;
}

/** Keeps so many children ready. */
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
