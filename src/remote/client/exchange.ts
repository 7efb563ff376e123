/** Opens connection pools, sends one HTTP request over a pool, and reports whether the platform may have received it. */
import type { Dispatcher, Pool } from 'undici';
import type { WireResponse } from '../../contract/transport.ts';
import { TransportError, type TransportFailure } from '../../contract/transport-error.ts';
import { withoutUndefined } from '../../core/defined.ts';

export interface ExchangeRequest {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: WireResponse['headers'];
  readonly bytes: Uint8Array;
}

interface ExchangeOptions {
  timeoutMs: number;
  /** Maximum size of the body: a larger one is cancelled. */
  maxBytes?: number;
  /** Called with the size of each chunk. Returns an error message if all responses together are too large. */
  tooMuch?: (bytes: number) => string | undefined;
  signal?: AbortSignal;
  /** False: nothing is sent. */
  mayStart?: () => boolean;
}

function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}

const reasons: { [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name lookup failed',
  UND_ERR_CONNECT_TIMEOUT: 'connection timeout',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  ECONNRESET: 'the connection was reset before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the response does not have its stated length',
  UND_ERR_HEADERS_TIMEOUT: 'response timeout',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server uses http, not https',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not trusted',
};

function connectionReason(code: string): string {
  return `${reasons[code] ?? 'the connection failed'} (${code})`;
}

function proxyFailure(proxy: string, error: unknown): TransportError {
  return new TransportError(`cannot reach proxy ${proxy}: ${connectionReason(errorCode(error))}`, false, {
    failure: 'proxy',
    cause: error,
  });
}

/** The proxy answered the request for a tunnel with another status than 200. */
function proxyRefusal(proxy: string, status: number): TransportError {
  if (status === 407)
    return new TransportError(`proxy ${proxy}: proxy authentication required (407)`, false, {
      failure: 'proxy-authentication',
    });
  const isPassing = status < 400 || status >= 500 || status === 408 || status === 429;
  return new TransportError(`proxy ${proxy} opened no tunnel (${status})`, false, {
    failure: isPassing ? 'proxy' : 'proxy-refused',
  });
}

function transportErrorOf(error: unknown, wasSent: boolean): TransportError {
  if (error instanceof TransportError) return error;
  const code = errorCode(error);
  return new TransportError(connectionReason(code), wasSent, withoutUndefined({ failure: failureOfCode(code) }));
}

function failureOfCode(code: string): TransportFailure | undefined {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout';
  if (code === 'ENOTFOUND') return 'unknown-host';
  // A code such as ERR_SSL_WRONG_VERSION_NUMBER is not a certificate error: the server does not use TLS, so the URL is wrong.
  if (/CERT|SELF_SIGNED|TLS|ALTNAME|UNABLE_TO_VERIFY/.test(code)) return 'certificate';
  return code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ? undefined : 'connection';
}

function joinHeaderValues(headers: { [name: string]: string | string[] | undefined }): WireResponse['headers'] {
  const plain: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) plain[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ');
  return plain;
}

/** Settles the promise of one request once, and removes its timer and listener. */
function createSettlement(
  { timeoutMs, signal, mayStart }: ExchangeOptions,
  resolve: (answer: Answer) => void,
  reject: (error: TransportError) => void,
) {
  let controller: Dispatcher.DispatchController | undefined;
  let stopReason: TransportError | undefined;
  let timer: NodeJS.Timeout | undefined;
  const clearTimerAndListener = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  };
  const rejectWith = (error: unknown) => {
    clearTimerAndListener();
    reject(transportErrorOf(error, controller !== undefined));
  };
  const stop = (message: string, why: TransportFailure | undefined) => {
    stopReason = new TransportError(message, controller !== undefined, withoutUndefined({ failure: why }));
    controller?.abort(stopReason);
    rejectWith(stopReason);
  };
  const cancel = () => stop('cancelled', undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  return {
    /** The request is on an open connection: from here on the platform may have received it. */
    start: (started: Dispatcher.DispatchController) => {
      if (stopReason === undefined && mayStart?.() === false)
        stop('the request was held back before it was sent', 'held-back');
      if (stopReason !== undefined) return started.abort(stopReason);
      controller = started;
      clearTimeout(timer);
      timer = setTimeout(() => stop(`no complete response within ${timeoutMs} ms`, 'timeout'), timeoutMs);
    },
    stop,
    succeed: (answer: Answer) => {
      clearTimerAndListener();
      resolve(answer);
    },
    fail: rejectWith,
  };
}

/** A page of 1,000 of the largest objects takes a few MB. */
const mostBytes = 32 * 1024 * 1024;

export function formatMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

export function sendOverPool(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  options: ExchangeOptions,
): Promise<Answer> {
  if (options.signal?.aborted) return Promise.reject(new TransportError('cancelled', false));
  const { maxBytes = mostBytes } = options;
  return new Promise((resolve, reject) => {
    const settlement = createSettlement(options, resolve, reject);
    let head: Omit<Answer, 'bytes'> = { status: 0, headers: {} };
    let chunks: Buffer[] = [];
    let bytes = 0;
    dispatcher.dispatch(
      { ...request, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart: settlement.start,
        onResponseStart(_, status, headers) {
          head = { status, headers: joinHeaderValues(headers) };
          chunks = [];
          bytes = 0;
        },
        onResponseData(_, chunk) {
          bytes += chunk.length;
          const reason =
            bytes > maxBytes
              ? `the response is larger than ${formatMegabytes(maxBytes)}`
              : options.tooMuch?.(chunk.length);
          if (reason !== undefined) return settlement.stop(reason, 'too-large');
          chunks.push(chunk);
        },
        onResponseEnd: () => settlement.succeed({ ...head, bytes: Buffer.concat(chunks) }),
        onResponseError: (_, error) => settlement.fail(error),
      },
    );
  });
}

/** Loads undici on first use, and only its pool where there is no proxy: loading all of undici takes three times as long. */
export async function openDispatcher(
  origin: string,
  timeoutMs: number,
  connections: number,
  proxyUrl: string | undefined,
): Promise<Dispatcher> {
  const limits = { connections, pipelining: 1 };
  if (proxyUrl !== undefined) return openProxy(new URL(proxyUrl), timeoutMs, limits);
  // @ts-expect-error Nothing in undici describes this module of its own.
  const { default: ConnectionPool } = (await import('undici/lib/dispatcher/pool.js')) as {
    default: typeof Pool;
  };
  return new ConnectionPool(origin, { ...limits, connect: { timeout: timeoutMs } });
}

async function openProxy(url: URL, timeoutMs: number, limits: Pool.Options): Promise<Dispatcher> {
  const { Pool, ProxyAgent } = await import('undici');
  const { host } = url;
  const token = basicAuthorization(url);
  return new ProxyAgent({
    uri: url.origin,
    ...limits,
    ...(token === undefined ? {} : { token }),
    proxyTls: { timeout: timeoutMs },
    requestTls: { timeout: timeoutMs },
    // Only here can failures of the proxy and of the platform be distinguished.
    clientFactory: (origin, options) => {
      const pool = new Pool(origin, { ...options, headersTimeout: timeoutMs });
      const openTunnel = pool.connect.bind(pool) as (
        request: Dispatcher.ConnectOptions,
      ) => Promise<Dispatcher.ConnectData>;
      const connect = async (request: Dispatcher.ConnectOptions) => {
        const tunnel = await openTunnel(request).catch((error: unknown) => {
          throw proxyFailure(host, error);
        });
        if (tunnel.statusCode === 200) return tunnel;
        tunnel.socket.on('error', () => undefined).destroy();
        throw proxyRefusal(host, tunnel.statusCode);
      };
      return Object.assign(pool, { connect });
    },
  });
}

/** undici itself leaves out a user name without a password. */
function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return `Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`;
}
