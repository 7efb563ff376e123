/** Applies a plan: runs its steps in order, and updates the ledger after each step. */

import type { Address } from '../core/address.ts';
import { DocformError, reasonOf } from '../core/docform-error.ts';
import { isEqual } from '../core/equal.ts';
import { groupBy } from '../core/group-by.ts';
import type { Beginning } from '../ledger/journal.ts';
import type { State, StateLock } from '../ledger/state-backend.ts';
import { isBlocked, type Plan, type StepId } from '../plan/change.ts';
import type { ApplyEvent, ApplyReport, StepOutcome } from '../plan/outcome.ts';
import type { ApplyClient } from './client.ts';
import { initialOrders } from './ledger-orders.ts';
import { companionsOf, createLedgerWriter, unownedOf } from './ledger-writer.ts';
import { reportOf, untouchedReport } from './outcomes.ts';
import type { Definitions } from './requests.ts';
import { type Run, runStep } from './run-step.ts';
import { runSchedule } from './schedule.ts';
import { stepLabels } from './step-labels.ts';

export interface ApplyOptions {
  readonly client: ApplyClient;
  readonly definitions: Definitions;
  readonly lock: StateLock;
  /** Read while this lock was held. */
  readonly state: State;
  /** The journal entry of this run. */
  readonly run: Omit<Beginning, 'type' | 'holder'>;
  /** Maximum number of steps at once. Default: 8. */
  readonly concurrency?: number;
  /** How long a request without an answer can take to reach the platform. */
  readonly settleMs: number;
  readonly onEvent?: (event: ApplyEvent) => void;
  /** Aborting starts no further steps; steps in flight are completed. */
  readonly signal?: AbortSignal;
}

/** Changes nothing if the plan is blocked. */
export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<ApplyReport> {
  if (isBlocked(plan)) return untouchedReport(plan);
  const state = { requests: 0, searches: 0, ended: 0, running: 0 };
  const { lock } = options;
  const { stops, ...hooks } = createStops(lock);
  const isStopped = () => options.signal?.aborted === true || Object.keys(stops).length > 0 || lock.signal.aborted;
  const counting = { onRequest: () => (state.requests += 1), onLookUp: () => (state.searches += 1) };
  const run = await startRun(plan, options, { ...counting, ...hooks });
  const labelOf = stepLabels(plan);
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
        ...labelOf(step),
        outcome,
        at: state.ended,
        of: plan.steps.length,
      });
    },
  });
  options.signal?.removeEventListener('abort', onAbort);
  const status = isWhole(outcomes) ? 'done' : options.signal?.aborted === true ? 'interrupted' : 'partly';
  await run.writer.end(status).catch(hooks.onLedgerFault);
  return reportOf(plan, outcomes, {
    requests: state.requests,
    ...(state.searches === 0 ? {} : { searches: state.searches }),
    isInterrupted: options.signal?.aborted === true,
    ...(isIdle(plan, options.state) ? {} : { isNoted: true as const }),
    ...stops,
    ...(stops.ledgerFault === undefined ? endOf(lock, options.state) : {}),
  });
}

/** Reasons to start no further step; the first of each type counts. */
function createStops(
  lock: StateLock,
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
      // `lockLost` reports the loss of the lock.
      if (error === lock.signal.reason) return;
      stops.ledgerFault ??= reasonOf(error);
    },
    isKept: () => stops.ledgerFault === undefined && !lock.signal.aborted,
  };
}

type Stops = Pick<ApplyReport, 'held' | 'unreachable' | 'ledgerFault'>;

/** Saving the ledger under the lock also saves entries recovered from earlier runs. */
function endOf(lock: StateLock, { unsaved }: State): Pick<ApplyReport, 'lockLost' | 'recovered'> {
  const reason: unknown = lock.signal.reason;
  if (reason instanceof DocformError) return { lockLost: { code: reason.code, message: reason.message } };
  return unsaved === undefined ? {} : { recovered: unsaved };
}

/** Saves state updates before the first request, also for a plan without steps. */
async function startRun(
  plan: Plan,
  options: ApplyOptions,
  hooks: Pick<Run, 'onRequest' | 'onLookUp' | 'onHeld' | 'onUnreachable' | 'onLedgerFault' | 'isKept'>,
): Promise<Run> {
  const { lock, state, definitions, client } = options;
  const writer = createLedgerWriter(state.ledger, lock, plan.stateUpdates);
  const run = {
    ...{ plan, definitions, client, writer, settleMs: options.settleMs, ...hooks },
    ids: new Map<Address, string>(Object.entries(plan.ids)),
    done: new Set<StepId>(),
    carried: carriedBy(plan),
  };
  const open = decidable(plan, state);
  if (open.length > 0 || state.unsaved !== undefined || !isIdle(plan, state))
    await writer
      .begin({ ...options.run, holder: lock.holder }, open)
      .then(() => Promise.all(plan.steps.filter(({ items }) => unownedOf(items).length > 0).map(writer.announce)))
      .catch(hooks.onLedgerFault);
  return run;
}

/** Open steps of earlier runs, without those that the plan did not see: their outcome is still unknown. */
function decidable({ unknown, stateUpdates: { undecided = [] } }: Plan, { open }: State): State['open'] {
  const hidden = new Set([...unknown.flatMap(({ hides }) => hides), ...undecided]);
  return open.filter((intent) => ![intent.address, ...companionsOf(intent)].some((address) => hidden.has(address)));
}

/** An apply without changes and state updates writes nothing. */
function isIdle({ steps, stateUpdates }: Plan, { ledger }: State): boolean {
  const { set, remove, lists, unlisted = [] } = stateUpdates;
  const known = new Set(ledger.lists);
  const notes =
    Object.keys(set).length + remove.length + unlisted.length + lists.filter((list) => !known.has(list)).length;
  if (steps.length + notes > 0) return false;
  const { pending = ledger.pending ?? {}, external = ledger.external ?? {} } = stateUpdates;
  if (!isEqual(pending, ledger.pending ?? {}) || !isEqual(external, ledger.external ?? {})) return false;
  return isEqual(
    initialOrders(ledger, stateUpdates, (address) => ledger.resources[address]?.id),
    ledger.orders ?? {},
  );
}

function isWhole(outcomes: ReadonlyMap<StepId, StepOutcome>): boolean {
  return [...outcomes.values()].every(({ status }) => status === 'done');
}

/** By step: addresses with a field that the step writes. */
function carriedBy({ stateUpdates }: Plan): ReadonlyMap<StepId, readonly Address[]> {
  const pairs = Object.entries(stateUpdates.carriers ?? {}).flatMap(([address, fields]) =>
    [...new Set(Object.values(fields).flat())].map((step) => ({ step, address })),
  );
  const grouped = groupBy(pairs, ({ step }) => step);
  return new Map([...grouped].map(([step, of]) => [step, of.map(({ address }) => address)]));
}
