/** Asks in the first round for what stands in objects that the ledger knows, beside the lists that tell whether these are there. */
import type { Call } from '../contract/endpoint.ts';
import type { KindName } from '../core/state.ts';
import { callKey, type Reader } from './reader.ts';

/** What is going to be wanted, if what it stands in is there. */
export interface PrefetchCall {
  /** `shared`: a list that several may want. */
  readonly by: 'list' | 'shared' | 'object';
  readonly call: Call;
  /** Where that is listed. */
  readonly standsIn: ListName;
}

interface ListName {
  readonly kind: KindName;
  readonly parentId: string | null;
}

/** An answer counts once it is wanted, whatever it says; where it never is, it is as if nobody had asked. */
export interface Prefetch {
  readonly reader: Reader;
  /** As long as everything else is read; resolves when nothing is under way. */
  readonly during: (reading: Promise<unknown>, expected: Iterable<PrefetchCall>) => Promise<void>;
  /** It was read: of what stands in its objects nothing is asked for ahead any more. */
  readonly markRead: (list: ListName) => void;
}

/** `mostAtOnce`: as many as are sent at once, so that what is known to be wanted stands behind no more. */
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
  const askOneByOne = async (queue: Iterator<PrefetchCall>): Promise<void> => {
    for (let next = queue.next(); !hasEnded && next.done !== true; next = queue.next()) {
      const { by, call, standsIn } = next.value;
      const key = callKey(call);
      if (settled.has(listKey(standsIn)) || held.has(key)) continue;
      const answer: Promise<unknown> = { list: reader.listOnce, shared: reader.list, object: reader.find }[by](call);
      if (by !== 'shared') held.set(key, answer);
      // It fails whoever wants it, and nobody else.
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
