/** The client: sends requests with bounded concurrency and safe retries, reads lists to their last page, counts requests. */
import type { Call, Method } from '../../contract/endpoint.ts';
import type { Transport } from '../../contract/transport.ts';
import { count as counted } from '../../core/count.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { type ApiError, readFailureOrThrow } from '../../core/docform-error.ts';
import { jsonObjectOrEmpty } from '../../core/json.ts';
import { createCircuitBreaker, paceTransport } from './pace.ts';
import {
  type Attempt,
  backoffMs,
  createWaiting,
  defaultRetryPolicy,
  type RetryPolicy,
  sendWithRetries,
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

interface ClientOptions extends TrafficOptions {
  readonly transport: Transport;
  readonly retry?: Partial<RetryPolicy>;
  readonly onConcurrency?: (allowed: number) => void;
}

type RequestCounts = { readonly [method in Method]: number };

interface SendOptions {
  readonly signal?: AbortSignal;
}

export interface Client {
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
  const waiting = options.waiting ?? createWaiting(options);
  const counts = { GET: 0, POST: 0, PUT: 0, PATCH: 0, DELETE: 0 };
  const breaker = createCircuitBreaker(timing);
  const transport = paceTransport(options.transport, {
    concurrency,
    burst,
    waiting,
    timing,
    breaker,
    firstDelayMs: policy.firstDelayMs,
    ...withoutUndefined({ onWait, onConcurrency }),
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
    ...withoutUndefined({ onWait }),
  };
  const send: Client['send'] = async (call, { signal } = {}) => {
    const response = await sendWithRetries(parts, call, signal);
    // Without a body in the contract, the platform can still send one.
    return call.endpoint.reply === undefined ? undefined : response.body;
  };
  let furtherPages = 0;
  const mayReadNextPage = () => {
    furtherPages += 1;
    return furtherPages <= maxPagesInAll;
  };
  return {
    concurrency: burst,
    send,
    list: (call, sendOptions) => listAll(send, mayReadNextPage, call, sendOptions),
    pause: async (number, leastMs = 0) => {
      const untilMs = timing.now() + Math.max(leastMs, backoffMs(number, policy.firstDelayMs, timing.random()));
      return (await waiting.until(untilMs, 'trouble', { signal: breaker.opened, onWait })) === 'waited';
    },
    requestCounts: () => ({ ...counts }),
  };
}

export interface Listing {
  readonly items: readonly unknown[];
  readonly count?: number;
  readonly unknown?: string;
  /** The failed request, if that is why the list is incomplete. */
  readonly failure?: ApiError;
}

const pageSize = 1000;

/** Bounds on a platform that always names another page. */
const maxPages = 2_000;
/** Far beyond any organization; in memory about 100 MB. */
const maxItems = 100_000;
/** Limits the pages after the first one, over all lists of a client. */
const maxPagesInAll = 20_000;

/** undefined: the body is not a page. The last page has no `next`, or null, or an empty `page`. */
function parsePage(body: unknown, member = 'items') {
  const page = jsonObjectOrEmpty(body);
  const items: unknown = page[member];
  const next = jsonObjectOrEmpty(page.next).page ?? '';
  if (!Array.isArray(items) || !['undefined', 'object'].includes(typeof page.next) || typeof next !== 'string')
    return undefined;
  const count = typeof page.count === 'number' ? page.count : undefined;
  return { items, ...withoutUndefined({ count, next: next === '' ? undefined : next }) };
}

/** Lists made of the same pages become one array, so that work done on the array is done once. */
interface Joined {
  items?: readonly unknown[];
  longer: WeakMap<readonly unknown[], Joined>;
}

const nothing: Joined = { items: [], longer: new WeakMap() };

function joinPages(pages: readonly (readonly unknown[])[]): readonly unknown[] {
  let at = nothing;
  for (const page of pages) {
    const next: Joined = at.longer.get(page) ?? { longer: new WeakMap() };
    at.longer.set(page, next);
    at = next;
  }
  at.items ??= withoutDuplicates(pages.flat());
  return at.items;
}

/** Removes duplicates: they appear if the list shifts while it is read. */
function withoutDuplicates(items: readonly unknown[]): readonly unknown[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const { id } = jsonObjectOrEmpty(item);
    const isNew = typeof id !== 'string' || !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** Reads all pages. `limit` is 1000 unless the call sets it. */
async function listAll(
  send: Client['send'],
  mayReadOn: () => boolean,
  call: Call,
  options?: SendOptions,
): Promise<Listing> {
  const read: (readonly unknown[])[] = [];
  const cursors = new Set<string>();
  let size = 0;
  let cursor: string | undefined;
  let count: number | undefined;
  const end = (unknown?: string): Listing => {
    const whole = joinPages(read);
    const isShort = unknown === undefined && count !== undefined && whole.length < count;
    const reason = isShort
      ? `${call.endpoint.name}: ${counted(whole.length, 'item')} read, but the platform counts ${count}`
      : unknown;
    return { items: whole, ...withoutUndefined({ count, unknown: reason }) };
  };
  for (let pages = 0; pages < maxPages; pages += 1) {
    const limit = call.endpoint.listMember === undefined ? { limit: pageSize } : {};
    const query = { ...limit, ...call.query, ...withoutUndefined({ page: cursor }) };
    let body: unknown;
    try {
      body = await send({ ...call, query }, options);
    } catch (error) {
      const failure = readFailureOrThrow(error);
      return { ...end(failure.message), failure };
    }
    const page = parsePage(body, call.endpoint.listMember);
    if (page === undefined) return end(`${call.endpoint.name}: the response is not a page of a list`);
    size += page.items.length;
    // The items are dropped: several such lists at once would fill the memory.
    if (size > maxItems) return { items: [], unknown: `${call.endpoint.name}: more than ${maxItems} items` };
    read.push(page.items);
    count = page.count ?? count;
    cursor = page.next;
    if (cursor === undefined) return end();
    if (cursors.has(cursor)) return end(`${call.endpoint.name}: the platform returned the same next page twice`);
    if (page.items.length === 0) return end(`${call.endpoint.name}: an empty page has a next page`);
    if (!mayReadOn()) return end(`${call.endpoint.name}: more than ${maxPagesInAll} pages in all lists together`);
    cursors.add(cursor);
  }
  return end(`${call.endpoint.name}: more than ${maxPages} pages`);
}
