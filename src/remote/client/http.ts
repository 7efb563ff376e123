/** HTTP: the check of URL and token, and the transport to the platform. It follows no redirect, so that a token reaches one host only. */
import type { Dispatcher } from 'undici';
import { type Call, callPath } from '../../contract/endpoint.ts';
import type { Transport, WireRequest, WireResponse } from '../../contract/transport.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError, exitCode, usageFailure } from '../../core/docform-error.ts';
import { isLoopback } from '../../core/url.ts';
import { formatMegabytes, openDispatcher, sendOverPool } from './exchange.ts';

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

interface HttpTransport {
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
    return received > maxBytesInAll
      ? `all responses together are larger than ${formatMegabytes(maxBytesInAll)}`
      : undefined;
  };
  const decode: Decode = (status, headers, bytes) => decodeAnswer(status, headers, bytes, token);
  const decoded = hasAlike ? createReusingDecode(decode) : decode;

  const transport: Transport = async (request, { signal, mayStart } = {}) => {
    opened ??= openDispatcher(baseUrl.origin, timeoutMs, connections, proxyUrl);
    const answer = await sendOverPool(
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
        ...withoutUndefined({ maxBytes, signal, mayStart }),
      },
    );
    return decoded(answer.status, answer.headers, answer.bytes);
  };
  return { transport, close: async () => (await opened)?.close() };
}

/** Shorter responses are parsed as quickly as compared. */
const fewestBytes = 16 * 1024;

const maxKept = 32;

type Decode = (status: number, headers: WireResponse['headers'], bytes: Uint8Array) => WireResponse;

/** Gives responses with the same bytes the same parsed value. */
function createReusingDecode(decode: Decode): Decode {
  let kept: { bytes: Uint8Array; body: unknown }[] = [];
  return (status, headers, bytes) => {
    if (status !== 200 || bytes.length < fewestBytes) return decode(status, headers, bytes);
    const same = kept.find((one) => one.bytes.length === bytes.length && Buffer.compare(one.bytes, bytes) === 0);
    if (same !== undefined) {
      kept = [same, ...kept.filter((one) => one !== same)];
      return { status, headers, body: same.body };
    }
    const response = decode(status, headers, bytes);
    if (response.isMalformed !== true) kept = [{ bytes, body: response.body }, ...kept.slice(0, maxKept - 1)];
    return response;
  };
}

/** The default URL of `docform platform serve`. */
export const defaultPlatformUrl = 'http://127.0.0.1:4010';

interface AddressWords {
  readonly name: string;
  readonly code: string;
  readonly hint: string;
}

const ofApi: AddressWords = {
  name: 'the API URL',
  code: 'E-API-URL',
  hint: 'set --api-url or DOCFORM_API_URL to https://HOST, or to `local` for the reference platform in this process',
};

/** Throws DocformError for a URL that must not get a token. Messages repeat only the scheme, because the URL may hold a secret. */
export function parseBaseUrl(text: string, { name, code, hint }: AddressWords = ofApi): URL {
  const baseUrlFailure = (why: string) => usageFailure(`${name} ${why}`, hint, code);
  if (!URL.canParse(text)) throw baseUrlFailure('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw baseUrlFailure(`must start with https://, not ${url.protocol}`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw baseUrlFailure('must start with https://; http is allowed only for loopback addresses');
  }
  if (url.username !== '' || url.password !== '') throw baseUrlFailure('must not contain a user name or password');
  if (url.search !== '' || url.hash !== '') throw baseUrlFailure('must not contain a query or fragment');
  return url;
}

/** The URL without a final `/v1`, which every request path starts with: users copy it along with the URL. */
export function withoutVersionSuffix(baseUrl: URL): string {
  return `${baseUrl.origin}${pathPrefix(baseUrl).replace(/\/v1$/, '')}`;
}

function pathPrefix(baseUrl: URL): string {
  return baseUrl.pathname.replace(/(?<!\/)\/+$/, '');
}

export function toWireRequest(call: Call): WireRequest {
  const query = Object.entries(call.query ?? {}).flatMap(([name, value]): (readonly [string, string])[] =>
    typeof value === 'object' ? value.map((item) => [name, item] as const) : [[name, String(value)]],
  );
  return {
    method: call.endpoint.method,
    path: callPath(call),
    query,
    ...withoutUndefined({ body: call.body }),
  };
}

export function requestTarget(request: WireRequest): string {
  if (request.query.length === 0) return request.path;
  return `${request.path}?${new URLSearchParams(request.query.map(([name, value]): [string, string] => [name, value]))}`;
}

export function requestHeaders(
  request: WireRequest,
  token: string | undefined,
  userAgent: string,
): { [name: string]: string } {
  return {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    'user-agent': userAgent,
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Removes the token from an error body, which may quote it. */
export function decodeAnswer(
  status: number,
  headers: WireResponse['headers'],
  body: Uint8Array | string,
  token: string | undefined,
): WireResponse {
  if (body.length === 0) return { status, headers, body: undefined };
  try {
    const text = typeof body === 'string' ? body : utf8.decode(body);
    const shown = status < 400 || token === undefined ? text : text.replaceAll(token, '[token]');
    return { status, headers, body: JSON.parse(shown) as unknown };
  } catch {
    return { status, headers, body: undefined, isMalformed: true };
  }
}

/** Such a token cannot be sent in a header: trying would fail with a message that holds it. */
export function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new DocformError({
    code: 'E-TOKEN',
    message: 'the token is empty or contains invalid characters (spaces, line breaks, accents)',
    hint: 'set only the token, on one line',
    exit: exitCode.denied,
  });
}
