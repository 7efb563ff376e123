/** The control API, for programs and for `/_platform/`. */

import type { Answer, PlainRequest } from '../../contract/exchange.ts';
import type { SeedName } from '../fixture/fixture.ts';
import type { Store } from '../objects.ts';
import type { Router } from '../router.ts';
import { callerOf } from '../tokens.ts';
import { type Clock, type ClockState, createClock, removeClock } from './clock.ts';
import { createFaultLayer, type Faults } from './faults.ts';
import { createLog, type Log } from './log.ts';
import { presentSeed, resetToFixture, type Seed, type SeedOptions } from './seeding.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

export interface State {
  readonly seed: Seed['name'];
  readonly seedNumber: number;
  readonly organizations: readonly { readonly id: string; readonly title: string }[];
  /** sha256 over all objects in hexadecimal, without tokens, clock and the generator of ids. */
  readonly digest: string;
  readonly objects: number;
  readonly clock: ClockState;
  readonly faults: number;
  readonly requests: number;
  readonly snapshots: number;
}

export interface Reset {
  /** Default: the first fixture of the state. */
  readonly seed?: SeedName | undefined;
  readonly seedNumber?: number | undefined;
}

export interface Control {
  readonly clock: Clock;
  readonly faults: Faults;
  readonly snapshots: Snapshots;
  readonly log: Log;
  state(): State;
  /** Loads the first or another fixture in one transaction. Also resets clock, faults and log. */
  reset(to?: Reset): void;
}

export interface ControlOptions {
  readonly store: Store;
  readonly findRoute: Router;
  readonly now: () => number;
  readonly seed: SeedOptions;
  /** Number of requests in the log. 0 disables the log. */
  readonly logSize: number;
}

export function createControl({ store, findRoute, now, seed, logSize }: ControlOptions) {
  const clock = createClock(store, now);
  const layer = createFaultLayer(clock.nowMs);
  const { faults } = layer;
  const log = createLog(logSize);
  const around = (inner: Answer): Answer => {
    if (logSize === 0)
      return async (request) => (await layer.pass(request, () => operationOf(findRoute, request), inner)).answer;
    return async (request) => {
      const found = operationOf(findRoute, request);
      const startedMs = performance.now();
      const { method, path, body } = request;
      const [at, query] = [clock.read().now, loggedQuery(request.search)];
      const user = userOf(store, request);
      const { answer, fault } = await layer.pass(request, () => found, inner);
      const status = answer.breaksAfterBytes === 0 ? null : answer.status;
      const ms = Math.round((performance.now() - startedMs) * 100) / 100;
      const struck = fault === undefined ? {} : { fault };
      log.add({ at, method, path, query, operation: found.operation, status, ms, user, ...struck }, body);
      return answer;
    };
  };
  const snapshots = createSnapshots(store, clock);
  const reset = (to: Reset = {}) => {
    store.transact('write', () => {
      resetToFixture(store, seed, to);
      removeClock(store);
    });
    faults.clear();
    log.clear();
  };
  const state = (): State => store.transact('read', () => stateOf({ store, seed, clock, faults, log }));
  return {
    control: { clock, faults, snapshots, log, state, reset },
    around,
    endWaiting: () => {
      layer.endPauses();
      log.endFollowing();
    },
  };
}

function stateOf({
  store,
  seed,
  clock,
  faults,
  log,
}: Pick<ControlOptions, 'store' | 'seed'> & Pick<Control, 'clock' | 'faults' | 'log'>) {
  const { name, seedNumber } = presentSeed(store, seed);
  return {
    seed: name,
    seedNumber,
    organizations: store.children('organization', '').map(({ id, data }) => ({ id, title: data.title })),
    digest: store.digest(),
    objects: store.countObjects(),
    clock: clock.read(),
    faults: faults.list().length,
    requests: log.read({ limit: 0 }).total,
    snapshots: store.listSnapshots().length,
  };
}

function operationOf(findRoute: Router, { method, path }: PlainRequest) {
  try {
    const { endpoint } = findRoute(method, path).route;
    return { method, path, operation: endpoint.name, isPaged: endpoint.isPaged === true };
  } catch {
    return { method, path, operation: null, isPaged: false };
  }
}

/** Share keys are secret, and anyone can read the log. */
function loggedQuery(search: URLSearchParams) {
  if (!search.has('shareKey')) return search.toString();
  const shown = new URLSearchParams(search);
  shown.set('shareKey', 'hidden');
  return shown.toString();
}

function userOf(store: Store, { authorization }: PlainRequest) {
  try {
    return callerOf(store, authorization);
  } catch {
    return null;
  }
}
