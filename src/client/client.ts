/** The client: sends calls at a bounded pace with safe retries, reads lists whole, counts what it sent. */
import type { Call, Method } from '../contract/endpoint.ts';
import type { Transport } from '../contract/transport.ts';
import { paced } from './pace.ts';
import { type Listing, listAll, type Sender } from './paginate.ts';
import { type Attempt, defaultRetryPolicy, type RetryPolicy, sendCall } from './retry.ts';
import { systemTiming, type Timing } from './timing.ts';

export interface ClientOptions {
  readonly transport: Transport;
  readonly retry?: Partial<RetryPolicy>;
  /** Most requests in flight at once. */
  readonly concurrency?: number;
  readonly timing?: Timing;
  /** Called after each request that was tried, retries included. */
  readonly onRequest?: (attempt: Attempt) => void;
  /** Called with the number of requests allowed in flight whenever it changes. */
  readonly onConcurrency?: (allowed: number) => void;
}

export type RequestCounts = { readonly [method in Method]: number };

export interface SendOptions {
  readonly signal?: AbortSignal;
}

export interface Client extends Sender {
  /** Body of the reply; undefined where success has none. Throws ApiError. */
  readonly send: (call: Call, options?: SendOptions) => Promise<unknown>;
  /** The whole list. Throws ApiError only where the token is not accepted. */
  readonly list: (call: Call, options?: SendOptions) => Promise<Listing>;
  /** Requests sent so far, retries included. */
  readonly requestCounts: () => RequestCounts;
}

export function createClient(options: ClientOptions): Client {
  const { timing = systemTiming, concurrency = 8, onConcurrency } = options;
  const policy: RetryPolicy = { ...defaultRetryPolicy, ...options.retry };
  const counts = { GET: 0, POST: 0, PUT: 0, PATCH: 0, DELETE: 0 };
  const transport = paced(options.transport, {
    concurrency,
    maxPauseMs: policy.maxWaitMs,
    timing,
    ...(onConcurrency === undefined ? {} : { onConcurrency }),
  });
  const onAttempt = (attempt: Attempt) => {
    if (attempt.failure === undefined || attempt.failure.wasSent) counts[attempt.call.endpoint.method] += 1;
    options.onRequest?.(attempt);
  };
  const send: Client['send'] = async (call, { signal } = {}) => {
    const response = await sendCall({ transport, policy, timing, onAttempt }, call, signal);
    // A second delete is answered with an error body and still means "gone".
    return call.endpoint.reply === undefined ? undefined : response.body;
  };
  return { send, list: (call, sendOptions) => listAll({ send }, call, sendOptions), requestCounts: () => ({ ...counts }) };
}
