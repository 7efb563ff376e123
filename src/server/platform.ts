/** Makes a platform: the state opened and planted, its answer with faults, log and control plane around it, a fetch and a port. */

import type { Answer, PlainAnswer, PlainRequest } from '../contract/exchange.ts';
import { createAnswer } from './answer.ts';
import { type Control, createControl } from './control/control.ts';
import { createControlAnswer, isControlPath } from './control/control-answer.ts';
import { loadIfNew, type SeedOptions } from './control/seeding.ts';
import type { Fixture, SeedName } from './fixture/fixture.ts';
import { fetchFrom } from './in-process.ts';
import { type Listening, type ListenOptions, listenOn } from './listen.ts';
import { openStore, type Store } from './store.ts';
import { issueToken, settleToken } from './tokens.ts';

export interface PlatformOptions {
  /** `:memory:` (the default) or the path of a data file. */
  readonly data?: string;
  /** What a new state holds: a seed by name, or a world of one's own; default `small`. A file that has state is never seeded again. */
  readonly seed?: SeedName | Fixture;
  /** The same number gives the same world and the same ids; default 1. */
  readonly seedNumber?: number;
  /** Refuses what the contract does not know instead of ignoring it. */
  readonly strict?: boolean;
  /** Default: the token that the data file knows, or a throw-away one. */
  readonly token?: string;
  /** The real clock, in milliseconds since 1970, from which the platform's own is counted. */
  readonly now?: () => number;
  /** True: `/_platform/` answers, and requests are kept in the log. Without it clock, faults, snapshots and reset work in this process only. */
  readonly control?: boolean;
  /** How many requests the log keeps; default 10,000. */
  readonly logSize?: number;
  /** Called with what went wrong inside, when a request is answered with 500. */
  readonly onFault?: (error: unknown) => void;
  /** Called after each request; the status is 0 where the connection broke before one was sent. */
  readonly onRequest?: (request: { readonly method: string; readonly path: string; readonly status: number }) => void;
}

export interface Platform extends Control {
  /** Rejects with a TypeError where a fault breaks the connection. */
  fetch(request: Request): Promise<Response>;
  /** The same with plain values. */
  answer(request: PlainRequest): Promise<PlainAnswer>;
  /** Id of the first organization; once closed, what it was last. */
  readonly organization: string;
  /** The main token: that of the first organization's first admin. */
  readonly token: string;
  /** A new token for a user, named by id or e-mail. Refuses with 404 when there is no such user. */
  tokenFor(user: string): string;
  /** How many requests were answered, by method; those to the control plane are not counted. */
  readonly requests: { readonly [method: string]: number };
  listen(options: ListenOptions): Promise<Listening>;
  /** Ends what waits, streams of the log and calls that a fault delays, so that a port can be closed at once. */
  endWaiting(): void;
  /** Ends streams and delayed calls, and closes the state. A second call does nothing. */
  close(): void;
}

const defaultLogSize = 10_000;

export function createPlatform(options: PlatformOptions = {}): Platform {
  const {
    data = ':memory:',
    now = Date.now,
    strict = false,
    control: isControlled = false,
    onFault = () => undefined,
  } = options;
  const { seed = 'small', seedNumber = 1, logSize = defaultLogSize } = options;
  const store = openStore(data);
  const token = prepare(store, { seed, seedNumber }, options.token);
  const layer = createControl({ store, now, seed: { seed, seedNumber }, logSize: isControlled ? logSize : 0 });
  const { control } = layer;
  const requests: { [method: string]: number } = {};
  let organization = '';
  let isOpen = true;
  const served = layer.around(createAnswer({ store, strict, now: control.clock.nowMs, onFault }));
  const counted: Answer = async (request) => {
    const result = await served(request);
    requests[request.method] = (requests[request.method] ?? 0) + 1;
    const status = result.breaksAfterBytes === 0 ? 0 : result.status;
    options.onRequest?.({ method: request.method, path: request.path, status });
    return result;
  };
  const controlled = createControlAnswer({ control, store, onFault });
  const answer: Answer = (request) =>
    isControlled && isControlPath(request.path) ? controlled(request) : counted(request);
  return {
    ...control,
    fetch: (request) => fetchFrom(answer, request),
    answer,
    get organization() {
      if (isOpen) organization = firstOrganization(store);
      return organization;
    },
    token,
    tokenFor: (user) => store.transact('write', () => issueToken(store, user)).token,
    requests,
    listen: (where) => listenOn(answer, where),
    endWaiting: layer.endWaiting,
    close: () => {
      try {
        if (isOpen) organization = firstOrganization(store);
      } finally {
        isOpen = false;
        layer.endWaiting();
        store.close();
      }
    },
  };
}

function firstOrganization(store: Store): string {
  return store.page('organization', '', { limit: 1 })[0]?.id ?? '';
}

/** Seeds a state that is new, and settles the token, in one transaction. A state that cannot be prepared is closed again. */
function prepare(store: Store, seed: SeedOptions, token: string | undefined): string {
  try {
    return store.transact('write', () => {
      loadIfNew(store, seed);
      return settleToken(store, token);
    });
  } catch (error) {
    store.close();
    throw error;
  }
}
