/** Opens platforms, over HTTP or in this process. */

import type { Answer } from '../contract/exchange.ts';
import type { Transport } from '../contract/transport.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Dialect } from '../core/dialect.ts';
import type { Client, TrafficOptions } from '../remote/client/client.ts';
import { onlyReads } from '../remote/client/guarded.ts';
import { createHttpTransport, parseBaseUrl, withoutVersionSuffix } from '../remote/client/http.ts';
import type { FetchHandler } from '../remote/client/in-process.ts';
import type { Waiting, WaitingOptions } from '../remote/client/retry.ts';
import { sealIds } from '../remote/client/sealed-ids.ts';

/** A connection to a platform. */
export interface Platform {
  /** Host and port, as in the ledger. */
  readonly host: string;
  readonly transport: Transport;
  readonly close: () => Promise<void>;
  /** Missing: the dialect in the ledger, or the one that the platform answers. */
  readonly dialect?: Dialect;
}

export interface HttpPlatformOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly timeoutMs?: number;
  readonly connections?: number;
  readonly proxyUrl?: string;
  readonly userAgent?: string;
  /** Limit for the total size of responses. Default: 1 GiB. */
  readonly maxBytesInAll?: number;
  /** Shares the values of long identical responses. */
  readonly hasAlike?: boolean;
  readonly dialect?: Dialect;
}

/** Host and port, as in the ledger. Throws DocformError if docform must not send a token to the URL. */
export function hostOf(apiUrl: string): string {
  return parseBaseUrl(apiUrl).host;
}

/** Opens a platform over HTTP, without sending a request. Throws if docform must not send a token to the URL. */
export async function openPlatform(options: HttpPlatformOptions): Promise<Platform> {
  const { apiUrl, dialect, ...rest } = options;
  const { transport, close } = createHttpTransport({ baseUrl: withoutVersionSuffix(parseBaseUrl(apiUrl)), ...rest });
  return { host: new URL(apiUrl).host, transport: sealIds(transport), close, ...withoutUndefined({ dialect }) };
}

/** Opens a platform in the same process, such as the reference platform. */
export async function openLocalPlatform(options: {
  readonly fetch: FetchHandler;
  /** Faster handler without standard `Request` objects. The reference platform has one. */
  readonly answer?: Answer;
  readonly token: string;
  readonly host: string;
  /** Default: `2025-06`. */
  readonly dialect?: Dialect;
}): Promise<Platform> {
  const { createInProcessTransport } = await import('../remote/client/in-process.ts');
  const { host, dialect = '2025-06' } = options;
  return { host, dialect, transport: sealIds(createInProcessTransport(options)), close: async () => undefined };
}

/** Creates the wait limit of a run. `signal` ends all waits; requests in flight are completed. */
export async function waitingFor(run: WaitingOptions): Promise<Waiting> {
  return (await import('../remote/client/retry.ts')).createWaiting(run);
}

export async function clientFor(transport: Transport, options: TrafficOptions): Promise<Client> {
  return (await import('../remote/client/client.ts')).createClient({ ...options, transport });
}

/** A read-only client, and the number of requests that it has sent. */
export async function readerFor({ transport }: Pick<Platform, 'transport'>, options: TrafficOptions) {
  const client = await clientFor(onlyReads(transport), options);
  return { client, requests: () => Object.values(client.requestCounts()).reduce((sum, count) => sum + count, 0) };
}

export { createMemoryBackend as memoryLedger } from '../ledger/memory-backend.ts';
