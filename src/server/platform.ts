/** Creates a platform: state, answers, control API and port. Starts it on a port for tests and scripts. */
import type { Answer, PlainAnswer, PlainRequest } from '../contract/exchange.ts';
import { type Control, createControl, loadFixtureIfNew, type SeedOptions } from './control/control.ts';
import { createControlAnswer, isControlPath } from './control/control-answer.ts';
import type { Log } from './control/log.ts';
import { type Assertion, assertLog } from './control/match.ts';
import type { Fixture } from './fixture/fixture.ts';
import { earlierDialect, gitbookDialect } from './gitbook/index.ts';
import { fetchFrom, type Listening, type ListenOptions, listenOn } from './http/listen.ts';
import { createAnswer } from './routing/answer.ts';
import { contractDialect, type Dialect } from './routing/dialect.ts';
import type { SeedName } from './rules/fixture-context.ts';
import { ensureToken, issueToken } from './rules/tokens.ts';
import { inMemory, openStore } from './store/open-store.ts';
import type { Store } from './store/store.ts';

export interface PlatformOptions {
  /** `:memory:` (the default) or the path of a data file. */
  readonly data?: string;
  /** Name of a fixture, or a fixture. Default: `small`. Ignored if the data file already has a state. */
  readonly seed?: SeedName | Fixture;
  /** The same number gives the same fixture and ids. Default: 1. */
  readonly seedNumber?: number;
  /** `gitbook` implements GitBook's current API instead of the contract, and `gitbook-0.180` the one before drafts. Default: `2025-06`. */
  readonly dialect?: DialectName;
  /** Refuses unknown parameters and fields instead of ignoring them. */
  readonly strict?: boolean;
  /** Default: the token in the data file, or a random token. */
  readonly token?: string;
  /** The real time in milliseconds since 1970. The platform's clock is relative to it. */
  readonly now?: () => number;
  /** Enables `/_platform/` and the request log. Clock, faults, snapshots and reset always work in this process. */
  readonly control?: boolean;
  /** Number of requests in the log. Default: 10,000. */
  readonly logSize?: number;
  /** Called with the error when a request is answered with 500. */
  readonly onFault?: (error: unknown) => void;
  /** Called after each request. The status is 0 if the connection broke before the answer. */
  readonly onRequest?: (request: { readonly method: string; readonly path: string; readonly status: number }) => void;
}

export interface Platform extends Control {
  /** Rejects with a TypeError if a fault breaks the connection. */
  fetch(request: Request): Promise<Response>;
  /** Like `fetch`, with plain values. */
  answer(request: PlainRequest): Promise<PlainAnswer>;
  readonly dialect: DialectName;
  /** Id of the first organization. After `close`, its last value. */
  readonly organization: string;
  /** The main token, which belongs to the first admin of the first organization. */
  readonly token: string;
  /** Creates a token for a user by id or e-mail. Refuses with 404 if there is no such user. */
  tokenFor(user: string): string;
  /** Number of answered requests by method, without requests to the control API. */
  readonly requests: { readonly [method: string]: number };
  listen(options: ListenOptions): Promise<Listening>;
  /** Ends streams of the log and calls that a fault delays. */
  endWaiting(): void;
  /** Ends streams and delayed calls, and closes the state. A second call does nothing. */
  close(): void;
}

const defaultLogSize = 10_000;

export function createPlatform(options: PlatformOptions = {}): Platform {
  const {
    data = inMemory,
    now = Date.now,
    strict = false,
    dialect: dialectName = '2025-06',
    control: isControlled = false,
    onFault = () => undefined,
    seed = 'small',
    seedNumber = 1,
    logSize = defaultLogSize,
  } = options;
  const store = openStore(data);
  const dialect = dialects[dialectName];
  const token = prepare(store, { seed, seedNumber }, options.token);
  const layer = createControl({
    store,
    now,
    seed: { seed, seedNumber },
    findRoute: dialect.findRoute,
    logSize: isControlled ? logSize : 0,
  });
  const { control } = layer;
  const requests: { [method: string]: number } = {};
  const organization = firstOrganizationUntilClosed(store);
  const served = layer.around(createAnswer({ store, dialect, strict, now: control.clock.nowMs, onFault }));
  const counted = countRequests(served, requests, options.onRequest);
  const controlled = createControlAnswer({ control, store, onFault });
  const answer: Answer = (request) =>
    isControlled && isControlPath(request.path) ? controlled(request) : counted(request);
  return {
    ...control,
    fetch: (request) => fetchFrom(answer, request),
    answer,
    dialect: dialectName,
    get organization() {
      return organization.read();
    },
    token,
    tokenFor: (user) => store.transact('write', () => issueToken(store, user)).token,
    requests,
    listen: (where) => listenOn(answer, where),
    endWaiting: layer.endWaiting,
    close: () =>
      organization.keepAfter(() => {
        layer.endWaiting();
        store.close();
      }),
  };
}

/** `keepAfter`: calls `end`, after which reads return the organization as it was before. */
function firstOrganizationUntilClosed(store: Store) {
  let [organization, isOpen] = ['', true];
  const read = () => {
    if (isOpen) organization = firstOrganization(store);
    return organization;
  };
  return {
    read,
    keepAfter: (end: () => void) => {
      try {
        read();
      } finally {
        isOpen = false;
        end();
      }
    },
  };
}

function countRequests(
  answer: Answer,
  requests: { [method: string]: number },
  onRequest: PlatformOptions['onRequest'],
): Answer {
  return async (request) => {
    const result = await answer(request);
    const { method, path } = request;
    requests[method] = (requests[method] ?? 0) + 1;
    onRequest?.({ method, path, status: result.breaksAfterBytes === 0 ? 0 : result.status });
    return result;
  };
}

function firstOrganization(store: Store) {
  return store.page('organization', '', { limit: 1 })[0]?.id ?? '';
}

function prepare(store: Store, seed: SeedOptions, token: string | undefined) {
  try {
    return store.transact('write', () => {
      loadFixtureIfNew(store, seed);
      return ensureToken(store, token);
    });
  } catch (error) {
    store.close();
    throw error;
  }
}

export const dialectNames = ['2025-06', 'gitbook', 'gitbook-0.180'] as const;
export type DialectName = (typeof dialectNames)[number];

const dialects: { [N in DialectName]: Dialect } = {
  '2025-06': contractDialect,
  gitbook: gitbookDialect,
  'gitbook-0.180': earlierDialect,
};

export interface StartOptions extends PlatformOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** The log, with assertions. */
export interface Requests extends Log {
  /** Throws unless the expected number of requests matched; default: at least one. The message lists the nearest requests. */
  assert(match: Assertion['match'], expected?: Omit<Assertion, 'match'>): { readonly matched: number };
}

export interface StartedPlatform
  extends Pick<Platform, 'clock' | 'faults' | 'snapshots' | 'state' | 'reset' | 'organization' | 'token' | 'tokenFor'> {
  /** Base URL without a slash at the end. */
  readonly url: string;
  /** Sends a request without a socket. A path is resolved against `url`. Without an authorization header, the main token is sent. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  readonly requests: Requests;
  /** Ends streams and delayed calls, waits for open requests, and closes the state. A second call does nothing. */
  close(): Promise<void>;
}

export async function startPlatform({
  port = 0,
  host = '127.0.0.1',
  control = true,
  ...options
}: StartOptions = {}): Promise<StartedPlatform> {
  const platform = createPlatform({ ...options, control });
  const listening = await platform.listen({ port, host }).catch((error: unknown) => {
    platform.close();
    throw error;
  });
  const { clock, faults, snapshots, log, state, reset, token, tokenFor } = platform;
  let closing: Promise<void> | undefined;
  return {
    url: listening.url,
    token,
    tokenFor,
    clock,
    faults,
    snapshots,
    state,
    reset,
    get organization() {
      return platform.organization;
    },
    fetch: (input, init) =>
      platform.fetch(
        withToken(new Request(typeof input === 'string' ? new URL(input, listening.url) : input, init), token),
      ),
    requests: { ...log, assert: (match, expected = {}) => assertLog(log, { match, ...expected }) },
    close: () => {
      platform.endWaiting();
      closing ??= listening.close().finally(() => platform.close());
      return closing;
    },
  };
}

function withToken(request: Request, token: string) {
  if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`);
  return request;
}
