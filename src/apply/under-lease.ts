/** Runs an apply under the lease: reads the state again, and refuses when somebody has applied since the plan was made. */
import { staleError } from '../ledger/lease-error.ts';
import type { Lease, State, StateStore } from '../ledger/state-store.ts';

export interface LeaseTerms {
  readonly ledger: StateStore;
  /** Held since before the plan was made; missing: one is taken for the time of the work, without waiting. */
  readonly lease?: Lease;
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

/** How long a lease lasts once its holder says nothing any more. */
const leaseTtlMs = 60_000;

/** Throws DocformError while somebody else applies, and where somebody has applied since the plan. */
export async function underLease<T>(terms: LeaseTerms, work: (lease: Lease, state: State) => Promise<T>): Promise<T> {
  const { ledger, at, serial } = terms;
  const lease = terms.lease ?? (await ledger.acquire({ who: 'docform', since: at }, { waitMs: 0, ttlMs: leaseTtlMs }));
  try {
    const state = await ledger.load();
    if (serial !== undefined && serial !== state.serial) throw staleError(ledger.place);
    return await work(lease, state);
  } finally {
    if (terms.lease === undefined) await lease.release();
  }
}

/**
 * Writes into the ledger what the journal of a run that was cut off says has been done: that is so whatever comes of the next plan. How many
 * entries that were; undefined: there was nothing to write. What was left open stays in the journal, as only a plan that is applied settles it.
 */
export async function catchUp(
  store: Pick<StateStore, 'load'>,
  lease: Pick<Lease, 'save'>,
): Promise<number | undefined> {
  const { ledger, unsaved } = await store.load();
  if (unsaved !== undefined) await lease.save(ledger);
  return unsaved;
}
