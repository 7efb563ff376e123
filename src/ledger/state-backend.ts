/** The interface of state backends, which keep ledger, journal and state lock. */
import type { Ledger, OtherConfiguration, RunRecord } from '../core/state.ts';
import type { Holder } from './holder.ts';
import type { JournalEntry, State } from './journal.ts';
import type { LedgerTarget } from './ledger.ts';

/** How long a lock lasts without an extension, if the run does not choose. */
export const usualLockMs = 60_000;

export interface AcquireOptions {
  /** How long to wait for a lock that another run holds. 0: do not wait. */
  readonly waitMs: number;
  /** How long the lock lasts without an extension. The holder extends it after each third of this time. */
  readonly ttlMs: number;
  readonly onWait?: (holder: Holder | undefined) => void;
  /**
   * Called with the id of a lock that does not expire, before the request; with undefined if the request was refused. Not called by
   * backends whose locks expire.
   */
  readonly onLock?: (id: string | undefined) => void;
  /** Ends the wait: acquire throws the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** A backend for ledger, journal and state lock: files, a database, a state service or memory. All backends give the same guarantees. */
export interface StateBackend {
  /** Location for display, without a password. */
  readonly place: string;
  /** Reads the state. Acquires no lock. Throws DocformError, or BackendError if the backend is unreachable. */
  readonly load: () => Promise<State>;
  /** Acquires the state lock. Throws DocformError (E-LOCK-HELD, with the holder) when the wait ends, or BackendError. */
  readonly acquire: (holder: Holder, options: AcquireOptions) => Promise<StateLock>;
  /** Returns the holder of the state lock, without acquiring the lock. Undefined: no holder. Missing: the backend reports the holder only to `acquire`. */
  readonly heldBy?: () => Promise<Holder | undefined>;
  /**
   * Removes the lock of a run that ended without releasing the lock, and returns its holder. Missing: locks of this backend expire. Throws
   * DocformError if no lock exists (E-NOT-LOCKED) or the lock has another id (E-LOCK-MISMATCH).
   */
  readonly unlock?: (id: string, holder: Holder) => Promise<Holder | undefined>;
  /** Creates the tables or files that the backend needs. Returns false if they exist. Missing: no preparation needed. Throws DocformError. */
  readonly prepare?: () => Promise<boolean>;
  /** Returns the recorded runs, latest first. Missing: the ledger contains the latest runs. */
  readonly history?: (limit: number) => Promise<readonly RunRecord[]>;
  /** Reads the other configurations of the organization that are in reach. Missing: none is. */
  readonly others?: () => Promise<readonly OtherConfiguration[]>;
}

export interface StateLock {
  /** Never used twice. The backend refuses writes with a token that is not the latest. */
  readonly fencingToken: string;
  readonly holder: Holder;
  /**
   * True only while the lock is certainly ours, by our own clocks. False after the process was suspended past the expiry, even if no timer
   * has run yet.
   */
  readonly isHeld: () => boolean;
  /**
   * Call if `isHeld` is false, then check `isHeld` again. Extends a lock that expired while this process was busy or suspended, if no other
   * run has taken it. Throws DocformError if another run has the lock or the backend cannot tell.
   */
  readonly hold: () => Promise<void>;
  /** Aborted with a DocformError when the lock is lost. Not aborted by a release or by expiry alone. */
  readonly signal: AbortSignal;
  /** Resolves once the entry is durable. Entries that wait for a write share the next one, in order. */
  readonly append: (entry: JournalEntry) => Promise<void>;
  /**
   * Replaces the whole ledger and empties the journal, except for open intents. The ledger must contain all earlier outcomes. It is read
   * before save returns its promise. A crash at any point loses nothing. Throws DocformError (B-OWNED-ELSEWHERE) if the ledger gets an
   * object of another configuration, unless this one is handed over. The handing ledger is saved first in a file, and together in a database.
   * `moved`: host and organization that the ledger belongs to from now on. The lock can then only be released.
   */
  readonly save: (ledger: Ledger, handover?: Handover, moved?: LedgerTarget) => Promise<void>;
  /** Id of the ledger in a database. */
  readonly row?: string;
  /**
   * Waits for running writes, then refuses new ones. Does not throw if the lock was lost. `signal` ends retries of a failing backend:
   * throws DocformError (E-UNLOCK) if a lock may remain.
   */
  readonly release: (signal?: AbortSignal) => Promise<void>;
}

/** The ledger that hands objects over to another one, and its state lock. */
export interface Handover {
  readonly lock: StateLock;
  readonly place: string;
  /** Without the objects. */
  readonly ledger: Ledger;
}
