/** The transport to a platform in this process: calls its request handler, without a socket. */
import type { Answer } from '../../contract/exchange.ts';
import type { Transport, WireRequest, WireResponse } from '../../contract/transport.ts';
import { TransportError } from '../../contract/transport-error.ts';
import { checkToken, decodeAnswer, requestHeaders, requestTarget } from './http.ts';

export type FetchHandler = (request: Request) => Response | Promise<Response>;

interface InProcessOptions {
  readonly fetch: FetchHandler;
  /** The same without Request and Response objects, which take longer to create than most answers. */
  readonly answer?: Answer;
  readonly token: string;
  readonly userAgent?: string;
}

/** A Request needs a full URL; no handler reads the host. */
const origin = 'http://localhost';

type Send = (request: WireRequest) => Promise<WireResponse>;

function sendByFetch(fetch: FetchHandler, token: string, userAgent: string): Send {
  return async (request) => {
    const standard = new Request(origin + requestTarget(request), {
      method: request.method,
      headers: requestHeaders(request, token, userAgent),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const response = await fetch(standard);
    return decodeAnswer(
      response.status,
      Object.fromEntries(response.headers),
      new Uint8Array(await response.arrayBuffer()),
      token,
    );
  };
}

function sendByAnswer(answer: Answer, token: string, userAgent: string): Send {
  return async (request) => {
    const { pathname: path, searchParams: search } = new URL(origin + requestTarget(request));
    const sent = requestHeaders(request, token, userAgent);
    const body = request.body === undefined ? '' : JSON.stringify(request.body);
    const header = (name: string) => sent[name];
    const plain = { method: request.method, path, search, origin, authorization: sent.authorization, body, header };
    const { status, headers, body: text, breaksAfterBytes } = await answer(plain);
    if (breaksAfterBytes !== undefined) throw new TypeError(breaksAfterBytes === 0 ? 'fetch failed' : 'terminated');
    const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    return decodeAnswer(status, named, text ?? '', token);
  };
}

export function createInProcessTransport({ fetch, answer, token, userAgent = 'docform' }: InProcessOptions): Transport {
  checkToken(token);
  const send = answer === undefined ? sendByFetch(fetch, token, userAgent) : sendByAnswer(answer, token, userAgent);
  return async (request, { signal } = {}) => {
    if (signal?.aborted) throw new TransportError('cancelled', false);
    try {
      return await send(request);
    } catch (error) {
      const reason = error instanceof Error ? error.message.replaceAll(token, '[token]') : 'unknown error';
      throw new TransportError(`the platform in this process failed: ${reason}`, true);
    }
  };
}
