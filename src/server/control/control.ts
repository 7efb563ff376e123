/** The control API, for programs and for `/_platform/`: state, clock, snapshots, and resets to a fixture. */
import type { Answer, PlainRequest } from '../../contract/exchange.ts';
import type { Fixture } from '../fixture/fixture.ts';
import { load } from '../fixture/load.ts';
import { createFixture } from '../fixture/read.ts';
import { impossible, invalid, notFound } from '../http/errors.ts';
import type { Router } from '../routing/dialect.ts';
import { writeIdSeed } from '../rules/context.ts';
import type { SeedName } from '../rules/fixture-context.ts';
import { callerFact, callerOf } from '../rules/tokens.ts';
import type { Store } from '../store/store.ts';
import { firstSeedFactName, type SnapshotRow } from '../store/store.ts';
import { createFaultLayer, type Faults } from './faults.ts';
import { createLog, type Log } from './log.ts';

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

interface ControlOptions {
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
  const state = () => store.transact('read', () => stateOf({ store, seed, clock, faults, log }));
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

export type Snapshot = SnapshotRow;

/** Snapshots are stored in the data file. They contain objects, the generator of ids and the clock, but no tokens, faults and log. */
export interface Snapshots {
  list(): readonly Snapshot[];
  /** Replaces a snapshot of the same name. Refuses with 400 names with characters other than letters, digits, `_`, `.` and `-`. */
  take(name: string): Snapshot;
  /** Refuses an unknown name with 404. */
  restore(name: string): void;
  /** Refuses an unknown name with 404. */
  remove(name: string): void;
}

function createSnapshots(store: Store, clock: Clock): Snapshots {
  const requireIt = (isThere: boolean, name: string) => {
    if (!isThere) throw notFound('snapshot', name);
  };
  return {
    list: () => store.listSnapshots(),
    take: (name) => {
      if (!/^[A-Za-z0-9_.-]{1,100}$/.test(name))
        throw invalid('path: the name of a snapshot has up to 100 letters, digits, "_", "." and "-"');
      return store.transact('write', () => {
        const takenAt = clock.read().now;
        store.takeSnapshot(name, takenAt);
        return { name, takenAt, objects: store.countObjects() };
      });
    },
    restore: (name) => store.transact('write', () => requireIt(store.restoreSnapshot(name), name)),
    remove: (name) => store.transact('write', () => requireIt(store.removeSnapshot(name), name)),
  };
}

/** The fixture of a state. `custom` is a fixture without a name. */
interface Seed {
  name: SeedName | 'custom';
  seedNumber: number;
}

export interface SeedOptions {
  seed: SeedName | Fixture;
  seedNumber: number;
}

const seedFact = 'seed';

export function loadFixtureIfNew(store: Store, options: SeedOptions): void {
  if (store.readFact(callerFact) !== undefined) return;
  loadFixture(store, options);
  store.writeFact(firstSeedFactName, store.readFact(seedFact) ?? '');
}

function resetToFixture(
  store: Store,
  options: SeedOptions,
  change: { seed?: SeedName | undefined; seedNumber?: number | undefined },
): void {
  const first = firstSeed(store, options);
  const seed = change.seed ?? (first.name === 'custom' ? options.seed : first.name);
  if (change.seed === undefined && first.name === 'custom' && typeof seed === 'string') {
    throw impossible('the fixture of this state is not available; name a seed');
  }
  const wanted = { seed, seedNumber: change.seedNumber ?? first.seedNumber };
  store.removeState();
  loadFixture(store, wanted);
  store.removeOrphanTokens();
}

function presentSeed(store: Store, options: SeedOptions) {
  return read(store, seedFact) ?? firstSeed(store, options);
}

/** Older data files contain no seed; they count as created with the current option. */
function firstSeed(store: Store, { seed, seedNumber }: SeedOptions) {
  return (
    read(store, firstSeedFactName) ??
    (typeof seed === 'string' ? { name: seed, seedNumber } : { name: 'custom', seedNumber: seed.seedNumber })
  );
}

function read(store: Store, fact: string) {
  const text = store.readFact(fact) ?? '';
  return text === '' ? undefined : (JSON.parse(text) as Seed);
}

function loadFixture(store: Store, { seed, seedNumber }: SeedOptions) {
  const fixture = typeof seed === 'string' ? createFixture(seed, seedNumber) : seed;
  const { sequence, caller } = load(store, fixture);
  writeIdSeed(store, fixture.seedNumber, sequence);
  store.writeFact(callerFact, caller);
  const loaded: Seed = { name: typeof seed === 'string' ? seed : 'custom', seedNumber: fixture.seedNumber };
  store.writeFact(seedFact, JSON.stringify(loaded));
}

export interface ClockState {
  readonly now: string;
  readonly isFrozen: boolean;
  /** Difference to the real clock. */
  readonly offsetMs: number;
}

export interface ClockChange {
  /** Date-time, past or future. */
  readonly now?: string | undefined;
  /** Default: no change. A clock that is no longer frozen continues from its current time. */
  readonly isFrozen?: boolean | undefined;
}

export interface Clock {
  /** Whole milliseconds since 1970. */
  nowMs(): number;
  read(): ClockState;
  /** Like all changes, refuses times outside of the years 0 to 9999 with 400. */
  set(change: ClockChange): ClockState;
  /** Default: the current time. */
  freeze(now?: string): ClockState;
  /** By "8d", "36h", "90m", "5s", "250ms" or a number of milliseconds. A frozen clock remains frozen. */
  advance(by: string | number): ClockState;
  /** Returns to real time. */
  reset(): ClockState;
}

const clockFact = 'clock';
const firstMs = Date.parse('0000-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

type Setting = { frozenMs: number } | { offsetMs: number };

function createClock(store: Store, real: () => number): Clock {
  const realMs = () => Math.floor(real());
  const setting = () => {
    const text = store.readFact(clockFact) ?? '';
    return text === '' ? { offsetMs: 0 } : (JSON.parse(text) as Setting);
  };
  const timeOf = (held: Setting) => ('frozenMs' in held ? held.frozenMs : realMs() + held.offsetMs);
  const stateOf = (held: Setting) => {
    const nowMs = timeOf(held);
    const offsetMs = 'frozenMs' in held ? nowMs - realMs() : held.offsetMs;
    return { now: new Date(nowMs).toISOString(), isFrozen: 'frozenMs' in held, offsetMs };
  };
  const change = (next: (held: Setting) => { nowMs: number; isFrozen: boolean }): ClockState =>
    store.transact('write', () => {
      const { nowMs, isFrozen } = next(setting());
      if (!(nowMs >= firstMs && nowMs <= lastMs)) throw invalid('body: the clock supports the years 0 to 9999 only');
      const held: Setting = isFrozen ? { frozenMs: nowMs } : { offsetMs: nowMs - realMs() };
      store.writeFact(clockFact, JSON.stringify(held));
      return stateOf(held);
    });
  const set = ({ now, isFrozen }: ClockChange) =>
    change((held) => ({
      nowMs: now === undefined ? timeOf(held) : timeIn(now),
      isFrozen: isFrozen ?? 'frozenMs' in held,
    }));
  return {
    nowMs: () => timeOf(setting()),
    read: () => stateOf(setting()),
    set,
    freeze: (now) => set({ now, isFrozen: true }),
    advance: (by) => {
      const byMs = typeof by === 'string' ? durationMs(by) : by;
      if (!(byMs >= 0)) throw invalid('body.by: must not be negative; set the time to go back');
      return change((held) => ({ nowMs: timeOf(held) + Math.round(byMs), isFrozen: 'frozenMs' in held }));
    },
    reset: () => {
      store.transact('write', () => removeClock(store));
      return stateOf(setting());
    },
  };
}

function removeClock(store: Store): void {
  store.writeFact(clockFact, '');
}

function timeIn(text: string) {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalid(`body.now: ${JSON.stringify(text)} is not a date-time`);
  return ms;
}

const unitMs: { [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function durationMs(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
  const unit = unitMs[match?.[2] ?? ''];
  if (unit === undefined)
    throw invalid(`body.by: ${JSON.stringify(text)} is not a duration; examples are 8d, 36h, 90m, 5s and 250ms`);
  return Math.round(Number(match?.[1]) * unit);
}
