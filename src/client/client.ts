/** The client: sends calls at a bounded pace with safe retries, reads lists whole, counts what it sent. */
import type { Call, Method } from '../contract/endpoint.ts';
import type { Transport } from '../contract/transport.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { paced } from './pace.ts';
import { createPageBudget, type Listing, listAll, type Sender } from './paginate.ts';
import { type Attempt, defaultRetryPolicy, type RetryPolicy, sendCall } from './retry.ts';
import { systemTiming, type Timing } from './timing.ts';
import { backoffMs, createWaiting, type Wait, type Waiting } from './waiting.ts';

export interface ClientOptions {
  readonly transport: Transport;
  readonly retry?: Partial<RetryPolicy>;
  /** Most requests in flight at once. */
  readonly concurrency?: number;
  readonly timing?: Timing;
  /** Called after each request that was tried, retries included. */
  readonly onRequest?: (attempt: Attempt) => void;
  /** Of the run that this client works for, with others perhaps; missing: a run of its own. */
  readonly waiting?: Waiting;
  /** Called when a wait of some length begins. */
  readonly onWait?: (wait: Wait) => void;
  /** Called with the number of requests allowed in flight whenever it changes. */
  readonly onConcurrency?: (allowed: number) => void;
}

export type RequestCounts = { readonly [method in Method]: number };

export interface SendOptions {
  readonly signal?: AbortSignal;
}

export interface Client extends Sender {
  /** Most requests in flight at once. */
  readonly concurrency: number;
  /** Body of the reply; undefined where success has none. Throws ApiError. */
  readonly send: (call: Call, options?: SendOptions) => Promise<unknown>;
  /** The whole list. Throws ApiError only where the token is not accepted. */
  readonly list: (call: Call, options?: SendOptions) => Promise<Listing>;
  /** Waits before the n-th further try of what was refused for the time being; false: the run may not, or is interrupted. */
  readonly pause: (number: number) => Promise<boolean>;
  /** Requests sent so far, retries included. */
  readonly requestCounts: () => RequestCounts;
}

export function createClient(options: ClientOptions): Client {
  const { timing = systemTiming, concurrency = 8, onConcurrency, onWait } = options;
  const policy: RetryPolicy = { ...defaultRetryPolicy, ...options.retry };
  const waiting = options.waiting ?? createWaiting({ maxWaitMs: policy.maxWaitMs, timing });
  const counts = { GET: 0, POST: 0, PUT: 0, PATCH: 0, DELETE: 0 };
  const breaker = createCircuitBreaker(timing);
  const transport = paced(options.transport, {
    concurrency,
    ...{ waiting, timing, breaker, firstDelayMs: policy.firstDelayMs },
    ...(onWait === undefined ? {} : { onWait }),
    ...(onConcurrency === undefined ? {} : { onConcurrency }),
  });
  const onAttempt = (attempt: Attempt) => {
    if (attempt.failure === undefined || attempt.failure.wasSent) counts[attempt.call.endpoint.method] += 1;
    options.onRequest?.(attempt);
  };
  const parts = { transport, policy, timing, waiting, opened: breaker.opened, onAttempt, ...(onWait === undefined ? {} : { onWait }) };
  const send: Client['send'] = async (call, { signal } = {}) => {
    const response = await sendCall(parts, call, signal);
    // A second delete is answered with an error body and still means "gone".
    return call.endpoint.reply === undefined ? undefined : response.body;
  };
  const pages = createPageBudget();
  return {
    concurrency,
    send,
    list: (call, sendOptions) => listAll({ send, pages }, call, sendOptions),
    pause: async (number) => {
      const untilMs = timing.now() + backoffMs(number, policy.firstDelayMs, timing.random());
      return (await waiting.until(untilMs, 'trouble', { signal: breaker.opened, onWait })) === 'waited';
    },
    requestCounts: () => ({ ...counts }),
  };
}
