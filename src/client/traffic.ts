/** Settings of a client's traffic: how much at once, how long to wait, and who is told. */
import type { Transport } from '../contract/transport.ts';
import { type Client, createClient } from './client.ts';
import { type Attempt, defaultRetryPolicy } from './retry.ts';
import { systemTiming, type Timing } from './timing.ts';
import { createWaiting, type Wait, type Waiting } from './waiting.ts';

export interface TrafficOptions {
  /** Most requests in flight at once. */
  readonly concurrency?: number;
  /** Bound on all waits together, where `waiting` is missing. */
  readonly maxWaitMs?: number;
  /** What several reads and applies of one run may wait together. */
  readonly waiting?: Waiting;
  readonly onRequest?: (attempt: Attempt) => void;
  /** Called when a wait of some length begins: for a rate limit, or for a platform in trouble. */
  readonly onWait?: (wait: Wait) => void;
  /** Time and chance of retries; default: those of the system. */
  readonly timing?: Timing;
}

export type RunWaitingOptions = Pick<TrafficOptions, 'maxWaitMs' | 'timing'> & { readonly signal?: AbortSignal };

/** `signal` ends all waits at once; what is in flight is answered. */
export function createRunWaiting({ maxWaitMs, signal, timing = systemTiming }: RunWaitingOptions): Waiting {
  const allowed = maxWaitMs ?? defaultRetryPolicy.maxWaitMs;
  return createWaiting({ maxWaitMs: allowed, timing, ...(signal === undefined ? {} : { signal }) });
}

export function createClientFor(
  transport: Transport,
  { concurrency, maxWaitMs, waiting, onRequest, onWait, timing }: TrafficOptions,
): Client {
  return createClient({
    transport,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(maxWaitMs === undefined ? {} : { retry: { maxWaitMs } }),
    ...(waiting === undefined ? {} : { waiting }),
    ...(onRequest === undefined ? {} : { onRequest }),
    ...(onWait === undefined ? {} : { onWait }),
    ...(timing === undefined ? {} : { timing }),
  });
}
