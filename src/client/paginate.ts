/** Reads a list to its last page. An incomplete list is marked as unknown: it does not prove that an object is absent. */

import type { Call } from '../contract/endpoint.ts';
import { type ApiError, survivable } from '../core/api-error.ts';
import { count as counted } from '../core/count.ts';
import { defined } from '../core/defined.ts';
import { jsonObjectOf } from '../core/json.ts';

export interface Listing {
  readonly items: readonly unknown[];
  readonly count?: number;
  readonly unknown?: string;
  /** The failed request, if that is why the list is incomplete. */
  readonly failure?: ApiError;
}

export interface Sender {
  readonly send: (call: Call, options?: { readonly signal?: AbortSignal }) => Promise<unknown>;
}

const pageSize = 1000;

/** Bounds on a platform that always names another page. */
const maxPages = 2_000;
/** Far beyond any organization; in memory about 100 MB. */
const maxItems = 100_000;
const maxPagesInAll = 20_000;

/** Limits the pages after the first one, over all lists of a client. */
export interface PageBudget {
  readonly take: () => boolean;
}

export function createPageBudget(): PageBudget {
  let taken = 0;
  return {
    take: () => {
      taken += 1;
      return taken <= maxPagesInAll;
    },
  };
}

interface Page {
  items: readonly unknown[];
  count?: number;
  next?: string;
}

/** undefined: the body is not a page. The last page has no `next`, or null, or an empty `page`. */
function pageOf(body: unknown, member = 'items'): Page | undefined {
  const page = jsonObjectOf(body);
  const items = page[member];
  if (!Array.isArray(items)) return undefined;
  const count = typeof page.count === 'number' ? { count: page.count } : {};
  if (page.next === null || page.next === undefined) return { items, ...count };
  if (typeof page.next !== 'object') return undefined;
  const next = jsonObjectOf(page.next).page;
  if (next === undefined || next === null || next === '') return { items, ...count };
  return typeof next === 'string' ? { items, ...count, next } : undefined;
}

/** Lists made of the same pages become one array, so that work done on the array is done once. */
interface Joined {
  items?: readonly unknown[];
  longer: WeakMap<readonly unknown[], Joined>;
}

const nothing: Joined = { items: [], longer: new WeakMap() };

function joined(pages: readonly (readonly unknown[])[]): readonly unknown[] {
  let at = nothing;
  for (const page of pages) {
    const next: Joined = at.longer.get(page) ?? { longer: new WeakMap() };
    at.longer.set(page, next);
    at = next;
  }
  at.items ??= distinct(pages.flat());
  return at.items;
}

/** Removes duplicates: they appear if the list shifts while it is read. */
function distinct(items: readonly unknown[]): readonly unknown[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
    if (typeof id !== 'string') return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** Reads all pages. `limit` is 1000 unless the call sets it. */
export async function listAll(
  sender: Sender & { pages?: PageBudget },
  call: Call,
  options: { signal?: AbortSignal } = {},
): Promise<Listing> {
  const read: (readonly unknown[])[] = [];
  const cursors = new Set<string>();
  let size = 0;
  let cursor: string | undefined;
  let count: number | undefined;
  const end = (unknown?: string): Listing => {
    const whole = joined(read);
    const isShort = unknown === undefined && count !== undefined && whole.length < count;
    const reason = isShort
      ? `${call.endpoint.name}: ${counted(whole.length, 'item')} read, but the platform counts ${count}`
      : unknown;
    return { items: whole, ...defined({ count, unknown: reason }) };
  };
  for (let pages = 0; pages < maxPages; pages += 1) {
    const limit = call.endpoint.listMember === undefined ? { limit: pageSize } : {};
    const query = { ...limit, ...call.query, ...defined({ page: cursor }) };
    let body: unknown;
    try {
      body = await sender.send({ ...call, query }, options);
    } catch (error) {
      const failure = survivable(error);
      return { ...end(failure.message), failure };
    }
    const page = pageOf(body, call.endpoint.listMember);
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
    if (sender.pages?.take() === false)
      return end(`${call.endpoint.name}: more than ${maxPagesInAll} pages in all lists together`);
    cursors.add(cursor);
  }
  return end(`${call.endpoint.name}: more than ${maxPages} pages`);
}
