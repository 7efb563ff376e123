/** The client: sends requests with bounded concurrency and safe retries, reads lists to their last page, counts requests. */

import type { Call, Method } from '../contract/endpoint.ts';
import type { Transport } from '../contract/transport.ts';
import { defined } from '../core/defined.ts';
import { createCircuitBreaker, paced } from './pace.ts';
import { createPageBudget, type Listing, listAll, type Sender } from './paginate.ts';
import {
  type Attempt,
  backoffMs,
  createWaiting,
  defaultRetryPolicy,
  type RetryPolicy,
  sendCall,
  systemTiming,
  type Timing,
  type Wait,
  type Waiting,
} from './retry.ts';

export interface TrafficOptions {
  readonly concurrency?: number;
  /** Maximum of all waits together; ignored if `waiting` is set. Default: 900,000. */
  readonly maxWaitMs?: number;
  /** A wait budget that several clients of a run share. Default: a budget of its own. */
  readonly waiting?: Waiting;
  /** Called after each attempt, retries included. */
  readonly onRequest?: (attempt: Attempt) => void;
  readonly onWait?: (wait: Wait) => void;
  /** Default: the system clock. */
  readonly timing?: Timing;
}

export interface ClientOptions extends TrafficOptions {
  readonly transport: Transport;
  readonly retry?: Partial<RetryPolicy>;
  readonly onConcurrency?: (allowed: number) => void;
}

export type RequestCounts = { readonly [method in Method]: number };

export interface SendOptions {
  readonly signal?: AbortSignal;
}

export interface Client extends Sender {
  readonly concurrency: number;
  /** The response body; undefined if the operation has none. Throws ApiError, or DocformError if the circuit breaker is open. */
  readonly send: (call: Call, options?: SendOptions) => Promise<unknown>;
  /** The whole list. Throws only errors that every other request would meet too, such as a refused token. */
  readonly list: (call: Call, options?: SendOptions) => Promise<Listing>;
  /** Waits before retry number n of a request, at least `leastMs`. False if the run must not wait that long, or is interrupted. */
  readonly pause: (number: number, leastMs?: number) => Promise<boolean>;
  readonly requestCounts: () => RequestCounts;
}

/** Writes are limited by the schedule of `apply`, which runs this many steps at once. */
const defaultConcurrency = 8;
const defaultBurst = 24;

export function createClient(options: ClientOptions): Client {
  const { timing = systemTiming, concurrency = defaultConcurrency, onConcurrency, onWait } = options;
  const burst = options.concurrency ?? defaultBurst;
  const policy: RetryPolicy = { ...defaultRetryPolicy, ...options.retry };
  const waiting = options.waiting ?? createRunWaiting(options);
  const counts = { GET: 0, POST: 0, PUT: 0, PATCH: 0, DELETE: 0 };
  const breaker = createCircuitBreaker(timing);
  const transport = paced(options.transport, {
    ...{ concurrency, burst, waiting, timing, breaker, firstDelayMs: policy.firstDelayMs },
    ...defined({ onWait, onConcurrency }),
  });
  const onAttempt = (attempt: Attempt) => {
    if (attempt.failure === undefined || attempt.failure.wasSent) counts[attempt.call.endpoint.method] += 1;
    options.onRequest?.(attempt);
  };
  const parts = {
    transport,
    policy,
    timing,
    waiting,
    opened: breaker.opened,
    onAttempt,
    ...defined({ onWait }),
  };
  const send: Client['send'] = async (call, { signal } = {}) => {
    const response = await sendCall(parts, call, signal);
    // Without a body in the contract, the platform can still send one.
    return call.endpoint.reply === undefined ? undefined : response.body;
  };
  const pages = createPageBudget();
  return {
    concurrency: burst,
    send,
    list: (call, sendOptions) => listAll({ send, pages }, call, sendOptions),
    pause: async (number, leastMs = 0) => {
      const untilMs = timing.now() + Math.max(leastMs, backoffMs(number, policy.firstDelayMs, timing.random()));
      return (await waiting.until(untilMs, 'trouble', { signal: breaker.opened, onWait })) === 'waited';
    },
    requestCounts: () => ({ ...counts }),
  };
}

export type RunWaitingOptions = Pick<TrafficOptions, 'maxWaitMs' | 'timing'> & { readonly signal?: AbortSignal };

export function createRunWaiting({ maxWaitMs = 900_000, timing = systemTiming, signal }: RunWaitingOptions): Waiting {
  return createWaiting({ maxWaitMs, timing, ...defined({ signal }) });
}
