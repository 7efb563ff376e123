/** Applies a plan: sends its steps in a working order, keeps the ledger true after each, and tells what became of every change. */
import type { Address } from '../core/address.ts';
import type { LedgerStore } from '../ledger/store.ts';
import { isBlocked, type Plan, type Step } from '../plan/change.ts';
import type { ApplyEvent, ApplyReport } from '../plan/outcome.ts';
import type { ApplyClient } from './client.ts';
import { createLedgerWriter } from './ledger-writer.ts';
import { reportOf, untouchedReport } from './outcomes.ts';
import type { Definitions } from './requests.ts';
import { type Run, runStep } from './run-step.ts';
import { runSchedule } from './schedule.ts';

export interface ApplyOptions {
  readonly client: ApplyClient;
  readonly definitions: Definitions;
  readonly ledger: LedgerStore;
  /** Steps in flight at once; 8 unless told. */
  readonly concurrency?: number;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** Aborting it finishes what is in flight and starts nothing new. */
  readonly signal?: AbortSignal;
}

/** A blocked plan is not touched at all: neither the platform nor the ledger. */
export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<ApplyReport> {
  if (isBlocked(plan)) return untouchedReport(plan);
  const state = { requests: 0, ended: 0, running: 0, ledgerFault: undefined as string | undefined };
  const onLedgerFault = (error: unknown) => {
    state.ledgerFault ??= error instanceof Error ? error.message : String(error);
  };
  const isStopped = () => options.signal?.aborted === true || state.ledgerFault !== undefined;
  const run = await startRun(plan, options, { onRequest: () => (state.requests += 1), onLedgerFault });
  const emit = options.onEvent ?? (() => undefined);
  const onAbort = () => emit({ type: 'interrupted', inFlight: state.running });
  options.signal?.addEventListener('abort', onAbort, { once: true });
  emit({ type: 'started', steps: plan.steps.length });
  const outcomes = await runSchedule(plan.steps, {
    concurrency: Math.max(1, options.concurrency ?? 8),
    run: (step) => runStep(step, run),
    isStopped,
    onStart: (step) => {
      state.running += 1;
      emit({ type: 'step-started', step: step.id, address: step.address, operation: step.operation });
    },
    onEnd: (step, outcome) => {
      if (outcome.status === 'done' || outcome.status === 'failed') state.running -= 1;
      state.ended += 1;
      emit({
        type: 'step-ended',
        step: step.id,
        address: step.address,
        operation: step.operation,
        outcome,
        at: state.ended,
        of: plan.steps.length,
      });
    },
  });
  options.signal?.removeEventListener('abort', onAbort);
  return reportOf(plan, outcomes, {
    requests: state.requests,
    isInterrupted: options.signal?.aborted === true,
    ...(state.ledgerFault === undefined ? {} : { ledgerFault: state.ledgerFault }),
  });
}

/** Bookkeeping goes into the ledger before anything is sent: what a plan without steps says is kept as well. */
async function startRun(plan: Plan, options: ApplyOptions, hooks: Pick<Run, 'onRequest' | 'onLedgerFault'>): Promise<Run> {
  const writer = createLedgerWriter(await options.ledger.load(), options.ledger, plan.bookkeeping);
  try {
    await writer.written();
  } catch (error) {
    hooks.onLedgerFault(error);
  }
  return {
    plan,
    definitions: options.definitions,
    client: options.client,
    writer,
    ids: new Map<Address, string>(Object.entries(plan.ids)),
    remaining: remainingSteps(plan.steps),
    ...hooks,
  };
}

function remainingSteps(steps: readonly Step[]): Map<Address, number> {
  const remaining = new Map<Address, number>();
  for (const step of steps) remaining.set(step.address, (remaining.get(step.address) ?? 0) + 1);
  return remaining;
}
