/** Reads lists and objects, each once, and turns every way of failing into a reason; only what makes all reading pointless is thrown. */
import { type Call, pathOf } from '../contract/endpoint.ts';
import { mostPerPage } from '../contract/wire.ts';
import { type ApiError, survivable } from '../core/api-error.ts';

/** What reading needs of a client. `list` reads to the last page; `unknown` says why the items are not all. */
export interface LiveClient {
  /** How much it sends at once; missing: 8. */
  readonly concurrency?: number;
  readonly send: (call: Call) => Promise<unknown>;
  readonly list: (call: Call) => Promise<Listing>;
}

export interface Listing {
  readonly items: readonly unknown[];
  readonly unknown?: string;
  /** What ended it, where that is why it is unknown. */
  readonly failure?: ApiError;
}

export type Finding =
  | { readonly reply: unknown }
  | { readonly isAbsent: true; readonly failure: ApiError }
  | { readonly unknown: string; readonly failure: ApiError };

/** How far reading has come. */
export interface Progress {
  /** Lists and objects asked for, and those answered. */
  readonly asked: number;
  readonly answered: number;
  /** Items read. */
  readonly items: number;
}

export interface Reader {
  /** Asked for once, however often it is wanted: its items are kept to the end. */
  readonly list: (call: Call) => Promise<Listing>;
  /** One that is wanted in one place alone: its items, which are many times what is decoded of them, go as soon as they are decoded. */
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
      readList(client, { ...call, query: { limit: mostPerPage, ...call.query } }),
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

/** The same for calls that ask for the same. */
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
