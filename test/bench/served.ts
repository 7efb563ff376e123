/** Shared parts of benchmarks over HTTP: the platform in its own process, time measurement, and the same reads in a loop. */
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Transport, WireRequest } from '../../src/contract/transport.ts';

export const concurrency = 16;
const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface Served {
  readonly url: string;
  readonly organization: string;
  readonly token: string;
}

/** Starts the platform in its own process, so that it does not use the core of the measured process. */
export async function serve(
  seed: 'medium' | 'large' = 'large',
): Promise<{ readonly served: Served; readonly stop: () => void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', cli, 'platform', 'serve', '--port', '0', '--seed', seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(String(data))),
  );
  return { served: JSON.parse(line) as Served, stop: () => child.kill() };
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

/** Repeats the requests concurrently, and parses and discards the responses. */
export async function bareLoop(transport: Transport, requests: readonly WireRequest[]): Promise<void> {
  const queue = requests.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const request of queue) await transport(request);
    }),
  );
}
