/** Applies a plan while it holds the state lock. */

import { applyPlan } from '../apply/apply.ts';
import { beginning, underLease } from '../apply/under-lease.ts';
import type { TrafficOptions } from '../client/traffic.ts';
import { defined } from '../core/defined.ts';
import { definitions } from '../kinds/index.ts';
import type { Lease, StateStore } from '../ledger/state-store.ts';
import type { Plan } from '../plan/change.ts';
import type { ApplyEvent, ApplyReport } from '../plan/outcome.ts';
import type { Planned } from './plan.ts';
import { clientFor, type Platform, waitingFor } from './platform.ts';

/** Options of `apply`: the platform, the ledger, events and cancellation. */
export interface ApplyOptions extends TrafficOptions {
  readonly platform: Platform;
  readonly ledger: StateStore;
  /** A state lock that you acquired before the plan was made. Default: `apply` acquires a lock without waiting and releases the lock at the end. */
  readonly lock?: Lease;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** An abort ends all waits and starts no new requests. Requests that were already sent are finished. */
  readonly signal?: AbortSignal;
}

/** Applies a plan. Does not apply a blocked plan. Throws DocformError if another apply is running, or if another apply ran after the plan was made. */
export async function apply(
  planned: { readonly plan: Plan } & Partial<Pick<Planned, 'serial' | 'digest'>>,
  options: ApplyOptions,
): Promise<ApplyReport> {
  const { ledger, lock: held, concurrency, onEvent, signal } = options;
  const { plan: made, serial, digest } = planned;
  const begun = beginning(digest);
  const terms = { ledger, at: begun.at, ...(held ? { lease: held } : {}), ...defined({ serial }) };
  const { whileHeld } = await import('../client/while-held.ts');
  return underLease(terms, async (lease, state) => {
    const transport = whileHeld(options.platform.transport, lease);
    const waiting = options.waiting ?? (await waitingFor(options));
    return applyPlan(made, {
      ...{ client: await clientFor(transport, { ...options, waiting }), definitions, lease, state, run: begun },
      ...defined({ concurrency, onEvent, signal }),
    });
  });
}
