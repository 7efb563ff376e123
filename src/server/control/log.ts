/** The request log. */

export interface LogEntry {
  /** Counts from 1, also after `clear`. */
  readonly number: number;
  /** Platform time of the request. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Null for a request without a matching operation. */
  readonly operation: string | null;
  /** Null if the connection broke before the answer. */
  readonly status: number | null;
  readonly ms: number;
  /** Id of the user. Null without a valid token. */
  readonly user: string | null;
  /** JSON or text. Missing without a body. */
  readonly body?: unknown;
  /** True if `body` is only the start of a large body, as text. */
  readonly isBodyCut?: true;
  /** Id of the fault that affected the request. */
  readonly fault?: string;
}

export interface LogQuery {
  readonly fits?: (entry: Pick<LogEntry, 'method' | 'path' | 'operation' | 'status'>) => boolean;
  /** Only entries with higher numbers, oldest first. Default: the newest entries. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

export interface LogPage {
  /** Oldest first. */
  readonly items: readonly LogEntry[];
  /** Number of matching entries in the log, on all pages. */
  readonly total: number;
  /** Number of entries that were dropped because the log was full. */
  readonly dropped: number;
}

export interface Log {
  read(query?: LogQuery): LogPage;
  /** New entries, or all entries after the number `after`. Ends when the platform is closed. */
  follow(after?: number): AsyncIterableIterator<LogEntry>;
  clear(): void;
}

export interface LogKeeper extends Log {
  add(entry: Omit<LogEntry, 'number' | 'body' | 'isBodyCut'>, body: string): void;
  endFollowing(): void;
}

interface Kept extends Omit<LogEntry, 'body'> {
  text: string;
}

const maxBodyBytes = 64 * 1024;
const maxTotalCharacters = 32 * 1024 * 1024;
const defaultLimit = 100;

/** The log keeps at most `size` entries, and fewer if bodies are large. */
export function createLog(size: number): LogKeeper {
  const entries = new Map<number, Kept>();
  const wakers = new Set<() => void>();
  let last = 0;
  let dropped = 0;
  let characters = 0;
  let generation = 0;
  const wake = () => {
    for (const waken of wakers) waken();
    wakers.clear();
  };
  const next = (number: number) => entries.get(Math.max(number + 1, entries.keys().next().value ?? 0));
  return {
    add: (entry, body) => {
      last += 1;
      const cut = cutBody(body);
      const kept = { text: cut, number: last, ...entry, ...(cut === body ? {} : { isBodyCut: true as const }) };
      entries.set(last, kept);
      characters += lengthOf(kept);
      for (const [number, oldest] of entries) {
        if (entries.size <= size && characters <= maxTotalCharacters) break;
        characters -= lengthOf(oldest);
        entries.delete(number);
        dropped += 1;
      }
      wake();
    },
    read: (query = {}) => ({ ...pageOf([...entries.values()], query), dropped }),
    follow: (after = last) => {
      const begun = generation;
      let isLeft = false;
      const followed = { next, wakers, isEnded: () => isLeft || generation !== begun };
      return endable(entriesAfter(after, followed), () => {
        isLeft = true;
        wake();
      });
    },
    clear: () => {
      entries.clear();
      characters = 0;
      dropped = 0;
    },
    endFollowing: () => {
      generation += 1;
      wake();
    },
  };
}

function lengthOf({ path, query, text }: Kept) {
  return path.length + query.length + text.length;
}

function pageOf(all: readonly Kept[], { fits = () => true, after, limit = defaultLimit }: LogQuery) {
  const fitting = all.filter(fits);
  const items =
    after === undefined
      ? fitting.slice(Math.max(0, fitting.length - limit))
      : fitting.filter(({ number }) => number > after).slice(0, limit);
  return { items: items.map(entryOf), total: fitting.length };
}

function entryOf({ text, ...entry }: Kept) {
  if (text === '') return entry;
  return { ...entry, body: entry.isBodyCut ? text : parsedOrText(text) };
}

function parsedOrText(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function cutBody(body: string) {
  if (body.length * 3 <= maxBodyBytes) return body;
  const bytes = Buffer.from(body, 'utf8');
  return bytes.length <= maxBodyBytes
    ? body
    : new TextDecoder().decode(bytes.subarray(0, maxBodyBytes), { stream: true });
}

interface Followed {
  next: (number: number) => Kept | undefined;
  wakers: Set<() => void>;
  isEnded: () => boolean;
}

/** Reads from the log, so a slow reader needs no memory and skips dropped entries. */
async function* entriesAfter(after: number, { next, wakers, isEnded }: Followed) {
  for (let number = after; !isEnded(); ) {
    const entry = next(number);
    if (entry === undefined) await new Promise<void>((resolve) => wakers.add(resolve));
    else {
      number = entry.number;
      yield entryOf(entry);
    }
  }
}

/** A generator alone would end only after its pending `next`, which can wait for ever. */
function endable<T>(items: AsyncGenerator<T, void>, end: () => void) {
  const iterator: AsyncIterableIterator<T> = {
    next: () => items.next(),
    return: () => {
      end();
      return items.return();
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

const retryMs = 1000;

export function events(entries: AsyncIterableIterator<LogEntry>): AsyncIterableIterator<string> {
  async function* messages() {
    yield `retry: ${retryMs}\n\n`;
    for await (const entry of entries) yield `id: ${entry.number}\ndata: ${JSON.stringify(entry)}\n\n`;
  }
  return endable(messages(), () => void entries.return?.());
}
