/** Opens platforms, over HTTP or in this process, and ledgers. */

import type { Client, TrafficOptions } from '../client/client.ts';
import { readOnly } from '../client/guarded.ts';
import { createHttpTransport, parseBaseUrl, withoutVersion } from '../client/http.ts';
import type { FetchHandler } from '../client/in-process.ts';
import type { Waiting, WaitingOptions } from '../client/retry.ts';
import { sealingIds } from '../client/sealed-ids.ts';
import { createStateRequests } from '../client/state-requests.ts';
import type { Answer } from '../contract/exchange.ts';
import type { Transport } from '../contract/transport.ts';
import { defined } from '../core/defined.ts';
import type { Dialect } from '../core/dialect.ts';
import { usageFailure } from '../core/docform-error.ts';
import { isCutShort, isDecodable } from '../core/url.ts';
import type { LedgerRepository } from '../ledger/file-writes.ts';
import { type LedgerTarget, parseNamedTarget, placed } from '../ledger/ledger.ts';
import { type MergedLedgers, mergeLedgers } from '../ledger/merge-ledgers.ts';
import type { LedgerConfiguration } from '../ledger/owners.ts';
import type { ProcessTableOptions } from '../ledger/process-table.ts';
import type { StateBackend } from '../ledger/state-backend.ts';

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
  const { transport, close } = createHttpTransport({ baseUrl: withoutVersion(parseBaseUrl(apiUrl)), ...rest });
  return { host: new URL(apiUrl).host, transport: sealingIds(transport), close, ...defined({ dialect }) };
}

/** Opens a platform in the same process, such as the reference platform. */
export async function openLocalPlatform(options: {
  readonly fetch: FetchHandler;
  /** Faster handler without standard `Request` objects. The reference platform has one. */
  readonly answer?: Answer;
  readonly token: string;
  readonly host: string;
  /** Default: `contract`. */
  readonly dialect?: Dialect;
}): Promise<Platform> {
  const { createInProcessTransport } = await import('../client/in-process.ts');
  const { host, dialect = 'contract' } = options;
  return { host, dialect, transport: sealingIds(createInProcessTransport(options)), close: async () => undefined };
}

/** Creates the wait limit of a run. `signal` ends all waits; requests in flight are completed. */
export async function waitingFor(run: WaitingOptions): Promise<Waiting> {
  return (await import('../client/retry.ts')).createWaiting(run);
}

export async function clientFor(transport: Transport, options: TrafficOptions): Promise<Client> {
  return (await import('../client/client.ts')).createClient({ ...options, transport });
}

/** A read-only client, and the number of requests that it has sent. */
export async function readerFor({ transport }: Pick<Platform, 'transport'>, options: TrafficOptions) {
  const client = await clientFor(readOnly(transport), options);
  return { client, requests: () => Object.values(client.requestCounts()).reduce((sum, count) => sum + count, 0) };
}

interface LedgerOptions {
  readonly target: LedgerTarget;
  /** `postgres://…` or `https://…`. Default: the file at `path`, next to the configuration. */
  readonly url?: string;
  readonly path: string;
  readonly configuration?: LedgerConfiguration;
  readonly repository?: LedgerRepository;
  /** A database has one ledger for each environment. A URL of a state service belongs to one environment. */
  readonly environmentName?: string;
  readonly machine: ProcessTableOptions;
  readonly timeoutMs: number;
  readonly proxyUrl?: string;
  readonly maxWaitMs?: number;
  readonly tell?: (text: string) => void;
  readonly version: string;
  /** Environment variables: those of Terraform give user and password of a state service. */
  readonly variables: { readonly [name: string]: string | undefined };
}

/** Opens a ledger in a file, a database or a state service, without reading it. Throws DocformError if no backend supports the address. */
export async function openLedger(
  options: LedgerOptions,
): Promise<{ readonly ledger: StateBackend; readonly close: () => Promise<void> }> {
  const { url, target, path, configuration, repository, environmentName: environment, variables } = options;
  const nothingToClose = async () => undefined;
  if (url === undefined) {
    const { createFileBackend } = await import('../ledger/file-backend.ts');
    const { createProcessTable } = await import('../ledger/process-table.ts');
    const processes = createProcessTable(options.machine);
    const ledger = createFileBackend({ path, target, processes, ...defined({ configuration, repository }) });
    return { ledger, close: nothingToClose };
  }
  if (schemeOf(url).startsWith('postgres')) {
    const { createPostgresBackend } = await import('../ledger/postgres-backend.ts');
    const ledger = createPostgresBackend({ url, target, ...defined({ environment, configuration }) });
    return { ledger, close: nothingToClose };
  }
  const { timeoutMs, proxyUrl, version, maxWaitMs, tell } = options;
  const { createHttpBackend } = await import('../ledger/http-backend.ts');
  const { stateServiceSettings } = await import('../ledger/http-state.ts');
  const { stateUrlOf } = await import('../ledger/http-others.ts');
  const { send, close } = createStateRequests({ timeoutMs, ...defined({ proxyUrl }) });
  const named = (pattern: string) => stateUrlOf(pattern, configuration?.name ?? '', environment);
  const service = { ...defined({ maxWaitMs, tell }), ...stateServiceSettings(variables, named) };
  const committed = async () => {
    const { url: _, ...files } = options;
    return (await (await openLedger(files)).ledger.others?.()) ?? [];
  };
  const neighbours = repository?.configurations;
  return {
    ledger: createHttpBackend({
      ...{ url: named(url), target: { ...target, ...defined({ environment, configuration }) }, version, send },
      ...service,
      ...(neighbours && { others: { pattern: url, neighbours, committed } }),
    }),
    close,
  };
}

/** No message repeats the URL, because it can contain a password, even in the wrong place. */
function schemeOf(text: string): string {
  if (!isDecodable(text) || (URL.canParse(text) && isCutShort(new URL(text))))
    throw usageFailure(
      'DOCFORM_BACKEND contains a character that must be percent-encoded',
      'in the user name or password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25',
    );
  const hint = 'write postgres://USER@HOST/DATABASE or https://HOST/PATH, or remove the variable to use a file';
  const scheme = /^(postgres|postgresql|https?):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(text))
    throw usageFailure('DOCFORM_BACKEND is not the URL of a backend', hint);
  return scheme;
}

/** `base` can be empty. Throws DocformError if a text is not a ledger, or if the ledgers have different targets. */
export function mergeLedgerTexts(texts: { readonly [side in 'base' | 'ours' | 'theirs']: string }): MergedLedgers {
  const parsed = (side: keyof typeof texts) => placed(side, () => parseNamedTarget(texts[side]));
  return mergeLedgers(texts.base.trim() === '' ? undefined : parsed('base'), parsed('ours'), parsed('theirs'));
}

export { createMemoryBackend as memoryLedger } from '../ledger/memory-backend.ts';
