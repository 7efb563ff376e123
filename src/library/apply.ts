/** Applies a plan while it holds the state lock. */

import { applyPlan } from '../apply/apply.ts';
import { beginning, underLock } from '../apply/under-lock.ts';
import type { TrafficOptions } from '../client/client.ts';
import { whileHeld } from '../client/guarded.ts';
import { defined } from '../core/defined.ts';
import { definitionsIn } from '../kinds/index.ts';
import type { StateBackend, StateLock } from '../ledger/state-backend.ts';
import type { Plan } from '../plan/change.ts';
import type { ApplyEvent, ApplyReport } from '../plan/outcome.ts';
import { scopeText } from '../report/words.ts';
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
  planned: { readonly plan: Plan } & Partial<Pick<Planned, 'serial' | 'digest'>>,
  options: ApplyOptions,
): Promise<ApplyReport> {
  const { ledger, lock: held, concurrency, settleMs = 30_000, onEvent, signal } = options;
  const { plan: made, serial, digest } = planned;
  const begun = beginning({ digest, revision: options.revision, scope: made.part && scopeText(made.part) });
  const terms = { ledger, at: begun.at, ...(held ? { lock: held } : {}), ...defined({ serial }) };
  return underLock(terms, async (lock, state) => {
    const transport = whileHeld(options.platform.transport, lock);
    const waiting = options.waiting ?? (await waitingFor(options));
    return applyPlan(made, {
      ...{
        client: await clientFor(transport, { ...options, waiting }),
        definitions: definitionsIn(made.stateUpdates.dialect ?? 'contract'),
        lock,
        state,
        settleMs,
        run: begun,
      },
      ...defined({ concurrency, onEvent, signal }),
    });
  });
}
