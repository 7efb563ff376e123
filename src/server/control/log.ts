/** The request log. */
import type { Matched } from './match.ts';

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
  readonly fits?: (entry: Matched & Pick<LogEntry, 'status'>) => boolean;
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
  let oldest = 1;
  let dropped = 0;
  let characters = 0;
  let generation = 0;
  const wake = () => {
    for (const waken of [...wakers]) waken();
  };
  const makeRoom = () => {
    while (entries.size > size || characters > maxTotalCharacters) {
      characters -= lengthOf(entries.get(oldest) as Kept);
      entries.delete(oldest);
      oldest += 1;
      dropped += 1;
    }
  };
  const firstAfter = (number: number): Kept | undefined => entries.get(Math.max(number + 1, oldest));
  return {
    add: (entry, body) => {
      last += 1;
      const cut = cutBody(body);
      const kept = { text: cut, number: last, ...entry, ...(cut === body ? {} : { isBodyCut: true as const }) };
      entries.set(last, kept);
      characters += lengthOf(kept);
      makeRoom();
      wake();
    },
    read: (query = {}) => ({ ...pageOf([...entries.values()], query), dropped }),
    follow: (after = last) => {
      const begun = generation;
      return follower({ firstAfter, wakers, isEnded: () => generation !== begun }, after);
    },
    clear: () => {
      entries.clear();
      oldest = last + 1;
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
  firstAfter: (number: number) => Kept | undefined;
  wakers: Set<() => void>;
  isEnded: () => boolean;
}

/** Reads from the log, so a slow reader needs no memory and skips dropped entries. */
function follower({ firstAfter, wakers, isEnded }: Followed, after: number) {
  let number = after;
  let isDone = false;
  let pending: (() => void) | undefined;
  const news = (): Promise<void> =>
    new Promise((resolve) => {
      pending = () => {
        if (pending !== undefined) wakers.delete(pending);
        resolve();
      };
      wakers.add(pending);
    });
  const iterator: AsyncIterableIterator<LogEntry> = {
    next: async () => {
      while (!isDone && !isEnded()) {
        const entry = firstAfter(number);
        if (entry !== undefined) {
          number = entry.number;
          return { done: false, value: entryOf(entry) };
        }
        await news();
      }
      return { done: true, value: undefined };
    },
    return: async () => {
      isDone = true;
      pending?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

const retryMs = 1000;

export function events(entries: AsyncIterableIterator<LogEntry>): AsyncIterableIterator<string> {
  let isBegun = false;
  const iterator: AsyncIterableIterator<string> = {
    next: async () => {
      if (!isBegun) {
        isBegun = true;
        return { done: false, value: `retry: ${retryMs}\n\n` };
      }
      const { done, value } = await entries.next();
      return done
        ? { done: true, value: undefined }
        : { done: false, value: `id: ${value.number}\ndata: ${JSON.stringify(value)}\n\n` };
    },
    return: async () => {
      await entries.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
