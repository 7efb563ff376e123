/** Reads a list to its last page, and says so when it could not: a listing that is not whole proves no absence. */

import type { Call } from '../contract/endpoint.ts';
import { type ApiError, survivable } from '../core/api-error.ts';
import { count as counted } from '../core/count.ts';

export interface Listing {
  readonly items: readonly unknown[];
  /** What the platform says their number is, where it says so. */
  readonly count?: number;
  /** Missing: the listing is complete. Else why it is not. */
  readonly unknown?: string;
  /** What ended it, where that is why it is unknown. */
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

/** Of further pages, for all lists of one client together. */
export interface PageBudget {
  /** False: no more. */
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
  readonly items: readonly unknown[];
  readonly count?: number;
  readonly next?: string;
}

/** Undefined where the body is no page. `next` is left out on the last page; null and an empty `page` say the same. */
function pageOf(body: unknown): Page | undefined {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return undefined;
  const count = 'count' in body && typeof body.count === 'number' ? { count: body.count } : {};
  const items: readonly unknown[] = body.items;
  if (!('next' in body) || body.next === null || body.next === undefined) return { items, ...count };
  if (typeof body.next !== 'object') return undefined;
  const next = 'page' in body.next ? body.next.page : undefined;
  if (next === undefined || next === null || next === '') return { items, ...count };
  return typeof next === 'string' ? { items, ...count, next } : undefined;
}

/** Lists that came as the same pages are the same list: what was found in one of them is known of the others. */
interface Joined {
  items?: readonly unknown[];
  readonly longer: WeakMap<readonly unknown[], Joined>;
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

/** Items that came twice (the list shifted while it was read) count once. */
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

/** All items of the list, from its first page to its last. `limit` is 1000 unless the call says otherwise. */
export async function listAll(
  sender: Sender & { readonly pages?: PageBudget },
  call: Call,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Listing> {
  const read: (readonly unknown[])[] = [];
  const cursors = new Set<string>();
  let size = 0;
  let cursor: string | undefined;
  let count: number | undefined;
  const end = (unknown?: string): Listing => {
    const whole = joined(read);
    const isShort = unknown === undefined && count !== undefined && whole.length < count;
    const reason = isShort ? `${call.endpoint.name}: ${counted(whole.length, 'item')} came, though the platform counts ${count}` : unknown;
    return { items: whole, ...(count === undefined ? {} : { count }), ...(reason === undefined ? {} : { unknown: reason }) };
  };
  for (let pages = 0; pages < maxPages; pages += 1) {
    const query = { limit: pageSize, ...call.query, ...(cursor === undefined ? {} : { page: cursor }) };
    let body: unknown;
    try {
      body = await sender.send({ ...call, query }, options);
    } catch (error) {
      const failure = survivable(error);
      return { ...end(failure.message), failure };
    }
    const page = pageOf(body);
    if (page === undefined) return end(`${call.endpoint.name}: the answer is not a page of a list`);
    size += page.items.length;
    // The items are dropped: several such lists at once would fill the memory.
    if (size > maxItems) return { items: [], unknown: `${call.endpoint.name}: more than ${maxItems} items` };
    read.push(page.items);
    count = page.count ?? count;
    cursor = page.next;
    if (cursor === undefined) return end();
    if (cursors.has(cursor)) return end(`${call.endpoint.name}: the platform named the same next page twice`);
    if (page.items.length === 0) return end(`${call.endpoint.name}: an empty page names a next one`);
    if (sender.pages?.take() === false) return end(`${call.endpoint.name}: more than ${maxPagesInAll} further pages of all lists together`);
    cursors.add(cursor);
  }
  return end(`${call.endpoint.name}: no end after ${maxPages} pages`);
}
