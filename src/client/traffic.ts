/** A client as its caller wants the traffic: how much at once, how long to wait, and who is told. */
import type { Transport } from '../contract/transport.ts';
import { type Client, createClient } from './client.ts';
import type { Attempt } from './retry.ts';

export interface TrafficOptions {
  /** Most requests in flight at once. */
  readonly concurrency?: number;
  /** Bound on all waits of one request together. */
  readonly maxWaitMs?: number;
  readonly onRequest?: (attempt: Attempt) => void;
}

export function createClientFor(transport: Transport, { concurrency, maxWaitMs, onRequest }: TrafficOptions): Client {
  return createClient({
    transport,
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(maxWaitMs === undefined ? {} : { retry: { maxWaitMs } }),
    ...(onRequest === undefined ? {} : { onRequest }),
  });
}
