/** Transports around another one: only reads, only while a lock is held, without ids that are secret, and with the reads before the first write cached. */
import { type Transport, TransportError, type WireResponse } from '../contract/transport.ts';
import { sha256Hex } from '../core/digest.ts';
import { isJsonObject } from '../core/json.ts';

export function readOnly(transport: Transport): Transport {
  return async (request, options) => {
    // Always a bug in docform, so it is not a TransportError, which could be retried.
    if (request.method !== 'GET')
      throw new Error(`refused to send ${request.method} ${request.path}: this transport only reads`);
    return transport(request, options);
  };
}

export interface Permission {
  readonly isHeld: () => boolean;
  /** Throws if nothing may be sent any more. */
  readonly hold: () => Promise<void>;
}

/** Sends only while the permission, such as the state lock, is held. Checks again after each renewal, and directly before the first byte leaves: a process can be suspended while a connection opens. */
export function whileHeld(transport: Transport, permission: Permission): Transport {
  return async (request, options) => {
    for (;;) {
      while (!permission.isHeld()) await permission.hold();
      try {
        return await transport(request, { ...options, mayStart: permission.isHeld });
      } catch (error) {
        if (!(error instanceof TransportError && error.failure === 'held-back')) throw error;
      }
    }
  };
}

/** Anyone who knows the id of an invite link can join the organization. */
const listPath = /^\/v1\/orgs\/[^/]+\/link-invites$/;
const linkPath = /^(\/v1\/orgs\/[^/]+\/link-invites\/)([^/]+)$/;

/** The id in plans, ledgers and reports. */
export function sealedId(id: string): string {
  return /^link-[0-9a-f]{24}$/.test(id) ? id : `link-${sha256Hex(id).slice(0, 24)}`;
}

/** Replaces ids in answers with sealed ids, and sealed ids in requests with ids. Other ids remain as they are. */
export function sealingIds(transport: Transport): Transport {
  const ids = new Map<string, string>();
  const sealed = (value: unknown): unknown => {
    if (!isJsonObject(value)) return value;
    if (Array.isArray(value.items)) return { ...value, items: value.items.map(sealed) };
    if (typeof value.id !== 'string') return value;
    const id = sealedId(value.id);
    ids.set(id, value.id);
    return { ...value, id };
  };
  return async (request, options) => {
    if (listPath.test(request.path)) {
      const answer = await transport(request, options);
      return { ...answer, body: sealed(answer.body) };
    }
    const [, place = '', id = ''] = linkPath.exec(request.path) ?? [];
    const real = ids.get(id);
    if (real === undefined) return transport(request, options);
    const answer = await transport({ ...request, path: `${place}${encodeURIComponent(real)}` }, options);
    // Errors can also contain the id.
    const text = JSON.stringify(answer.body)?.replaceAll(real, id);
    return { ...answer, body: text === undefined ? undefined : JSON.parse(text) };
  };
}

export interface CachedReads {
  /** Passes all requests on. Caches responses until the first write, and records the paths of writes. */
  readonly transport: Transport;
  /** A transport for verification, and the number of requests it has sent. */
  readonly verifying: () => { readonly transport: Transport; readonly requests: () => number };
}

/** A write inside one of these changes only that object and the lists of the top level. */
const confining: ReadonlySet<string> = new Set(['sites', 'teams']);

export function cacheReads(transport: Transport): CachedReads {
  const answers = new Map<string, WireResponse>();
  const written = new Set<string>();
  let hasWritten = false;
  let isConfined = true;
  const keyOf = (path: string, query: readonly (readonly [string, string])[]) => `${path}?${JSON.stringify(query)}`;
  const note = (path: string) => {
    hasWritten = true;
    const container = containerIn(path);
    if (container === undefined || !confining.has(container.collection)) isConfined = false;
    else written.add(container.path);
  };
  return {
    transport: async (request, options) => {
      if (request.method !== 'GET') note(request.path);
      const isKept = !hasWritten && containerIn(request.path) !== undefined;
      const response = await transport(request, options);
      if (isKept && response.status === 200 && response.isMalformed !== true)
        answers.set(keyOf(request.path, request.query), response);
      return response;
    },
    verifying: () => {
      let requests = 0;
      const reading: Transport = (request, options) => {
        const container = containerIn(request.path);
        const isTouched = !isConfined || container === undefined || written.has(container.path);
        const known =
          request.method !== 'GET' || isTouched ? undefined : answers.get(keyOf(request.path, request.query));
        if (known !== undefined) return Promise.resolve(known);
        requests += 1;
        return transport(request, options);
      };
      return { transport: reading, requests: () => requests };
    },
  };
}

/** `/v1/orgs/acme/sites/s1/sections` -> `/v1/orgs/acme/sites/s1`, in `sites`; undefined: a list of the top level, or the organization. */
function containerIn(path: string): { collection: string; path: string } | undefined {
  const [, version, orgs, organization, collection, id] = path.split('/');
  if (collection === undefined || id === undefined) return undefined;
  return { collection, path: `/${version}/${orgs}/${organization}/${collection}/${id}` };
}
