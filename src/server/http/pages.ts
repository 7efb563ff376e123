/** Pages of lists. A page has 10 items unless `limit` is set; the last page has no `next`. */

import type { Kind, Row } from '../store/records.ts';
import type { PageQuery, Store } from '../store/store.ts';
import { invalid } from './errors.ts';

export interface PageRequest {
  page?: string;
  limit?: number;
}

export interface Page<T> {
  next?: { page: string };
  count: number;
  items: T[];
}

const defaultLimit = 10;

/** The cursor is a place, so a list that changes between pages loses no objects. */
export function pageOfChildren<K extends Kind>(
  store: Store,
  kind: K,
  parent: string,
  request: PageRequest,
  options: Pick<PageQuery, 'descending' | 'where'> = {},
): Page<Row<K>> {
  const limit = request.limit ?? defaultLimit;
  const count = store.count(kind, parent, options.where);
  const after = request.page === undefined ? {} : { after: readPlace(request.page) };
  if (limit === 0) return { count, items: [] };
  const rows = store.page(kind, parent, { ...options, ...after, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { count, items };
  return { next: { page: writeCursor('p', `${last.position}:${last.id}`) }, count, items };
}

/** The cursor contains the id of the last item, and its index in case the item is deleted. */
export function pageOfItems<T extends { id: string }>(all: readonly T[], request: PageRequest): Page<T> {
  const limit = request.limit ?? defaultLimit;
  const start = request.page === undefined ? 0 : startAfter(all, request.page);
  const items = all.slice(start, start + limit);
  const last = items.at(-1);
  if (last === undefined || start + limit >= all.length) return { count: all.length, items };
  return { next: { page: writeCursor('i', `${start + limit - 1}:${last.id}`) }, count: all.length, items };
}

export function mapPage<T, U>(page: Page<T>, answer: (item: T) => U): Page<U> {
  return { ...page, items: page.items.map(answer) };
}

function startAfter(all: readonly { id: string }[], cursor: string) {
  const [indexText, id] = readCursor('i', cursor).split(':', 2);
  const index = Number(indexText);
  if (!Number.isInteger(index) || index < 0 || id === undefined) throw unknownCursor(cursor);
  if (all[index]?.id === id) return index + 1;
  const found = all.findIndex((item) => item.id === id);
  return found === -1 ? index : found + 1;
}

function readPlace(cursor: string) {
  const [positionText, id] = readCursor('p', cursor).split(':', 2);
  const position = Number(positionText || Number.NaN);
  if (!Number.isFinite(position) || id === undefined) throw unknownCursor(cursor);
  return { position, id };
}

function writeCursor(kind: 'p' | 'i', text: string) {
  return Buffer.from(`${kind}${text}`, 'utf8').toString('base64url');
}

function readCursor(kind: 'p' | 'i', cursor: string) {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!text.startsWith(kind)) throw unknownCursor(cursor);
  return text.slice(1);
}

function unknownCursor(cursor: string) {
  return invalid(`query.page: ${JSON.stringify(cursor)} is not a page of this list`);
}
