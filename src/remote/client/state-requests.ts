/** Requests to an HTTP service that keeps the state of docform. */
import type { Dispatcher } from 'undici';
import { isPermanent, TransportError } from '../../contract/transport-error.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError } from '../../core/docform-error.ts';
import { type ExchangeRequest, openDispatcher, sendOverPool } from './exchange.ts';

/** Requests to a service that keeps docform's state: any method, no token of the platform, each sent once. */
export function createStateRequests({ timeoutMs, proxyUrl }: { timeoutMs: number; proxyUrl?: string }) {
  const dispatchers = new Map<string, Promise<Dispatcher>>();
  const dispatcherTo = (origin: string) => {
    const known = dispatchers.get(origin) ?? openDispatcher(origin, timeoutMs, 1, proxyUrl);
    dispatchers.set(origin, known);
    return known;
  };
  return {
    /** Throws TransportError if no whole answer comes, and DocformError if the next try would fail in the same way. */
    send: async (method: string, url: string, headers: ExchangeRequest['headers'], body: string | undefined) => {
      const { origin, pathname, search } = new URL(url);
      const request = { origin, method, path: pathname + search, headers, ...withoutUndefined({ body }) };
      const answer = sendOverPool(await dispatcherTo(origin), request, { timeoutMs }).catch((error: unknown) => {
        if (error instanceof TransportError && isPermanent(error))
          throw new DocformError({ code: 'E-BACKEND', message: error.message });
        throw error;
      });
      const { status, bytes } = await answer;
      return { status, text: new TextDecoder().decode(bytes) };
    },
    close: async () => void (await Promise.all([...dispatchers.values()].map(async (each) => (await each).close()))),
  };
}
