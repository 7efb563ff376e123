/** The log of requests: the newest ones, numbered, to be read, followed and counted. */
import type { Matched } from './match.ts';

export interface LogEntry {
  /** Counts up from 1, and never begins again. */
  readonly number: number;
  /** Date-time of the platform's clock when the request came. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Name of the operation; null: there is none at this method and path. */
  readonly operation: string | null;
  /** Null: the connection broke before a status was sent. */
  readonly status: number | null;
  readonly ms: number;
  /** Id of the user; null: the request had no valid token. */
  readonly user: string | null;
  /** As JSON where it is, else as text; missing where nothing was sent. */
  readonly body?: unknown;
  /** True: the body was too large to keep whole, and `body` is the beginning of its text. */
  readonly isBodyCut?: true;
  /** Id of the fault that struck. */
  readonly fault?: string;
}

export interface LogQuery {
  readonly fits?: (entry: Matched & Pick<LogEntry, 'status'>) => boolean;
  /** Only entries with higher numbers, the oldest of them first to be counted. Missing: the newest ones. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
}

export interface LogPage {
  /** Oldest first. */
  readonly items: readonly LogEntry[];
  /** How many of the entries that are kept fit, whatever the page holds. */
  readonly total: number;
  /** How many entries were given up to make room. */
  readonly dropped: number;
}

export interface Log {
  read(query?: LogQuery): LogPage;
  /** Entries as they come, from the one after `after`, or from now on. Ends when the platform is closed. */
  follow(after?: number): AsyncIterableIterator<LogEntry>;
  clear(): void;
}

export interface LogKeeper extends Log {
  add(entry: Omit<LogEntry, 'number' | 'body' | 'isBodyCut'>, body: string): void;
  /** Ends everything that follows the log now. */
  endFollowing(): void;
}

interface Kept extends Omit<LogEntry, 'body'> {
  readonly text: string;
}

const largestBodyBytes = 64 * 1024;
const largestTotalCharacters = 32 * 1024 * 1024;
const defaultLimit = 100;

/** `size`: how many entries are kept at most; fewer, when their bodies are large. */
export function createLog(size: number): LogKeeper {
  const entries = new Map<number, Kept>();
  const wakers = new Set<() => void>();
  let last = 0;
  /** Number of the first entry that is kept; those after it are kept, too. */
  let oldest = 1;
  let dropped = 0;
  let characters = 0;
  let generation = 0;
  const wake = (): void => {
    for (const waken of [...wakers]) waken();
  };
  const makeRoom = (): void => {
    while (entries.size > size || characters > largestTotalCharacters) {
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

function lengthOf({ path, query, text }: Kept): number {
  return path.length + query.length + text.length;
}

function pageOf(
  all: readonly Kept[],
  { fits = () => true, after, limit = defaultLimit }: LogQuery,
): Omit<LogPage, 'dropped'> {
  const fitting = all.filter(fits);
  const items =
    after === undefined
      ? fitting.slice(Math.max(0, fitting.length - limit))
      : newerThan(fitting, after).slice(0, limit);
  return { items: items.map(entryOf), total: fitting.length };
}

function newerThan(entries: readonly Kept[], after: number): readonly Kept[] {
  return entries.filter(({ number }) => number > after);
}

/** Parsed only when someone looks at it. */
function entryOf({ text, ...entry }: Kept): LogEntry {
  if (text === '') return entry;
  return { ...entry, body: entry.isBodyCut ? text : parsedOrText(text) };
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function cutBody(body: string): string {
  if (body.length * 3 <= largestBodyBytes) return body;
  const bytes = Buffer.from(body, 'utf8');
  return bytes.length <= largestBodyBytes
    ? body
    : new TextDecoder().decode(bytes.subarray(0, largestBodyBytes), { stream: true });
}

interface Followed {
  readonly firstAfter: (number: number) => Kept | undefined;
  readonly wakers: Set<() => void>;
  readonly isEnded: () => boolean;
}

/** Reads from the log itself, so that a slow reader holds nothing back and misses what fell out. */
function follower({ firstAfter, wakers, isEnded }: Followed, after: number): AsyncIterableIterator<LogEntry> {
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

/** How soon a browser that lost the stream asks again. */
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
