/** The transport over a socket. Follows no redirect, so the token reaches the one host it was meant for. */
import type { Dispatcher } from 'undici';
import type { Transport } from '../contract/transport.ts';
import { alikeOnce, type Decode } from './alike.ts';
import { parseBaseUrl, pathPrefix } from './base-url.ts';
import { openDispatcher } from './dispatcher.ts';
import { exchange, megabytes } from './exchange.ts';
import { checkToken, decodeAnswer, requestHeaders, requestTarget } from './wire-request.ts';

export interface HttpOptions {
  /** Only https, except loopback addresses; may hold a path that goes before `/v1`. */
  readonly baseUrl: string;
  /** Missing: none is sent. */
  readonly token?: string;
  /** From the start of sending to the last byte of the answer; connecting is bounded by the same. */
  readonly timeoutMs?: number;
  readonly connections?: number;
  /** Most bytes of one answer. */
  readonly maxBytes?: number;
  /** Most bytes of all answers together; 1 GiB unless more is asked for by whoever keeps little of each. */
  readonly maxBytesInAll?: number;
  /** Long answers with the same bytes are the same value, which is parsed once: for whoever reads many lists that are mostly alike. */
  readonly hasAlike?: boolean;
  readonly userAgent?: string;
  /** Address of a proxy; nothing is taken from the environment here. */
  readonly proxyUrl?: string;
}

export interface HttpTransport {
  readonly transport: Transport;
  /** Waits for what is in flight, then closes the connections. */
  readonly close: () => Promise<void>;
}

/** All answers that one connection pool may bring: far beyond any organization, and far below what fills a disk or a day. */
const mostBytesInAll = 1024 * 1024 * 1024;

/** Throws DocformError for an unfit address, or an error that does not repeat the token, before anything is sent. */
export function createHttpTransport(options: HttpOptions): HttpTransport {
  const {
    token,
    timeoutMs = 30_000,
    connections = 16,
    userAgent = 'docform',
    proxyUrl,
    maxBytes,
    maxBytesInAll = mostBytesInAll,
    hasAlike = false,
  } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  if (token !== undefined) checkToken(token);
  const prefix = pathPrefix(baseUrl);
  let opened: Promise<Dispatcher> | undefined;
  let received = 0;
  const tooMuch = (bytes: number) => {
    received += bytes;
    return received > maxBytesInAll ? `the answers together are larger than ${megabytes(maxBytesInAll)}` : undefined;
  };
  const decode: Decode = (status, headers, bytes) => decodeAnswer(status, headers, bytes, token);
  const decoded = hasAlike ? alikeOnce(decode) : decode;

  const transport: Transport = async (request, { signal } = {}) => {
    opened ??= openDispatcher(baseUrl.origin, timeoutMs, connections, proxyUrl);
    const answer = await exchange(
      await opened,
      {
        origin: baseUrl.origin,
        method: request.method,
        path: prefix + requestTarget(request),
        headers: requestHeaders(request, token, userAgent),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      },
      { timeoutMs, tooMuch, ...(maxBytes === undefined ? {} : { maxBytes }), ...(signal === undefined ? {} : { signal }) },
    );
    return decoded(answer.status, answer.headers, answer.bytes);
  };
  return { transport, close: async () => (await opened)?.close() };
}
