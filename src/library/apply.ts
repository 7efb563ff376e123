/** Applying: executes a plan and nothing else, under a lease. */
import { applyPlan } from '../apply/apply.ts';
import { beginning, underLease } from '../apply/under-lease.ts';
import type { TrafficOptions } from '../client/traffic.ts';
import { definitions } from '../kinds/index.ts';
import type { Lease, StateStore } from '../ledger/state-store.ts';
import type { Plan } from '../plan/change.ts';
import type { ApplyEvent, ApplyReport } from '../plan/outcome.ts';
import type { Planned } from './plan.ts';
import { clientFor, type Platform, waitingFor } from './platform.ts';

/** Where a plan is applied, and how it may be followed and ended. */
export interface ApplyOptions extends TrafficOptions {
  readonly platform: Platform;
  readonly ledger: StateStore;
  /** Held since before the plan was made; missing: one is taken for the time of the apply, without waiting. */
  readonly lease?: Lease;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** Aborting it finishes what is in flight, ends all waits, and starts nothing new. */
  readonly signal?: AbortSignal;
}

/** Executes the plan and nothing else. A blocked plan is not touched. Throws DocformError while somebody else applies, and where somebody has applied since the plan. */
export async function apply(
  planned: { readonly plan: Plan } & Partial<Pick<Planned, 'serial' | 'digest'>>,
  options: ApplyOptions,
): Promise<ApplyReport> {
  const { ledger, lease: held, concurrency, onEvent, signal } = options;
  const { plan: made, serial, digest } = planned;
  const begun = beginning(digest);
  const terms = { ledger, at: begun.at, ...(held ? { lease: held } : {}), ...(serial === undefined ? {} : { serial }) };
  const { whileHeld } = await import('../client/while-held.ts');
  return underLease(terms, async (lease, state) => {
    const transport = whileHeld(options.platform.transport, lease);
    const waiting = options.waiting ?? (await waitingFor(options));
    return applyPlan(made, {
      ...{ client: await clientFor(transport, { ...options, waiting }), definitions, lease, state, run: begun },
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(onEvent === undefined ? {} : { onEvent }),
      ...(signal === undefined ? {} : { signal }),
    });
  });
}
