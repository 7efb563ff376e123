/** Runs an apply under the lock: reads the state again, and refuses when somebody has applied since the plan was made. */

import type { State, StateBackend, StateLock } from '../ledger/state-backend.ts';
import { staleError } from '../ledger/state-lock.ts';

export interface LockTerms {
  readonly ledger: StateBackend;
  /** Held since before the plan was made; missing: one is taken for the time of the work, without waiting. */
  readonly lock?: StateLock;
  /** RFC 3339. */
  readonly at: string;
  /** Of the state the plan was made from. */
  readonly serial?: string;
}

/** What the journal says of a run that begins now. */
export function beginning(digest: string | undefined): {
  readonly run: string;
  readonly at: string;
  readonly digest?: string;
} {
  return { run: crypto.randomUUID(), at: new Date().toISOString(), ...(digest === undefined ? {} : { digest }) };
}

/** How long a lock lasts once its holder says nothing any more. */
const lockTtlMs = 60_000;

/** Throws DocformError while somebody else applies, and where somebody has applied since the plan. */
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
 * Writes into the ledger what the journal of a run that was cut off says has been done: that is so whatever comes of the next plan. How many
 * entries that were; undefined: there was nothing to write. What was left open stays in the journal, as only a plan that is applied settles it.
 */
export async function catchUp(
  backend: Pick<StateBackend, 'load'>,
  lock: Pick<StateLock, 'save'>,
): Promise<number | undefined> {
  const { ledger, unsaved } = await backend.load();
  if (unsaved !== undefined) await lock.save(ledger);
  return unsaved;
}
