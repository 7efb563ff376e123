/** Writes journal and ledger during an apply: the intent and outcome of each step, before anything that depends on them, and orders after all of their steps. */
import { type Address, isWithin, type ListAddress, listOf, topLevelAddress } from '../core/address.ts';
import { groupBy } from '../core/compare.ts';
import { withoutUndefined } from '../core/defined.ts';
import { orderMark, setListedOrder } from '../core/ledger-marks.ts';
import { formatPendingMark, type Invitation } from '../core/pending-marks.ts';
import type { Ledger, LedgerEntry, RunRecord } from '../core/state.ts';
import { type Beginning, type Creation, type Intent, type Outcome, withInterrupted } from '../ledger/journal.ts';
import type { StateLock } from '../ledger/state-backend.ts';
import { declarationMark } from '../plan/changes/unresolved.ts';
import type { OrderKept, StateUpdates } from '../plan/result/ledger-updates.ts';
import type { Companion, Step, StepId } from '../plan/result/step.ts';

export interface LedgerWriter {
  readonly get: (address: Address) => LedgerEntry | undefined;
  readonly set: (address: Address, entry: LedgerEntry) => void;
  /** Removes the address and its descendants. */
  readonly remove: (address: Address) => void;
  /** Before the first request: stores the start of the run, the outcome of open steps of earlier runs, and the state updates. */
  readonly begin: (run: Omit<Beginning, 'type'>, open: readonly Intent[]) => Promise<void>;
  /** Resolves when the intent to send the step is stored. */
  readonly writeIntent: (step: Step) => Promise<void>;
  /**
   * Resolves when the outcome is stored, with all entries changed since the last call. `companions-unknown` keeps the
   * step open, so that the next plan searches for the companions.
   */
  readonly writeOutcome: (step: Step, status: Outcome['status']) => Promise<void>;
  /** Stores the end of the run and the whole ledger; nothing if the run never began. */
  readonly end: (status: string) => Promise<void>;
}

export function createLedgerWriter(initial: Ledger, lock: StateLock, stateUpdates: StateUpdates): LedgerWriter {
  const entries = createEntries(initial, stateUpdates);
  const { resources } = entries;
  const lists = createLedgerLists(initial, stateUpdates);
  const idOf = (address: Address) => resources[address]?.id;
  const pending: Marks = { ...(stateUpdates.pending ?? initial.pending) };
  const orders = createLedgerOrders(initial, stateUpdates, idOf);
  const { runs: before = [] } = withInterrupted(initial);
  let own: RunRecord | undefined;
  const ledger = (): Ledger => ({
    resources,
    lists: lists.all(),
    ...filled({ orders: orders.all(), pending, external: stateUpdates.external ?? initial.external ?? {} }),
    ...withoutUndefined({ dialect: stateUpdates.dialect, runs: own && [own, ...before] }),
  });
  return {
    get: (address) => resources[address],
    set: (address, entry) => {
      entries.set(address, entry);
      lists.set(address);
    },
    remove: (address) => {
      for (const each of [entries, lists, orders]) each.remove(address);
    },
    begin: async (run, open) => {
      const { run: id, at, holder, digest, revision, scope } = run;
      own = withoutUndefined({ run: id, who: holder.who, link: holder.run, digest, revision, scope, startedAt: at });
      await Promise.all([lock.append({ type: 'begin', ...run }), lock.save(ledger())]);
      // After the save, because only the open steps lead to objects that came with a create.
      await Promise.all(open.map((intent) => lock.append(outcomeOfOpen(stateUpdates, intent))));
    },
    writeIntent: (step) => lock.append(intentOf(step)),
    writeOutcome: (step, status) => {
      const [reordered, invited] = status === 'done' ? [orders.conclude(step.id), invitedBy(step)] : [{}, {}];
      Object.assign(pending, invited);
      const changes = filled({ ...entries.takeChanged(), orders: reordered, pending: invited });
      return lock.append({ type: 'outcome', step: step.id, status, ...changes });
    },
    end: async (status) => {
      if (own === undefined) return;
      own = { ...own, endedAt: new Date().toISOString(), status };
      await Promise.all([lock.append({ type: 'end', status }), lock.save(ledger())]);
    },
  };
}

/** Omits empty maps and lists. */
function filled<T extends object>(parts: T) {
  const kept: Partial<T> = {};
  for (const name in parts) if (Object.keys(parts[name] as object).length > 0) kept[name] = parts[name];
  return kept;
}

type Marks = { [address: Address]: string };

/** The ledger records each invitation, because the platform shows none. */
function invitedBy({ operation, items = [], fields }: Step): Marks {
  if (operation !== 'invite') return {};
  const invitation = { at: new Date().toISOString(), fields: fields as Invitation['fields'] };
  return Object.fromEntries(
    items.map((item) => [item.address, formatPendingMark({ declared: declarationMark(item), invitation })]),
  );
}

interface ChangedEntries {
  readonly set: { [address: Address]: LedgerEntry };
  readonly remove: Address[];
}

/** All entries after the state updates, and those that changed since the last call of `takeChanged`. */
function createEntries(initial: Ledger, stateUpdates: StateUpdates) {
  const resources: { [address: Address]: LedgerEntry } = { ...initial.resources };
  for (const address of stateUpdates.remove) delete resources[address];
  Object.assign(resources, stateUpdates.set);
  // Most applies remove nothing.
  let held: AddressSet | undefined;
  let changed: ChangedEntries = { set: {}, remove: [] };
  return {
    resources,
    set: (address: Address, entry: LedgerEntry) => {
      resources[address] = entry;
      changed.set[address] = entry;
      held?.add(address);
    },
    remove: (address: Address) => {
      held ??= createAddressSet(Object.keys(resources));
      for (const each of held.takeWithin(address)) {
        delete resources[each];
        delete changed.set[each];
      }
      changed.remove.push(address);
    },
    takeChanged: () => {
      const taken = changed;
      changed = { set: {}, remove: [] };
      return taken;
    },
  };
}

type AddressSet = ReturnType<typeof createAddressSet>;

/** A set of addresses, grouped by top-level resource, so that the removal of an address and its descendants looks only at one group. */
function createAddressSet(initial: Iterable<Address>) {
  const byTop = new Map<Address, Set<Address>>();
  const add = (address: Address) => {
    const top = topLevelAddress(address);
    const there = byTop.get(top);
    if (there === undefined) byTop.set(top, new Set([address]));
    else there.add(address);
  };
  for (const address of initial) add(address);
  const beside = (address: Address): Iterable<Set<Address>> =>
    address.includes('/') ? [byTop.get(topLevelAddress(address)) ?? new Set<Address>()] : byTop.values();
  return {
    add,
    all: () => [...byTop.values()].flatMap((each) => [...each]),
    /** Removes and returns the address and its descendants. */
    takeWithin: (address: Address): readonly Address[] => {
      const taken: Address[] = [];
      for (const there of beside(address)) {
        for (const each of there) if (isWithin(each, address)) taken.push(each);
        for (const each of taken) there.delete(each);
      }
      return taken;
    },
  };
}

/** Managed lists: removed with their container, and added again when it is recreated. */
function createLedgerLists(initial: Ledger, stateUpdates: StateUpdates) {
  const unlisted = new Set(stateUpdates.unlisted);
  const known = createAddressSet([...initial.lists.filter((list) => !unlisted.has(list)), ...stateUpdates.lists]);
  const listsIn = groupBy(
    stateUpdates.lists.filter((list) => list.includes('/')),
    listOf,
  );
  return {
    all: (): readonly ListAddress[] => known.all(),
    set: (address: Address) => {
      for (const list of listsIn.get(address) ?? []) known.add(list);
    },
    remove: (address: Address): void => void known.takeWithin(address),
  };
}

/** The plan was made from the live state: a create without an entry in the plan had no effect. */
function outcomeOfOpen({ set, pending = {} }: StateUpdates, intent: Intent): Outcome {
  const { step, address } = intent;
  const marks = Object.fromEntries(
    invitedIn(intent).flatMap((each) => (pending[each] === undefined ? [] : [[each, pending[each]]])),
  );
  const told = filled({ set: set[address] ? { [address]: set[address] } : {}, pending: marks });
  return { type: 'outcome', step, status: told.set ? 'done' : 'absent', ...told };
}

function intentOf({ id, address, operation, candidates, companions, fields, items = [] }: Step): Intent {
  const unowned = unownedOf(items);
  const intent = {
    ...({ type: 'intent', step: id, address, operation } as const),
    ...(unowned.length === 0 ? {} : { unowned }),
  };
  if (operation !== 'create' && operation !== 'invite') return intent;
  const at = new Date().toISOString();
  if (operation === 'invite') {
    const brings = items.map((item) => ({ role: 'invited', address: item.address }));
    return { ...intent, creates: { at, brings, invites: fields as Invitation['fields'] } };
  }
  const looks = { ...(candidates ? { twins: candidates } : {}), ...(companions ? { brings: companions } : {}) };
  return { ...intent, creates: { at, ...looks } };
}

export function unownedOf(items: Step['items'] = []): NonNullable<Intent['unowned']> {
  return items.flatMap(({ address, fields, isUnowned }) => (isUnowned ? [{ address, fields }] : []));
}

/** Addresses of the objects that the platform creates together with this one, or of the people that the step invites. */
export function companionsOf({ creates }: Intent): readonly Address[] {
  return creates?.brings?.map(({ address }) => address) ?? [];
}

function invitedIn(intent: Intent) {
  return intent.creates?.invites === undefined ? [] : companionsOf(intent);
}

/** Open steps of earlier runs, as input of the planner. `now` maps former addresses to current ones. */
export function unfinishedInput(open: readonly Intent[], now: (address: Address) => Address) {
  const isMaking = ({ creates }: Intent) => creates !== undefined;
  const told = <T>(read: (creation: Creation) => T | undefined): ReadonlyMap<Address, T> =>
    new Map(
      open.flatMap(({ address, creates }) => {
        const value = creates && creates.invites === undefined ? read(creates) : undefined;
        return value === undefined ? [] : [[now(address), value] as const];
      }),
    );
  return {
    unconfirmed: new Set(open.filter(isMaking).flatMap((intent) => [intent.address, ...invitedIn(intent)].map(now))),
    restored: new Set(open.flatMap(({ operation, address }) => (operation === 'restore' ? [now(address)] : []))),
    interrupted: new Set(open.filter((intent) => !isMaking(intent)).map(({ address }) => now(address))),
    unanswered: new Map(
      open.flatMap((intent) => {
        const { at = '', invites: fields = {} } = intent.creates ?? {};
        return invitedIn(intent).map((address) => [now(address), { at, fields, isUnknown: true as const }] as const);
      }),
    ),
    unowned: open.flatMap(({ unowned = [] }) => unowned),
    sentAt: told(({ at }) => at),
    candidates: told(({ twins }) => twins),
    companions: told(({ brings }) =>
      brings?.map(({ role, address }) => ({ role: role as Companion['role'], address: now(address) })),
    ),
  };
}

type Orders = Readonly<Marks>;

type IdOf = (address: Address) => string | undefined;

/** `idOf` is called for the members when an order is complete; without all ids, the order stays unknown. */
function createLedgerOrders(initial: Ledger, stateUpdates: StateUpdates, idOf: IdOf) {
  const { orders: kept = [] } = stateUpdates;
  const known = new Map(Object.entries(initialOrders(initial, stateUpdates, idOf)));
  const missing = new Map(kept.map((order) => [order, new Set(order.after)]));
  const waiting = groupBy(
    kept.flatMap((order) => [...new Set(order.after)].map((step) => ({ step, order }))),
    ({ step }) => step,
  );
  return {
    all: (): Marks => Object.fromEntries(known),
    /** Returns the orders that this step completes. */
    conclude: (step: StepId): Orders => {
      const reached: Marks = {};
      for (const { order } of waiting.get(step) ?? []) {
        const steps = missing.get(order);
        if (!steps?.delete(step) || steps.size > 0) continue;
        const mark = orderMarkOf(order, idOf);
        if (mark === undefined) continue;
        known.set(order.container, mark);
        reached[order.container] = mark;
      }
      return reached;
    },
    remove: (address: Address) => {
      for (const container of known.keys()) if (isWithin(container, address)) known.delete(container);
    },
  };
}

/** Orders before the first step: completed orders, and former orders that no step disturbs. */
export function initialOrders(ledger: Ledger, { orders }: StateUpdates, idOf: IdOf): Orders {
  if (orders === undefined) return ledger.orders ?? {};
  const entries = orders.flatMap((order) => {
    const isPending = order.after.length > 0;
    const former = isPending && order.disturbing !== undefined ? undefined : order.former;
    const mark = (isPending ? undefined : orderMarkOf(order, idOf)) ?? former;
    return mark === undefined ? [] : [[order.container, mark] as const];
  });
  return Object.fromEntries(entries);
}

function orderMarkOf({ members, listed }: OrderKept, idOf: IdOf) {
  const ids = (members ?? []).map(idOf);
  return ids.length < 2 || ids.includes(undefined) ? undefined : setListedOrder(orderMark(ids.map(String)), listed);
}
