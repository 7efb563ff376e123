/** Reads each list and object once. Failures become reasons, except failures that affect every request. */
import { type Call, mostPerPage, pathOf } from '../contract/endpoint.ts';
import { type ApiError, survivable } from '../core/api-error.ts';

/** The client for reading. `list` reads all pages; `unknown`: why the list is incomplete. */
export interface LiveClient {
  /** Maximum number of requests in flight. Default: 8. */
  readonly concurrency?: number;
  readonly send: (call: Call) => Promise<unknown>;
  readonly list: (call: Call) => Promise<Listing>;
}

export interface Listing {
  readonly items: readonly unknown[];
  readonly unknown?: string;
  /** The failed request, if that is why the list is incomplete. */
  readonly failure?: ApiError;
}

export type Finding =
  | { readonly reply: unknown }
  | { readonly isAbsent: true; readonly failure: ApiError }
  | { readonly unknown: string; readonly failure: ApiError };

export interface Progress {
  readonly asked: number;
  readonly answered: number;
  readonly items: number;
}

export interface Reader {
  /** Cached until the end of the reading. */
  readonly list: (call: Call) => Promise<Listing>;
  /** Not cached: raw items use many times the memory of decoded objects. */
  readonly listOnce: (call: Call) => Promise<Listing>;
  readonly find: (call: Call) => Promise<Finding>;
}

export function createReader(client: LiveClient, onProgress: (progress: Progress) => void = () => undefined): Reader {
  const lists = new Map<string, Promise<Listing>>();
  let asked = 0;
  let answered = 0;
  let items = 0;
  async function counted<T>(work: Promise<T>, count: (result: T) => number): Promise<T> {
    asked += 1;
    const result = await work;
    answered += 1;
    items += count(result);
    onProgress({ asked, answered, items });
    return result;
  }
  const listOnce: Reader['listOnce'] = (call) =>
    counted(
      readList(client, {
        ...call,
        query: { ...(call.endpoint.listMember === undefined ? { limit: mostPerPage } : {}), ...call.query },
      }),
      (listing) => listing.items.length,
    );
  return {
    list: (call) => {
      const key = callKey(call);
      const held = lists.get(key) ?? listOnce(call);
      lists.set(key, held);
      return held;
    },
    listOnce,
    find: (call) => counted(findObject(client, call), (finding) => ('reply' in finding ? 1 : 0)),
  };
}

export function callKey(call: Call): string {
  return `${pathOf(call)} ${JSON.stringify(call.query ?? {})}`;
}

async function readList(client: LiveClient, call: Call): Promise<Listing> {
  try {
    return await client.list(call);
  } catch (error) {
    const failure = survivable(error);
    return { items: [], unknown: failure.message, failure };
  }
}

async function findObject(client: LiveClient, call: Call): Promise<Finding> {
  try {
    return { reply: await client.send(call) };
  } catch (error) {
    const failure = survivable(error);
    return failure.status === 404 ? { isAbsent: true, failure } : { unknown: failure.message, failure };
  }
}
