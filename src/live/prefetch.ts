/** Requests children of objects in the ledger together with the lists that show whether these objects exist. Saves one or two round trips. */
import type { Call } from '../contract/endpoint.ts';
import type { KindName } from '../core/state.ts';
import { callKey, type Reader } from './reader.ts';

export interface PrefetchCall {
  readonly by: 'list' | 'shared' | 'object';
  readonly call: Call;
  readonly standsIn: ListName;
}

interface ListName {
  kind: KindName;
  parentId: string | null;
}

export interface Prefetch {
  readonly reader: Reader;
  readonly during: (reading: Promise<unknown>, expected: Iterable<PrefetchCall>) => Promise<void>;
  /** The list was read, so its objects need no prefetching any more. */
  readonly markRead: (list: ListName) => void;
}

/** `mostAtOnce`: the concurrency of the client, so that other requests do not queue behind prefetches. */
export function createPrefetch(reader: Reader, mostAtOnce = 8): Prefetch {
  const held = new Map<string, Promise<unknown>>();
  const settled = new Set<string>();
  let hasEnded = false;
  const taken = <T>(ask: (call: Call) => Promise<T>, call: Call): Promise<T> => {
    const key = callKey(call);
    const answer = held.get(key) as Promise<T> | undefined;
    held.delete(key);
    return answer ?? ask(call);
  };
  const askOneByOne = async (queue: Iterator<PrefetchCall>) => {
    for (let next = queue.next(); !hasEnded && next.done !== true; next = queue.next()) {
      const { by, call, standsIn } = next.value;
      const key = callKey(call);
      if (settled.has(listKey(standsIn)) || held.has(key)) continue;
      const answer: Promise<unknown> = { list: reader.listOnce, shared: reader.list, object: reader.find }[by](call);
      if (by !== 'shared') held.set(key, answer);
      // Only the reader that uses the answer reports its failure.
      await answer.catch(() => undefined);
    }
  };
  return {
    reader: { ...reader, listOnce: (call) => taken(reader.listOnce, call), find: (call) => taken(reader.find, call) },
    during: async (reading, expected) => {
      const queue = expected[Symbol.iterator]();
      const asking = Promise.all(Array.from({ length: mostAtOnce }, () => askOneByOne(queue)));
      await reading.finally(() => {
        hasEnded = true;
      });
      await asking;
    },
    markRead: (list) => void settled.add(listKey(list)),
  };
}

function listKey({ kind, parentId }: ListName): string {
  return `${kind} ${parentId ?? ''}`;
}
