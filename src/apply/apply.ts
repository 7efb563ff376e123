/** Applies a plan: sends its steps in a working order, keeps the ledger true after each, and tells what became of every change. */

import type { Address } from '../core/address.ts';
import { DocformError, reasonOf } from '../core/docform-error.ts';
import { isEqual } from '../core/equal.ts';
import { groupBy } from '../core/group-by.ts';
import type { Beginning } from '../ledger/journal.ts';
import type { Lease, State } from '../ledger/state-store.ts';
import { isBlocked, type Plan, type StepId } from '../plan/change.ts';
import type { ApplyEvent, ApplyReport, StepOutcome } from '../plan/outcome.ts';
import type { ApplyClient } from './client.ts';
import { deedsOf } from './deeds.ts';
import { ordersAtBeginning } from './ledger-orders.ts';
import { companionsOf, createLedgerWriter } from './ledger-writer.ts';
import { reportOf, untouchedReport } from './outcomes.ts';
import type { Definitions } from './requests.ts';
import { type Run, runStep } from './run-step.ts';
import { runSchedule } from './schedule.ts';

export interface ApplyOptions {
  readonly client: ApplyClient;
  readonly definitions: Definitions;
  readonly lease: Lease;
  /** As it was read under this lease. */
  readonly state: State;
  /** What the journal says of this run. */
  readonly run: Omit<Beginning, 'type' | 'holder'>;
  /** Steps in flight at once; 8 unless told. */
  readonly concurrency?: number;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** Aborting it finishes what is in flight and starts nothing new. */
  readonly signal?: AbortSignal;
}

/** A blocked plan is not touched at all: neither the platform nor the ledger. */
export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<ApplyReport> {
  if (isBlocked(plan)) return untouchedReport(plan);
  const state = { requests: 0, searches: 0, ended: 0, running: 0 };
  const { lease } = options;
  const { stops, ...hooks } = createStops(lease);
  const isStopped = () => options.signal?.aborted === true || Object.keys(stops).length > 0 || lease.signal.aborted;
  const counting = { onRequest: () => (state.requests += 1), onLookUp: () => (state.searches += 1) };
  const run = await startRun(plan, options, { ...counting, ...hooks });
  const told = deedsOf(plan);
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
      if (outcome.status !== 'skipped') state.running -= 1;
      state.ended += 1;
      emit({
        type: 'step-ended',
        step: step.id,
        address: step.address,
        operation: step.operation,
        ...told(step),
        outcome,
        at: state.ended,
        of: plan.steps.length,
      });
    },
  });
  options.signal?.removeEventListener('abort', onAbort);
  await run.writer.end(isWhole(outcomes) ? 'done' : 'partly').catch(hooks.onLedgerFault);
  return reportOf(plan, outcomes, {
    requests: state.requests,
    ...(state.searches === 0 ? {} : { searches: state.searches }),
    isInterrupted: options.signal?.aborted === true,
    ...(isIdle(plan, options.state) ? {} : { isNoted: true as const }),
    ...stops,
    ...(stops.ledgerFault === undefined ? endOf(lease, options.state) : {}),
  });
}

/** Why nothing further may start; of each sort the first reason counts. */
function createStops(
  lease: Lease,
): Pick<Run, 'onHeld' | 'onUnreachable' | 'onLedgerFault' | 'isKept'> & { readonly stops: Stops } {
  const stops: { -readonly [name in keyof Stops]: Stops[name] } = {};
  return {
    stops,
    onHeld: (message) => {
      stops.held ??= message;
    },
    onUnreachable: (message) => {
      stops.unreachable ??= message;
    },
    onLedgerFault: (error) => {
      // A write that the lease refuses says so by itself, see `lockLost`.
      if (error === lease.signal.reason) return;
      stops.ledgerFault ??= reasonOf(error);
    },
    isKept: () => stops.ledgerFault === undefined && !lease.signal.aborted,
  };
}

type Stops = Pick<ApplyReport, 'held' | 'unreachable' | 'ledgerFault'>;

/** Where the lease is held to the end, what earlier runs had not written is in the ledger as well. */
function endOf(lease: Lease, { unsaved }: State): Pick<ApplyReport, 'lockLost' | 'recovered'> {
  const reason: unknown = lease.signal.reason;
  if (reason instanceof DocformError) return { lockLost: { code: reason.code, message: reason.message } };
  return unsaved === undefined ? {} : { recovered: unsaved };
}

/** State updates go into the ledger before anything is sent: what a plan without steps says is kept as well. */
async function startRun(
  plan: Plan,
  options: ApplyOptions,
  hooks: Pick<Run, 'onRequest' | 'onLookUp' | 'onHeld' | 'onUnreachable' | 'onLedgerFault' | 'isKept'>,
): Promise<Run> {
  const { lease, state, definitions, client } = options;
  const writer = createLedgerWriter(state.ledger, lease, plan.stateUpdates);
  const run = {
    ...{ plan, definitions, client, writer, ...hooks },
    ids: new Map<Address, string>(Object.entries(plan.ids)),
    done: new Set<StepId>(),
    carried: carriedBy(plan),
  };
  const open = decidable(plan, state);
  if (open.length > 0 || state.unsaved !== undefined || !isIdle(plan, state))
    await writer.begin({ ...options.run, holder: lease.holder }, open).catch(hooks.onLedgerFault);
  return run;
}

/** What earlier runs left open, and this plan has seen: of what is hidden nobody can tell yet whether it was made. */
function decidable({ unknown }: Plan, { open }: State): State['open'] {
  const hidden = new Set(unknown.flatMap(({ hides }) => hides));
  return open.filter((intent) => ![intent.address, ...companionsOf(intent)].some((address) => hidden.has(address)));
}

/** Nothing to do and nothing to note: such an apply leaves no trace. */
function isIdle({ steps, stateUpdates }: Plan, { ledger }: State): boolean {
  const { set, remove, lists, unlisted = [] } = stateUpdates;
  const known = new Set(ledger.lists);
  const notes =
    Object.keys(set).length + remove.length + unlisted.length + lists.filter((list) => !known.has(list)).length;
  if (steps.length + notes > 0) return false;
  if (stateUpdates.pending !== undefined && !isEqual(stateUpdates.pending, ledger.pending ?? {})) return false;
  return isEqual(
    ordersAtBeginning(ledger, stateUpdates, (address) => ledger.resources[address]?.id),
    ledger.orders ?? {},
  );
}

function isWhole(outcomes: ReadonlyMap<StepId, StepOutcome>): boolean {
  return [...outcomes.values()].every(({ status }) => status === 'done');
}

/** By step, the addresses of which it carries a field. */
function carriedBy({ stateUpdates }: Plan): ReadonlyMap<StepId, readonly Address[]> {
  const pairs = Object.entries(stateUpdates.carriers ?? {}).flatMap(([address, fields]) =>
    [...new Set(Object.values(fields).flat())].map((step) => ({ step, address })),
  );
  const grouped = groupBy(pairs, ({ step }) => step);
  return new Map([...grouped].map(([step, of]) => [step, of.map(({ address }) => address)]));
}
