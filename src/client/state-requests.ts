/** Requests to a service that keeps docform's state: any method, no token of the platform, no redirect, each sent once. */

import type { Dispatcher } from 'undici';
import { isLasting, TransportError } from '../contract/transport.ts';
import { defined } from '../core/defined.ts';
import { DocformError } from '../core/docform-error.ts';
import { exchange, openDispatcher } from './exchange.ts';

export interface StateRequests {
  /** Throws TransportError if no whole answer comes, and DocformError if the next try would fail in the same way. */
  readonly send: (
    method: string,
    url: string,
    headers: { readonly [name: string]: string },
    body: string | undefined,
  ) => Promise<{ readonly status: number; readonly text: string }>;
  readonly close: () => Promise<void>;
}

export function createStateRequests({ timeoutMs, proxyUrl }: { timeoutMs: number; proxyUrl?: string }): StateRequests {
  const dispatchers = new Map<string, Promise<Dispatcher>>();
  const dispatcherTo = (origin: string): Promise<Dispatcher> => {
    const known = dispatchers.get(origin) ?? openDispatcher(origin, timeoutMs, 1, proxyUrl);
    dispatchers.set(origin, known);
    return known;
  };
  return {
    send: async (method, url, headers, body) => {
      const { origin, pathname, search } = new URL(url);
      const request = { origin, method, path: pathname + search, headers, ...defined({ body }) };
      const { status, bytes } = await exchange(await dispatcherTo(origin), request, { timeoutMs }).catch(
        (error: unknown) => {
          if (error instanceof TransportError && isLasting(error))
            throw new DocformError({ code: 'E-BACKEND', message: error.message });
          throw error;
        },
      );
      return { status, text: new TextDecoder().decode(bytes) };
    },
    close: async () => void (await Promise.all([...dispatchers.values()].map(async (each) => (await each).close()))),
  };
}
