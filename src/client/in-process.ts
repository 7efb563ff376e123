/** The transport to a platform in this very process: a handler of standard requests, no socket. */
import { type Transport, TransportError, type WireResponse } from '../contract/transport.ts';
import { checkToken, decodeAnswer, requestHeaders, requestTarget } from './wire-request.ts';

export type FetchHandler = (request: Request) => Response | Promise<Response>;

export interface InProcessOptions {
  readonly fetch: FetchHandler;
  readonly token: string;
  readonly userAgent?: string;
}

/** A standard request needs a whole address; no handler looks at the host. */
const origin = 'http://localhost';

async function answerOf(response: Response, token: string): Promise<WireResponse> {
  return decodeAnswer(response.status, Object.fromEntries(response.headers), new Uint8Array(await response.arrayBuffer()), token);
}

export function createInProcessTransport({ fetch, token, userAgent = 'docform' }: InProcessOptions): Transport {
  checkToken(token);
  return async (request, { signal } = {}) => {
    if (signal?.aborted) throw new TransportError('cancelled', false);
    const standard = new Request(origin + requestTarget(request), {
      method: request.method,
      headers: requestHeaders(request, token, userAgent),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    try {
      return await answerOf(await fetch(standard), token);
    } catch (error) {
      const reason = error instanceof Error ? error.message.replaceAll(token, '[token]') : 'unknown error';
      throw new TransportError(`the platform in this process failed: ${reason}`, true);
    }
  };
}
