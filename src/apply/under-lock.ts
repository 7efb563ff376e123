/** Runs an apply while holding the state lock; fails if another apply ran since the plan. */

import type { Address } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import { addListed } from '../core/order-mark.ts';
import { withInterrupted } from '../ledger/fold-journal.ts';
import type { Beginning } from '../ledger/journal.ts';
import type { State, StateBackend, StateLock } from '../ledger/state-backend.ts';
import { staleError } from '../ledger/state-lock.ts';

export interface LockTerms {
  readonly ledger: StateBackend;
  /** A lock acquired before the plan. Missing: a lock is acquired without waiting, and released at the end. */
  readonly lock?: StateLock;
  readonly at: string;
  /** The serial of the ledger at the time of the plan. */
  readonly serial?: string;
}

/** The journal entry of a new run. */
export function beginning(
  facts: {
    readonly [F in 'digest' | 'revision' | 'scope']: string | undefined;
  },
): Omit<Beginning, 'type' | 'holder'> {
  return { run: crypto.randomUUID(), at: new Date().toISOString(), ...defined(facts) };
}

/** A lock expires this long after its last renewal. */
const lockTtlMs = 60_000;

/** Throws DocformError if another apply is running, or has run since the plan. */
export async function underLock<T>(terms: LockTerms, work: (lock: StateLock, state: State) => Promise<T>): Promise<T> {
  const { ledger, at, serial } = terms;
  const lock = terms.lock ?? (await ledger.acquire({ who: 'docform', since: at }, { waitMs: 0, ttlMs: lockTtlMs }));
  try {
    const state = await ledger.load();
    if (serial !== undefined && serial !== state.serial) throw staleError(ledger.place);
    return await work(lock, state);
  } finally {
    if (terms.lock === undefined) await lock.release();
  }
}

/**
 * Writes an interrupted run and its results from the journal into the ledger; returns the number of entries, if any.
 * Open steps stay in the journal until a plan is applied.
 */
export async function catchUp(
  backend: Pick<StateBackend, 'load'>,
  lock: Pick<StateLock, 'save'>,
): Promise<number | undefined> {
  const { ledger, unsaved } = await backend.load();
  const marked = withInterrupted(ledger);
  if (unsaved !== undefined || marked !== ledger) await lock.save(marked);
  return unsaved;
}

/** Records orders that the platform lists although all moves succeeded. */
export async function recordListed(
  backend: Pick<StateBackend, 'load'>,
  lock: Pick<StateLock, 'save'>,
  listed: { readonly [container: Address]: string },
): Promise<void> {
  const { ledger } = await backend.load();
  const orders = Object.entries(ledger.orders ?? {}).map(
    ([container, mark]) =>
      [container, listed[container] === undefined ? mark : addListed(mark, listed[container])] as const,
  );
  await lock.save({ ...ledger, orders: Object.fromEntries(orders) });
}
