/** Options of a client that its users can set: concurrency, waits and callbacks. */
import type { Transport } from '../contract/transport.ts';
import { type Client, createClient } from './client.ts';
import { type Attempt, defaultRetryPolicy } from './retry.ts';
import { systemTiming, type Timing } from './timing.ts';
import { createWaiting, type Wait, type Waiting } from './waiting.ts';

export interface TrafficOptions {
  /** Maximum number of requests in flight. */
  readonly concurrency?: number;
  /** Maximum of all waits together; ignored if `waiting` is set. */
  readonly maxWaitMs?: number;
  /** A wait budget that several clients of a run share. */
  readonly waiting?: Waiting;
  readonly onRequest?: (attempt: Attempt) => void;
  /** Called when a long wait begins. */
  readonly onWait?: (wait: Wait) => void;
  /** Default: the system clock. */
  readonly timing?: Timing;
}

export type RunWaitingOptions = Pick<TrafficOptions, 'maxWaitMs' | 'timing'> & { readonly signal?: AbortSignal };

/** `signal` ends all waits; requests in flight are completed. */
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
