/** Applies a plan while it holds the state lock. */
import { applyPlan, beginning } from '../apply/apply.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Executed } from '../core/exposed.ts';
import { kindsOfDialect } from '../kinds/index.ts';
import { type State, withInterrupted } from '../ledger/journal.ts';
import { type StateBackend, type StateLock, usualLockMs } from '../ledger/state-backend.ts';
import { staleError } from '../ledger/state-lock.ts';
import type { Plan } from '../plan/result/change.ts';
import type { ApplyEvent, ApplyReport } from '../plan/result/outcome.ts';
import type { Step } from '../plan/result/step.ts';
import type { TrafficOptions } from '../remote/client/client.ts';
import { requireLock } from '../remote/client/guarded.ts';
import { scopeText } from '../report/wording/scope-words.ts';
import { exposedAfter } from '../review/impact/exposed.ts';
import type { Planned } from './plan.ts';
import { clientFor, type Platform, waitingFor } from './platform.ts';

/** Options of `apply`: the platform, the ledger, events and cancellation. */
export interface ApplyOptions extends TrafficOptions {
  readonly platform: Platform;
  readonly ledger: StateBackend;
  /** A state lock that you acquired before the plan was made. Default: `apply` acquires a lock without waiting and releases the lock at the end. */
  readonly lock?: StateLock;
  /** Milliseconds that a create request without an answer can take to reach the platform: `apply` repeats the request only after this time, and only if the object does not exist. Default: 30,000. */
  readonly settleMs?: number;
  /** Git commit of the configuration, for the history. */
  readonly revision?: string;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** An abort ends all waits and starts no new requests. Requests that were already sent are finished. */
  readonly signal?: AbortSignal;
}

/** Applies a plan. Does not apply a blocked plan. Throws DocformError if another apply is running, or if another apply ran after the plan was made. */
export async function apply(
  planned: { readonly plan: Plan } & Partial<Pick<Planned, 'serial' | 'digest' | 'live' | 'desired'>>,
  options: ApplyOptions,
): Promise<ApplyReport> {
  const { ledger, lock: held, concurrency, settleMs = 30_000, onEvent, signal } = options;
  const { plan: made, serial, digest, live, desired } = planned;
  const begun = beginning({ digest, revision: options.revision, scope: made.part && scopeText(made.part) });
  return underLock({ ledger, held, at: begun.at, serial }, async (lock, state) => {
    const transport = requireLock(options.platform.transport, lock);
    const waiting = options.waiting ?? (await waitingFor(options));
    const definitions = kindsOfDialect(made.stateUpdates.dialect ?? '2025-06');
    return applyPlan(made, {
      client: await clientFor(transport, { ...options, waiting }),
      definitions,
      lock,
      state,
      settleMs,
      run: begun,
      ...(live === undefined || desired === undefined
        ? {}
        : {
            exposedAfter: (executed: Executed<Step>) =>
              exposedAfter({ plan: made, live, desired, shapes: definitions }, executed),
          }),
      ...withoutUndefined({ concurrency, onEvent, signal }),
    });
  });
}

interface LockTerms {
  readonly ledger: StateBackend;
  readonly held?: StateLock | undefined;
  readonly at: string;
  readonly serial?: string | undefined;
}

/** Throws DocformError if another apply is running, or has run since the plan. */
export async function underLock<T>(
  { ledger, held, at, serial }: LockTerms,
  work: (lock: StateLock, state: State) => Promise<T>,
): Promise<T> {
  const lock = held ?? (await ledger.acquire({ who: 'docform', since: at }, { waitMs: 0, ttlMs: usualLockMs }));
  try {
    const state = await ledger.load();
    if (serial !== undefined && serial !== state.serial) throw staleError(ledger.place);
    return await work(lock, state);
  } finally {
    if (held === undefined) await lock.release();
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
