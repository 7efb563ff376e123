/** The reference platform: a whole local implementation of the contract, in memory or on a file, with or without a socket. */
import { createAnswer } from './answer.ts';
import { settleToken } from './auth.ts';
import { writeIdSeed } from './context.ts';
import type { Answer } from './exchange.ts';
import { type Listening, type ListenOptions, listenOn } from './listen.ts';
import { createWorld } from './seed/index.ts';
import { plant } from './seed/plant.ts';
import type { SeedName, World } from './seed/world.ts';
import { openStore, type Store } from './store.ts';

export { choices } from './choices.ts';
export type { Listening } from './listen.ts';
export { seedConfiguration } from './seed/configuration.ts';
export { createWorld, seedNames } from './seed/index.ts';
export type { SeedName, World } from './seed/world.ts';

export interface PlatformOptions {
  /** `:memory:` (the default) or the path of a data file. */
  readonly data?: string;
  /** What a new state holds: a seed by name, or a world of one's own; default `small`. A file that has state is never seeded again. */
  readonly seed?: SeedName | World;
  /** The same number gives the same world and the same ids; default 1. */
  readonly seedNumber?: number;
  /** Refuses what the contract does not know instead of ignoring it. */
  readonly strict?: boolean;
  /** Default: the token that the data file knows, or a throw-away one. */
  readonly token?: string;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
  /** Called with what went wrong inside, when a request is answered with 500. */
  readonly onFault?: (error: unknown) => void;
  /** Called after each request. */
  readonly onRequest?: (request: { readonly method: string; readonly path: string; readonly status: number }) => void;
}

export interface Platform {
  fetch(request: Request): Promise<Response>;
  /** Id of the first organization. */
  readonly organization: string;
  readonly token: string;
  /** How many requests were answered, by method. */
  readonly requests: { readonly [method: string]: number };
  listen(options: ListenOptions): Promise<Listening>;
  close(): void;
}

export function createPlatform(options: PlatformOptions = {}): Platform {
  const { data = ':memory:', now = Date.now, strict = false, onFault = () => undefined } = options;
  const store = openStore(data);
  const { callerId, organization, token } = prepare(store, options);
  const requests: { [method: string]: number } = {};
  const inner = createAnswer({ store, token, callerId, strict, now, onFault });
  const answer: Answer = async (request) => {
    const result = await inner(request);
    requests[request.method] = (requests[request.method] ?? 0) + 1;
    options.onRequest?.({ method: request.method, path: request.path, status: result.status });
    return result;
  };
  return {
    fetch: (request) => respond(answer, request),
    organization,
    token,
    requests,
    listen: (where) => listenOn(answer, where),
    close: () => store.close(),
  };
}

const callerFact = 'caller';

/** Seeds a state that is new, and settles the token, in one transaction. */
function prepare(
  store: Store,
  { seed = 'small', seedNumber = 1, token }: PlatformOptions,
): { callerId: string; organization: string; token: string } {
  return store.transact('write', () => {
    if (store.readFact(callerFact) === undefined) {
      const world = typeof seed === 'string' ? createWorld(seed, seedNumber) : seed;
      const { sequence, caller } = plant(store, world);
      writeIdSeed(store, world.seedNumber, sequence);
      store.writeFact(callerFact, caller);
    }
    const organization = store.page('organization', '', { limit: 1 })[0]?.id ?? '';
    return { callerId: store.readFact(callerFact) ?? '', organization, token: settleToken(store, token) };
  });
}

async function respond(answer: Answer, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const { status, headers, body } = await answer({
    method: request.method,
    path: url.pathname,
    search: url.searchParams,
    origin: url.origin,
    authorization: request.headers.get('authorization') ?? undefined,
    body: request.body === null ? '' : await request.text(),
  });
  return new Response(body ?? null, { status, headers });
}
