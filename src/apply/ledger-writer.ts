/** Writes journal and ledger while a plan is applied: each step's intent and outcome are stored before anything follows. */
import { type Address, type ListAddress, listOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Ledger, LedgerEntry } from '../core/state.ts';
import type { Beginning, Creation, Intent, Outcome } from '../ledger/journal.ts';
import type { StateLock } from '../ledger/state-backend.ts';
import type { Companion, StateUpdates, Step } from '../plan/change.ts';
import { createAddressSet } from './address-set.ts';
import { createLedgerOrders, type Orders, ordersAtBeginning } from './ledger-orders.ts';

export interface LedgerWriter {
  readonly get: (address: Address) => LedgerEntry | undefined;
  readonly set: (address: Address, entry: LedgerEntry) => void;
  /** Removes the address and all below it. */
  readonly remove: (address: Address) => void;
  /** Kept before the first request: the run begins, what earlier runs left open is settled, and the state updates of the plan are done. */
  readonly begin: (run: Omit<Beginning, 'type'>, open: readonly Intent[]) => Promise<void>;
  /** Resolves once it is kept that the requests of the step are about to be sent. */
  readonly announce: (step: Step) => Promise<void>;
  /** Resolves once it is kept what became of the step, with everything set and removed since the last call. With `companions-unknown` it stays open, so that the next plan looks for what came along. */
  readonly conclude: (step: Step, status: Outcome['status']) => Promise<void>;
  /** Ends the run and writes the ledger as a whole; nothing where it never began. */
  readonly end: (status: string) => Promise<void>;
}

export function createLedgerWriter(initial: Ledger, lock: StateLock, stateUpdates: StateUpdates): LedgerWriter {
  const resources: { [address: Address]: LedgerEntry } = { ...initial.resources };
  const held = createAddressSet([...Object.keys(resources), ...Object.keys(stateUpdates.set)]);
  const lists = createLedgerLists(initial, stateUpdates);
  const idOf = (address: Address) => resources[address]?.id;
  let orders = createLedgerOrders(initial, stateUpdates, idOf);
  let set: { [address: Address]: LedgerEntry } = {};
  let removed: Address[] = [];
  let hasBegun = false;
  const ledger = (): Ledger => ({
    resources,
    lists: lists.all(),
    ...orders.all(),
    ...pendingAfter(initial, stateUpdates),
  });

  function put(address: Address, entry: LedgerEntry): void {
    resources[address] = entry;
    held.add(address);
    set[address] = entry;
    lists.set(address);
  }
  function remove(address: Address): void {
    forget(held.takeWithin(address), resources, set);
    lists.remove(address);
    orders.remove(address);
    removed.push(address);
  }
  function outcome(step: string, status: Outcome['status'], reordered: Orders = {}): Promise<void> {
    const changes = changesOf({ set, remove: removed, orders: reordered });
    [set, removed] = [{}, []];
    return lock.append({ type: 'outcome', step, status, ...changes });
  }

  return {
    get: (address) => resources[address],
    set: put,
    remove,
    begin: async (run, open) => {
      hasBegun = true;
      const begun = lock.append({ type: 'begin', ...run });
      const settled = open.map((intent) => lock.append(settledBy(stateUpdates, intent)));
      for (const address of stateUpdates.remove) delete resources[address];
      Object.assign(resources, stateUpdates.set);
      orders = createLedgerOrders(
        { ...initial, orders: ordersAtBeginning(initial, stateUpdates, idOf) },
        stateUpdates,
        idOf,
      );
      await Promise.all([begun, ...settled, lock.save(ledger())]);
    },
    announce: (step) => lock.append(intentOf(step)),
    conclude: ({ id }, status) => outcome(id, status, status === 'done' ? orders.conclude(id) : {}),
    end: async (status) => {
      if (!hasBegun) return;
      await Promise.all([lock.append({ type: 'end', status }), lock.save(ledger())]);
    },
  };
}

/** What the plan accepts is known from the beginning: no step changes it. */
function pendingAfter(initial: Ledger, { pending = initial.pending ?? {} }: StateUpdates): Pick<Ledger, 'pending'> {
  return Object.keys(pending).length === 0 ? {} : { pending };
}

function forget(addresses: readonly Address[], ...all: readonly { [address: Address]: LedgerEntry }[]): void {
  for (const address of addresses) for (const entries of all) delete entries[address];
}

/** The lists that are managed: they go with what they stand in, and come back with what is made anew there. */
function createLedgerLists(initial: Ledger, stateUpdates: StateUpdates) {
  const unlisted = new Set(stateUpdates.unlisted);
  const known = createAddressSet([...initial.lists.filter((list) => !unlisted.has(list)), ...stateUpdates.lists]);
  const listsIn = groupBy(
    stateUpdates.lists.filter((list) => list.includes('/')),
    listOf,
  );
  return {
    all: (): readonly ListAddress[] => known.all(),
    set: (address: Address): void => {
      for (const list of listsIn.get(address) ?? []) known.add(list);
    },
    remove: (address: Address): void => void known.takeWithin(address),
  };
}

/** The plan was made from what is there now: what is not in it under this address was not made. */
function settledBy(stateUpdates: StateUpdates, { step, address }: Intent): Outcome {
  const entry = stateUpdates.set[address];
  return { type: 'outcome', step, ...(entry ? { status: 'done', set: { [address]: entry } } : { status: 'absent' }) };
}

/** Without what is empty. */
function changesOf({ set, remove, orders }: Required<Pick<Outcome, 'set' | 'remove' | 'orders'>>): Partial<Outcome> {
  return {
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(remove.length > 0 ? { remove } : {}),
    ...(Object.keys(orders).length > 0 ? { orders } : {}),
  };
}

function intentOf({ id, address, operation, candidates, companions }: Step): Intent {
  if (operation !== 'create') return { type: 'intent', step: id, address, operation };
  const looks = { ...(candidates ? { twins: candidates } : {}), ...(companions ? { brings: companions } : {}) };
  return { type: 'intent', step: id, address, operation, creates: { at: new Date().toISOString(), ...looks } };
}

/** Addresses of what the platform makes along with the object of this intent. */
export function companionsOf({ creates }: Intent): readonly Address[] {
  return creates?.brings?.map(({ address }) => address) ?? [];
}

/** What runs left open, as the planner takes it, each by the address `now` gives: of creates what they announced, of the rest only that it was begun. */
export function announcedIn(
  open: readonly Intent[],
  now: (address: Address) => Address,
): {
  readonly unsettled: ReadonlySet<Address>;
  readonly sentAt: ReadonlyMap<Address, string>;
  readonly candidates: ReadonlyMap<Address, readonly string[]>;
  readonly companions: ReadonlyMap<Address, readonly Companion[]>;
  readonly interrupted: ReadonlySet<Address>;
} {
  const isMaking = ({ creates }: Intent) => creates !== undefined;
  const told = <T>(read: (creation: Creation) => T | undefined): ReadonlyMap<Address, T> =>
    new Map(
      open.flatMap(({ address, creates }) => {
        const value = creates && read(creates);
        return value === undefined ? [] : [[now(address), value] as const];
      }),
    );
  return {
    unsettled: new Set(open.filter(isMaking).map(({ address }) => now(address))),
    interrupted: new Set(open.filter((intent) => !isMaking(intent)).map(({ address }) => now(address))),
    sentAt: told(({ at }) => at),
    candidates: told(({ twins }) => twins),
    companions: told(({ brings }) =>
      brings?.map(({ role, address }) => ({ role: role as Companion['role'], address: now(address) })),
    ),
  };
}
