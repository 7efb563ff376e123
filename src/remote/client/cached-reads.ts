/** Keeps the answers to reads until a write can change them. */
import type { Transport, WireResponse } from '../../contract/transport.ts';

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
  const cacheKey = (path: string, query: readonly (readonly [string, string])[]) => `${path}?${JSON.stringify(query)}`;
  const noteWrite = (path: string) => {
    hasWritten = true;
    const container = containerOfPath(path);
    if (container === undefined || !confining.has(container.collection)) isConfined = false;
    else written.add(container.path);
  };
  return {
    transport: async (request, options) => {
      if (request.method !== 'GET') noteWrite(request.path);
      const isKept = !hasWritten && containerOfPath(request.path) !== undefined;
      const response = await transport(request, options);
      if (isKept && response.status === 200 && response.isMalformed !== true)
        answers.set(cacheKey(request.path, request.query), response);
      return response;
    },
    verifying: () => {
      let requests = 0;
      const readCached: Transport = (request, options) => {
        const container = containerOfPath(request.path);
        const isTouched = !isConfined || container === undefined || written.has(container.path);
        const known =
          request.method !== 'GET' || isTouched ? undefined : answers.get(cacheKey(request.path, request.query));
        if (known !== undefined) return Promise.resolve(known);
        requests += 1;
        return transport(request, options);
      };
      return { transport: readCached, requests: () => requests };
    },
  };
}

/** `/v1/orgs/acme/sites/s1/sections` -> `/v1/orgs/acme/sites/s1`, in `sites`; undefined: a list of the top level, or the organization. */
function containerOfPath(path: string): { collection: string; path: string } | undefined {
  const [, version, orgs, organization, collection, id] = path.split('/');
  if (collection === undefined || id === undefined) return undefined;
  return { collection, path: `/${version}/${orgs}/${organization}/${collection}/${id}` };
}
