/** Log entries as server-sent events: the number of an entry is the id of its event, so that a reader can go on where it stopped. */
import type { LogEntry } from './log.ts';

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
      return done ? { done: true, value: undefined } : { done: false, value: `id: ${value.number}\ndata: ${JSON.stringify(value)}\n\n` };
    },
    return: async () => {
      await entries.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
