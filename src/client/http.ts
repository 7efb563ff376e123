/** The transport over HTTP. It follows no redirect, so that the token reaches one host only. */

import type { Dispatcher } from 'undici';
import type { Transport, WireResponse } from '../contract/transport.ts';
import { defined } from '../core/defined.ts';
import { parseBaseUrl, pathPrefix } from './base-url.ts';
import { exchange, megabytes, openDispatcher } from './exchange.ts';
import { checkToken, decodeAnswer, requestHeaders, requestTarget } from './wire-request.ts';

export interface HttpOptions {
  /** https, or http to a loopback address; may hold a path that goes before `/v1`. */
  readonly baseUrl: string;
  /** Default: no token is sent. */
  readonly token?: string;
  /** From the start of sending to the last byte of the response. Connecting has the same limit. */
  readonly timeoutMs?: number;
  readonly connections?: number;
  readonly maxBytes?: number;
  /** Maximum size of all responses together. Default: 1 GiB. */
  readonly maxBytesInAll?: number;
  /** Parses long responses with the same bytes only once, for commands that read many equal lists. */
  readonly hasAlike?: boolean;
  readonly userAgent?: string;
  /** URL of the proxy. The environment is not read here. */
  readonly proxyUrl?: string;
}

export interface HttpTransport {
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

/** Far beyond any organization. */
const mostBytesInAll = 1024 * 1024 * 1024;

/** Sends nothing. Throws DocformError for an unusable URL or token. */
export function createHttpTransport(options: HttpOptions): HttpTransport {
  const {
    token,
    timeoutMs = 30_000,
    connections = 24,
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
    return received > maxBytesInAll ? `all responses together are larger than ${megabytes(maxBytesInAll)}` : undefined;
  };
  const decode: Decode = (status, headers, bytes) => decodeAnswer(status, headers, bytes, token);
  const decoded = hasAlike ? reusingEqual(decode) : decode;

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
      {
        timeoutMs,
        tooMuch,
        ...defined({ maxBytes, signal }),
      },
    );
    return decoded(answer.status, answer.headers, answer.bytes);
  };
  return { transport, close: async () => (await opened)?.close() };
}

/** Shorter responses are parsed as quickly as compared. */
const fewestBytes = 16 * 1024;

const mostKept = 32;

type Decode = (status: number, headers: WireResponse['headers'], bytes: Uint8Array) => WireResponse;

/** Gives responses with the same bytes the same parsed value. */
function reusingEqual(decode: Decode): Decode {
  let kept: { bytes: Uint8Array; body: unknown }[] = [];
  return (status, headers, bytes) => {
    if (status !== 200 || bytes.length < fewestBytes) return decode(status, headers, bytes);
    const same = kept.find((one) => one.bytes.length === bytes.length && Buffer.compare(one.bytes, bytes) === 0);
    if (same !== undefined) {
      kept = [same, ...kept.filter((one) => one !== same)];
      return { status, headers, body: same.body };
    }
    const response = decode(status, headers, bytes);
    if (response.isMalformed !== true) kept = [{ bytes, body: response.body }, ...kept.slice(0, mostKept - 1)];
    return response;
  };
}
