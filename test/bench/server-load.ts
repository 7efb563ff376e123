/** Sends concurrent requests to one server, each after the response to the one before, and records all latencies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import type { Order, Told } from './server-child.ts';

export interface Call {
  readonly method: 'GET' | 'PATCH' | 'PUT';
  /** With its query. */
  readonly url: string;
  readonly body?: string;
}

export interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** CPU time of the server per request, in microseconds. */
  readonly cpuUs: number;
}

export interface Bench {
  readonly told: Told;
  /** Sends the calls in a loop. */
  run(calls: readonly Call[], durationMs: number): Promise<Round>;
  /** Sends one call, and returns the response as text. */
  ask(
    call: Call,
  ): Promise<{ readonly status: number; readonly headers: { readonly [name: string]: string }; readonly body: string }>;
  usage(): Promise<Told>;
  stop(): Promise<void>;
}

export const concurrency = 16;

/** Starts a server. `token` is sent with each request; `clients` is the concurrency. */
export async function startBench(script: string, order: Order, token: string, clients = concurrency): Promise<Bench> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const told = await request(child, order);
  const pool = new Pool(told.url ?? '', { connections: clients, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = (call: Call): Promise<number> => dispatch(pool, call, headers);
  const usage = (): Promise<Told> => request(child, { type: 'usage' });
  return {
    told,
    usage,
    run: async (calls, durationMs) => {
      const before = await usage();
      const { latencies, seconds } = await closedLoop(send, calls, { clients, durationMs });
      const after = await usage();
      const sorted = Float64Array.from(latencies).sort();
      return {
        perSecond: latencies.length / seconds,
        p99Ms: sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0,
        cpuUs: (after.cpuUs - before.cpuUs) / latencies.length,
      };
    },
    ask: async ({ method, url, body }) => {
      const answer = await pool.request({ method, path: url, headers, body: body ?? null });
      const {
        date: _,
        connection: __,
        'keep-alive': ___,
        ...kept
      } = answer.headers as { readonly [name: string]: string };
      return { status: answer.statusCode, headers: kept, body: await answer.body.text() };
    },
    stop: async () => {
      await pool.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function request(child: ChildProcess, order: Order): Promise<Told> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('the server ended'));
    child.once('exit', onExit);
    child.once('message', (told) => {
      child.off('exit', onExit);
      resolve(told as Told);
    });
    child.send(order);
  });
}

/** Sends requests as cheaply as possible, so that mostly the server is measured. Responses are read and discarded. */
function dispatch(
  pool: Pool,
  { method, url, body }: Call,
  headers: { readonly [name: string]: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    pool.dispatch(
      { method, path: url, headers, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, statusCode) => {
          status = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => resolve(status),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

async function closedLoop(
  send: (call: Call) => Promise<number>,
  calls: readonly Call[],
  { clients, durationMs }: { readonly clients: number; readonly durationMs: number },
) {
  const latencies: number[] = [];
  let next = 0;
  const start = performance.now();
  const end = start + durationMs;
  const one = async (): Promise<void> => {
    for (let sent = performance.now(); sent < end; ) {
      const call = calls[next++ % calls.length] as Call;
      const status = await send(call);
      if (status >= 300) throw new Error(`${call.method} ${call.url}: ${status}`);
      const answered = performance.now();
      latencies.push(answered - sent);
      sent = answered;
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  return { latencies, seconds: (performance.now() - start) / 1000 };
}
