/** Pages of lists: 10 items unless `limit` says otherwise, an opaque cursor, no `next` on the last page. */
import type { Context, RowAnswer } from './context.ts';
import { invalid } from './errors.ts';
import type { Store } from './objects.ts';
import type { Kind, Row } from './records.ts';
import type { PageQuery, Place } from './rows.ts';

export interface PageRequest {
  readonly page?: string;
  readonly limit?: number;
}

export interface Page<T> {
  next?: { page: string };
  count: number;
  items: T[];
}

const defaultLimit = 10;

/** A page of an object's children in sibling order. The cursor is a place, so objects that come and go lose no others. */
export function pageOfChildren<K extends Kind>(
  store: Store,
  kind: K,
  parent: string,
  request: PageRequest,
  options: Pick<PageQuery, 'descending' | 'where'> = {},
): Page<Row<K>> {
  const limit = request.limit ?? defaultLimit;
  const count = store.count(kind, parent, options.where);
  // Also where nothing is listed: an unknown cursor is a mistake.
  const after = request.page === undefined ? {} : { after: readPlace(request.page) };
  if (limit === 0) return { count, items: [] };
  const rows = store.page(kind, parent, { ...options, ...after, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { count, items };
  return { next: { page: writeCursor('p', `${last.position}:${last.id}`) }, count, items };
}

/** A page of items that had to be put together first. The cursor names the last item, and its index should it be gone. */
export function pageOfItems<T extends { readonly id: string }>(all: readonly T[], request: PageRequest): Page<T> {
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

/** A page of objects as an operation answers them; once it is asked for again the texts of those that have not changed are kept. */
export function answerPage<K extends Kind, A>(context: Context, page: Page<Row<K>>, answer: RowAnswer<K, A>): Page<A> {
  const { texts, isAskedAgain = false } = context;
  if (texts === undefined || !isAskedAgain) return mapPage(page, (row) => answer(context, row));
  return new WrittenPage(page, page.items.map(texts.textOf(context, answer)));
}

/** An object that stands in several lists, such as a space in those of its members. */
interface Embedded<K extends Kind, B extends object> {
  readonly row: Row<K>;
  /** What the item says beside it, and before it. */
  readonly beside: B;
}

/** A page of items that hold an object under `name`. Its text is kept from the first time on: other lists have it, too. */
export function answerEmbedding<K extends Kind, A, B extends object, N extends string>(
  context: Context,
  page: Page<Embedded<K, B>>,
  name: N,
  answer: RowAnswer<K, A>,
): Page<B & { [Name in N]: A }> {
  const { texts } = context;
  if (texts === undefined)
    return mapPage(page, ({ beside, row }) => ({ ...beside, [name]: answer(context, row) }) as B & { [Name in N]: A });
  const textOf = texts.textOf(context, answer);
  return new WrittenPage(
    page,
    page.items.map(({ beside, row }) => `${JSON.stringify(beside).slice(0, -1)},"${name}":${textOf(row)}}`),
  );
}

/** A page whose items are JSON already. */
class WrittenPage<A> implements Page<A> {
  readonly count: number;
  declare readonly next?: { page: string };
  readonly #texts: readonly string[];

  constructor({ count, next }: Omit<Page<unknown>, 'items'>, texts: readonly string[]) {
    if (next !== undefined) this.next = next;
    this.count = count;
    this.#texts = texts;
  }

  get items(): A[] {
    return this.#texts.map((text) => JSON.parse(text) as A);
  }

  text(): string {
    const { next, count } = this;
    return `${JSON.stringify({ next, count }).slice(0, -1)},"items":[${this.#texts.join(',')}]}`;
  }
}

/** As JSON. */
export function textOf(result: unknown): string {
  return result instanceof WrittenPage ? result.text() : JSON.stringify(result);
}

function startAfter(all: readonly { readonly id: string }[], cursor: string): number {
  const [indexText, id] = readCursor('i', cursor).split(':', 2);
  const index = Number(indexText);
  if (!Number.isInteger(index) || index < 0 || id === undefined) throw unknownCursor(cursor);
  if (all[index]?.id === id) return index + 1;
  const found = all.findIndex((item) => item.id === id);
  return found === -1 ? index : found + 1;
}

function readPlace(cursor: string): Place {
  const [positionText, id] = readCursor('p', cursor).split(':', 2);
  const position = Number(positionText || Number.NaN);
  if (!Number.isFinite(position) || id === undefined) throw unknownCursor(cursor);
  return { position, id };
}

function writeCursor(kind: 'p' | 'i', text: string): string {
  return Buffer.from(`${kind}${text}`, 'utf8').toString('base64url');
}

function readCursor(kind: 'p' | 'i', cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!text.startsWith(kind)) throw unknownCursor(cursor);
  return text.slice(1);
}

function unknownCursor(cursor: string): Error {
  return invalid(`query.page: ${JSON.stringify(cursor)} is no page of this list`);
}
