/** The ways to a platform: over HTTP, in this process, and to its control plane. */
import { parseBaseUrl, withoutVersion } from '../client/base-url.ts';
import type { Client, RunWaitingOptions, TrafficOptions } from '../client/client.ts';
import type { ControlOptions, PlatformControl } from '../client/control.ts';
import type { FetchHandler } from '../client/in-process.ts';
import type { Waiting } from '../client/waiting.ts';
import type { Answer } from '../contract/exchange.ts';
import type { Transport } from '../contract/transport.ts';

/** A connection to a platform. */
export interface Platform {
  /** Host and port, as in the ledger. */
  readonly host: string;
  readonly transport: Transport;
  readonly close: () => Promise<void>;
}

export interface HttpPlatformOptions {
  readonly apiUrl: string;
  readonly token: string;
  readonly timeoutMs?: number;
  readonly connections?: number;
  readonly proxyUrl?: string;
  readonly userAgent?: string;
  /** Most bytes of all answers together; 1 GiB unless more is asked for by whoever keeps little of each. */
  readonly maxBytesInAll?: number;
  /** Long answers with the same bytes are the same value. */
  readonly hasAlike?: boolean;
}

/** Host and port of an address, as the ledger remembers them. Throws where it is not one a token may be sent to. */
export function hostOf(apiUrl: string): string {
  return parseBaseUrl(apiUrl).host;
}

/** Opens a platform over HTTP, without sending a request. Throws if docform must not send a token to the URL. */
export async function openPlatform(options: HttpPlatformOptions): Promise<Platform> {
  const { createHttpTransport } = await import('../client/http.ts');
  const { apiUrl, ...rest } = options;
  const { transport, close } = createHttpTransport({ baseUrl: withoutVersion(parseBaseUrl(apiUrl)), ...rest });
  return { host: new URL(apiUrl).host, transport, close };
}

/** Opens a platform in the same process, such as the reference platform. */
export async function openLocalPlatform(options: {
  readonly fetch: FetchHandler;
  /** Faster handler without standard `Request` objects. The reference platform has one. */
  readonly answer?: Answer;
  readonly token: string;
  readonly host: string;
}): Promise<Platform> {
  const { createInProcessTransport } = await import('../client/in-process.ts');
  return { host: options.host, transport: createInProcessTransport(options), close: async () => undefined };
}

/** The control plane of a reference platform that runs elsewhere. Nothing is sent yet. */
export async function openPlatformControl(options: ControlOptions): Promise<PlatformControl> {
  return (await import('../client/control.ts')).createControl(options);
}

/** What one run may wait for a platform, whatever it reads and applies there. `signal` ends all waits; what is in flight is answered. */
export async function waitingFor(run: RunWaitingOptions): Promise<Waiting> {
  return (await import('../client/client.ts')).createRunWaiting(run);
}

/** A client at the pace that these options allow. */
export async function clientFor(transport: Transport, options: TrafficOptions): Promise<Client> {
  return (await import('../client/client.ts')).createClient({ ...options, transport });
}

/** A client that cannot write, and how many requests it has sent so far. */
export async function readerFor(
  { transport }: Pick<Platform, 'transport'>,
  options: TrafficOptions,
): Promise<{ readonly client: Client; readonly requests: () => number }> {
  const { readOnly } = await import('../client/read-only.ts');
  const client = await clientFor(readOnly(transport), options);
  return { client, requests: () => Object.values(client.requestCounts()).reduce((sum, count) => sum + count, 0) };
}
