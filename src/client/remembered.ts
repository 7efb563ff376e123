/** Remembers what was read before a run writes, so that reading again afterwards asks only for what its writes can have changed. */
import type { Transport, WireResponse } from '../contract/transport.ts';

export interface Remembered {
  /** Passes everything on; remembers answers until the first write, and where writes went. */
  readonly transport: Transport;
  /** A transport for reading again, and how many requests it has sent. */
  readonly again: () => { readonly transport: Transport; readonly requests: () => number };
}

/** What a write within one of these changes is in it, or in a list of the top level: nothing that stands in another one. */
const confining: ReadonlySet<string> = new Set(['sites', 'teams']);

export function rememberReads(transport: Transport): Remembered {
  const answers = new Map<string, WireResponse>();
  const written = new Set<string>();
  let hasWritten = false;
  let isConfined = true;
  const keyOf = (path: string, query: readonly (readonly [string, string])[]): string => `${path}?${JSON.stringify(query)}`;
  const note = (path: string): void => {
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
      if (isKept && response.status === 200 && response.isMalformed !== true) answers.set(keyOf(request.path, request.query), response);
      return response;
    },
    again: () => {
      let requests = 0;
      const reading: Transport = (request, options) => {
        const container = containerIn(request.path);
        const isTouched = !isConfined || container === undefined || written.has(container.path);
        const known = request.method !== 'GET' || isTouched ? undefined : answers.get(keyOf(request.path, request.query));
        if (known !== undefined) return Promise.resolve(known);
        requests += 1;
        return transport(request, options);
      };
      return { transport: reading, requests: () => requests };
    },
  };
}

/** `/v1/orgs/acme/sites/s1/sections` -> `/v1/orgs/acme/sites/s1`, in `sites`; undefined: the path names a list of the top level, or the organization. */
function containerIn(path: string): { readonly collection: string; readonly path: string } | undefined {
  const [, version, orgs, organization, collection, id] = path.split('/');
  if (collection === undefined || id === undefined) return undefined;
  return { collection, path: `/${version}/${orgs}/${organization}/${collection}/${id}` };
}
