/** A client with scripted lists, objects and refusals by path. */

import { type Call, callPath } from '../../src/contract/endpoint.ts';
import { ApiError } from '../../src/core/docform-error.ts';
import { nowhere } from '../../src/core/problem.ts';
import type { Desired, DesiredValue } from '../../src/core/state.ts';
import type { Listing, LiveClient } from '../../src/remote/live/fetch.ts';
import { listAt, resourceAt } from '../support/declared.ts';

class Refusal extends ApiError {
  constructor(status: number) {
    super('', { status, isAmbiguous: false, request: { operation: 'scripted', method: 'GET', path: '/' } });
    this.message = `refused with ${status}`;
  }
}

/** An array is a list, a number is the status of a refusal, anything else is an object. */
export interface Script {
  readonly [path: string]: readonly unknown[] | number | { readonly [name: string]: unknown };
}

export interface ScriptedClient extends LiveClient {
  /** Requested paths, with their query except `limit: 1000`. */
  readonly asked: string[];
}

export function scriptedClient(script: Script): ScriptedClient {
  const asked: string[] = [];
  const answer = (call: Call) => {
    const { limit, ...query } = call.query ?? {};
    const parts = Object.entries({ ...query, ...(limit === undefined || limit === 1000 ? {} : { limit }) });
    const path =
      callPath(call).replace('/v1/', '').replace('orgs/o1/', '') +
      (parts.length > 0 ? `?${parts.map((part) => part.join('=')).join('&')}` : '');
    asked.push(path);
    return script[path] ?? script[path.split('?')[0] ?? ''];
  };
  return {
    asked,
    send: async (call) => {
      const found = answer(call);
      if (typeof found === 'number') throw new Refusal(found);
      if (found === undefined) throw new Refusal(404);
      return Array.isArray(found) && call.endpoint.isPaged ? { items: found } : found;
    },
    list: async (call): Promise<Listing> => {
      const found = answer(call);
      if (found === 401) throw new Refusal(401);
      if (typeof found === 'number') return { items: [], unknown: `refused with ${found}` };
      if (found === undefined) throw new Error(`the script has no list ${callPath(call)}`);
      return Array.isArray(found) ? { items: found } : (found as unknown as Listing);
    },
  };
}

export interface World {
  readonly resources: { readonly [address: string]: { readonly [field: string]: DesiredValue } };
  readonly pins?: { readonly [address: string]: string };
  readonly lists?: readonly string[];
  readonly orders?: Desired['orders'];
  readonly moved?: readonly { readonly from: string; readonly to: string }[];
}

export function desiredOf({ resources, pins = {}, lists = [], orders = {}, moved = [] }: World): Desired {
  const pinned = (address: string) => (pins[address] === undefined ? {} : { pin: pins[address] });
  return {
    organization: 'o1',
    resources: Object.entries(resources).map(([address, fields]) => resourceAt(address, fields, pinned(address))),
    lists: lists.map((list) => listAt(list)),
    orders,
    moved: moved.map((each) => ({ ...each, span: nowhere })),
    policy: { prune: () => 'owned', protect: [], maxDeletes: 10 },
  };
}
