/** The interface of state backends, which keep ledger, journal and lock: files, databases and state services. */
import type { Ledger, RunRecord } from '../core/state.ts';
import type { Holder } from './holder.ts';
import type { Intent, JournalEntry } from './journal.ts';

export interface State {
  /** With what the journal of an unfinished run adds. */
  readonly ledger: Ledger;
  /** Requests that were about to be sent when a run ended without an answer: to be settled by reading. */
  readonly open: readonly Intent[];
  /** Addresses of which only the journal tells, as a run ended before it wrote the ledger; missing: no outcome stands in the journal. */
  readonly unsaved?: number;
  /** Another one whenever what is kept is another one. */
  readonly serial: string;
}

export interface AcquireOptions {
  /** How long to wait while somebody else holds the lock; 0: not at all. */
  readonly waitMs: number;
  /** How long the lock lasts without being extended; it is extended each third of that. */
  readonly ttlMs: number;
  /** Called when waiting begins, and again when the holder is another one. */
  readonly onWait?: (holder: Holder | undefined) => void;
  /** Is told the id of a lock that stays until somebody removes it, before it is asked for; undefined: it was refused. Not called by backends whose locks end by themselves. */
  readonly onLock?: (id: string | undefined) => void;
  /** Ends waiting: acquire then throws the reason of the signal. */
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
  /** Returns the recorded runs, latest first. Missing: the backend records no runs. */
  readonly history?: (limit: number) => Promise<readonly RunRecord[]>;
}

export interface StateLock {
  /** Never given twice. Each write says it, and the backend refuses a token that is not the latest. */
  readonly fencingToken: string;
  readonly holder: Holder;
  /**
   * True only while the lock is certainly ours, by our own clocks. A process that was stopped past the expiry gets false even though no timer
   * of it could run.
   */
  readonly isHeld: () => boolean;
  /**
   * To be asked where `isHeld` says no, and `isHeld` again afterwards. Where its time has run out, as this process was busy or stopped for so long, the backend is
   * asked: what nobody has taken since is extended and goes on. Throws LockError where somebody has, or nobody can tell.
   */
  readonly hold: () => Promise<void>;
  /** Aborted when the lock is lost; its reason is the LockError. Not aborted by release, nor by time alone. */
  readonly signal: AbortSignal;
  /** Resolves once the entry is durable. Entries appended while a write is under way share the next one, in their order. */
  readonly append: (entry: JournalEntry) => Promise<void>;
  /**
   * Replaces the whole ledger and empties the journal, but for intents without an outcome. The ledger must hold what all outcomes
   * appended before say; it is read before save returns its promise. A crash anywhere within loses nothing.
   */
  readonly save: (ledger: Ledger) => Promise<void>;
  /**
   * Waits for what is under way; afterwards nothing can be written. Does not throw where the lock was lost. `signal` ends further tries where the backend is in
   * trouble: throws DocformError (E-UNLOCK) where a lock may be left.
   */
  readonly release: (signal?: AbortSignal) => Promise<void>;
}
