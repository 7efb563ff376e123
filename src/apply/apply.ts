/** Applies a plan: runs its steps in order, updates the ledger after each step, and reports the outcomes of changes. */
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/compare.ts';
import { withoutUndefined } from '../core/defined.ts';
import { type ApiError, DocformError } from '../core/docform-error.ts';
import type { Executed, Exposed } from '../core/exposed.ts';
import type { Beginning, State } from '../ledger/journal.ts';
import type { StateLock } from '../ledger/state-backend.ts';
import { popRank, pushRank } from '../plan/arrange/order.ts';
import { type Change, isBlocked, isStateOnly, type Plan } from '../plan/result/change.ts';
import type { ApplyEvent, ApplyReport, ChangeOutcome, OperationLabel, StepOutcome } from '../plan/result/outcome.ts';
import type { Step, StepId } from '../plan/result/step.ts';
import type { ApplyClient } from './apply-client.ts';
import { isLedgerUpToDate } from './ledger-updates.ts';
import { companionsOf, createLedgerWriter, unownedOf } from './ledger-writer.ts';
import type { Definitions } from './requests.ts';
import { idAt, kept, type Run, runStep } from './run-step.ts';

interface ApplyOptions {
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
  /** Finds what more people can read or write after an apply that did not complete. */
  readonly exposedAfter?: (executed: Executed<Step>) => readonly Exposed[];
  /** Aborting starts no further steps; steps in flight are completed. */
  readonly signal?: AbortSignal;
}

/** The journal entry of a new run. */
export function beginning(
  facts: { readonly [F in 'digest' | 'revision' | 'scope']: string | undefined },
): ApplyOptions['run'] {
  return { run: crypto.randomUUID(), at: new Date().toISOString(), ...withoutUndefined(facts) };
}

/** Changes nothing if the plan is blocked. */
export async function applyPlan(plan: Plan, options: ApplyOptions): Promise<ApplyReport> {
  if (isBlocked(plan)) {
    const untouched = plan.changes.map((change) => withStatus(change, 'not-started'));
    return reportOf(plan, untouched, { requests: 0, isInterrupted: false });
  }
  const state = { ended: 0, running: 0 };
  const { lock } = options;
  const run = await startRun(plan, options);
  const { stops, counts } = run;
  const labelOf = stepLabels(plan);
  const emit = options.onEvent ?? (() => undefined);
  const onAbort = () => emit({ type: 'interrupted', inFlight: state.running });
  options.signal?.addEventListener('abort', onAbort, { once: true });
  emit({ type: 'started', steps: plan.steps.length });
  const outcomes = await runSchedule(plan.steps, {
    concurrency: Math.max(1, options.concurrency ?? 8),
    run: (step) => runStep(step, run),
    isStopped: () => options.signal?.aborted === true || Object.keys(stops).length > 0 || lock.signal.aborted,
    onStart: (step) => {
      state.running += 1;
      emit({ type: 'step-started', ...namesOf(step) });
    },
    onEnd: (step, outcome) => {
      if (outcome.status !== 'skipped') state.running -= 1;
      state.ended += 1;
      const count = { at: state.ended, of: plan.steps.length };
      emit({ type: 'step-ended', ...namesOf(step), ...labelOf(step), outcome, ...count });
    },
  });
  options.signal?.removeEventListener('abort', onAbort);
  const isWhole = [...outcomes.values()].every((outcome) => outcome.status === 'done');
  const exposed = isWhole ? [] : (options.exposedAfter?.(run.executed) ?? []);
  const status = isWhole ? 'done' : options.signal?.aborted === true ? 'interrupted' : 'partly';
  await kept(run.writer.end(status), run);
  const end = stops.ledgerFault === undefined ? endOf(lock, options.state) : {};
  const isRecorded = stops.ledgerFault === undefined && end.lockLost === undefined;
  return reportOf(plan, outcomesOf(plan, outcomes, isRecorded), {
    requests: counts.requests,
    ...(counts.searches === 0 ? {} : { searches: counts.searches }),
    isInterrupted: options.signal?.aborted === true,
    ...(isIdle(plan, options.state) ? {} : { isLedgerUpdated: true as const }),
    ...(exposed.length === 0 ? {} : { exposed }),
    ...stops,
    ...end,
  });
}

function namesOf({ id, address, operation }: Step) {
  return { step: id, address, operation };
}

/** Saving the ledger under the lock also saves entries recovered from earlier runs. */
function endOf(lock: StateLock, { unsaved }: State): Pick<ApplyReport, 'lockLost' | 'recovered'> {
  const reason: unknown = lock.signal.reason;
  if (reason instanceof DocformError) return { lockLost: { code: reason.code, message: reason.message } };
  return unsaved === undefined ? {} : { recovered: unsaved };
}

/** Saves state updates before the first request, also for a plan without steps. */
async function startRun(plan: Plan, options: ApplyOptions): Promise<Run> {
  const { lock, state, definitions, client } = options;
  const writer = createLedgerWriter(state.ledger, lock, plan.stateUpdates);
  const { organization } = plan;
  const ids = new Map(Object.entries(plan.ids));
  const run: Run = {
    plan,
    organization,
    definitions,
    client,
    writer,
    lock,
    settleMs: options.settleMs,
    counts: { requests: 0, searches: 0 },
    stops: {},
    ids,
    idOf: (address) => idAt(address, { ids, definitions, organization }),
    unfound: new Map<Address, ApiError>(),
    done: new Set<StepId>(),
    executed: { done: new Map(), possible: new Map() },
    carried: carriedBy(plan),
  };
  const open = decidable(plan, state);
  const announced = plan.steps.filter(({ items }) => unownedOf(items).length > 0);
  // Only the journal contains these items, so the outcome of this run closes the steps of earlier runs too.
  const settled = open.filter(({ step }) => !announced.some(({ id }) => id === step));
  if (open.length > 0 || state.unsaved !== undefined || !isIdle(plan, state))
    await kept(
      writer
        .begin({ ...options.run, holder: lock.holder }, settled)
        .then(() => Promise.all(announced.map(writer.writeIntent))),
      run,
    );
  return run;
}

/** Open steps of earlier runs, without those that the plan did not see: their outcome is still unknown. */
function decidable({ unknown, stateUpdates: { undecided = [] } }: Plan, { open }: State): State['open'] {
  const hidden = new Set([...unknown.flatMap(({ hides }) => hides), ...undecided]);
  return open.filter((intent) => ![intent.address, ...companionsOf(intent)].some((address) => hidden.has(address)));
}

/** An apply without changes and state updates writes nothing. */
function isIdle(plan: Plan, { ledger }: State) {
  return plan.steps.length === 0 && isLedgerUpToDate(plan, ledger);
}

/** By step: addresses with a field that the step writes. */
function carriedBy({ stateUpdates }: Plan): ReadonlyMap<StepId, readonly Address[]> {
  const pairs = Object.entries(stateUpdates.writers ?? {}).flatMap(([address, fields]) =>
    [...new Set(Object.values(fields).flat())].map((step) => ({ step, address })),
  );
  const grouped = groupBy(pairs, ({ step }) => step);
  return new Map([...grouped].map(([step, of]) => [step, of.map(({ address }) => address)]));
}

type Outcomes = ReadonlyMap<StepId, StepOutcome>;

function outcomesOf({ changes, steps }: Plan, outcomes: Outcomes, isRecorded: boolean): readonly ChangeOutcome[] {
  const addressOf = new Map(steps.map((step) => [step.id, step.address]));
  return changes.map((change) =>
    isStateOnly(change.action)
      ? withStatus(change, isRecorded ? 'done' : 'not-started')
      : changeOutcome(change, outcomes, (step) => addressOf.get(step) ?? step),
  );
}

function reportOf(
  { organization }: Plan,
  changes: readonly ChangeOutcome[],
  run: Omit<ApplyReport, 'organization' | 'changes' | 'counts' | 'recorded'>,
): ApplyReport {
  const remote = changes.filter((change) => !isStateOnly(change.action));
  const counted = (status: ChangeOutcome['status']) => remote.filter((change) => change.status === status).length;
  return {
    organization,
    changes,
    counts: {
      done: counted('done'),
      failed: counted('failed'),
      skipped: counted('skipped'),
      notStarted: counted('not-started'),
    },
    recorded: changes.filter((change) => isStateOnly(change.action) && change.status === 'done').length,
    ...run,
  };
}

function withStatus({ address, kind, action }: Change, status: ChangeOutcome['status']): ChangeOutcome {
  return { address, kind, action, status };
}

/** The worst outcome of its steps. */
function changeOutcome(change: Change, outcomes: Outcomes, addressOf: (step: StepId) => Address): ChangeOutcome {
  const steps = change.steps.map((step) => outcomes.get(step) ?? ({ status: 'not-started' } as const));
  const done = steps.filter((step) => step.status === 'done').length;
  const failed = steps.find((step) => step.status === 'failed');
  const skipped = steps.find((step) => step.status === 'skipped');
  const partly = done > 0 && done < steps.length ? { partly: { done, of: steps.length } } : {};
  if (failed?.status === 'failed')
    return {
      ...withStatus(change, 'failed'),
      fault: failed.fault,
      ...partly,
      ...withoutUndefined({ begun: failed.begun }),
    };
  if (skipped?.status === 'skipped')
    return { ...withStatus(change, 'skipped'), because: addressOf(skipped.because), ...partly };
  if (done < steps.length) return { ...withStatus(change, 'not-started'), ...partly };
  const reservation = steps
    .map((step) => (step.status === 'done' ? step.reservations?.[change.address] : undefined))
    .find((text) => text !== undefined);
  return { ...withStatus(change, 'done'), ...withoutUndefined({ initialState: reservation ?? change.initialState }) };
}

function stepLabels({ changes, steps }: Plan) {
  const made = new Set(
    changes.flatMap(({ action, address }) => (action === 'create' || action === 'replace' ? [address] : [])),
  );
  // The update of a singleton creates it.
  const begun = new Set(
    steps.flatMap(({ operation, address, companions = [] }) =>
      operation === 'create' || operation === 'restore' ? [address, ...companions.map((each) => each.address)] : [],
    ),
  );
  return (step: Step) => {
    const alongside = (step.companions ?? []).map(({ address }) => address).filter((address) => made.has(address));
    return {
      label: operationLabel(step, made.has(step.address), begun.has(step.address)),
      ...(alongside.length === 0 ? {} : { alongside }),
      ...(step.items === undefined ? {} : { items: step.items.map(({ address }) => address) }),
    };
  };
}

function operationLabel({ operation, fields, items = [] }: Step, isMade: boolean, isBegun: boolean): OperationLabel {
  if (isMade && operation === 'update') return isBegun ? 'complete' : 'create';
  if (isMade && operation === 'move') return 'place';
  if (operation === 'publish' && Object.values(fields).includes(false)) return 'unpublish';
  if (operation !== 'bulk') return operation;
  const only = items.every((item) => item.operation === items[0]?.operation) ? items[0]?.operation : undefined;
  return only === 'create' ? 'add' : only === 'delete' ? 'remove' : 'bulk';
}

interface ScheduleOptions {
  readonly concurrency: number;
  /** Never rejects. */
  readonly run: (step: Step) => Promise<StepOutcome>;
  readonly onStart: (step: Step) => void;
  readonly onEnd: (step: Step, outcome: StepOutcome) => void;
  /** True: no further step starts. */
  readonly isStopped: () => boolean;
}

interface Links {
  /** Indexes of the steps that wait for this step. */
  readonly waiting: number[];
  /** Number of dependencies that have not ended. */
  pending: number;
  /** The failed step that caused the skip. */
  because?: StepId | undefined;
}

/** Of the steps that can start, the first in the plan starts first. */
function runSchedule(steps: readonly Step[], options: ScheduleOptions): Promise<ReadonlyMap<StepId, StepOutcome>> {
  const links = linksOf(steps);
  const outcomes = new Map<StepId, StepOutcome>();
  const ready: number[] = [];
  let running = 0;
  links.forEach((link, index) => {
    if (link.pending === 0) pushRank(ready, index);
  });

  return new Promise((resolve) => {
    function end(index: number, outcome: StepOutcome) {
      const step = steps[index] as Step;
      outcomes.set(step.id, outcome);
      options.onEnd(step, outcome);
      for (const waiter of links[index]?.waiting ?? []) {
        const link = links[waiter] as Links;
        link.pending -= 1;
        if ((steps[waiter] as Step).needs.has(step.id)) link.because ??= failedStep(step.id, outcome);
        if (link.pending === 0) pushRank(ready, waiter);
      }
    }
    function advance() {
      for (let index = ready[0]; index !== undefined; index = ready[0]) {
        const because = links[index]?.because;
        if (because === undefined && (options.isStopped() || running >= options.concurrency)) break;
        popRank(ready);
        if (because === undefined) start(index);
        else end(index, { status: 'skipped', because });
      }
      if (running === 0 && (ready.length === 0 || options.isStopped()))
        resolve(new Map(steps.map(({ id }) => [id, outcomes.get(id) ?? { status: 'not-started' }])));
    }
    function start(index: number) {
      const step = steps[index] as Step;
      running += 1;
      options.onStart(step);
      void options.run(step).then((outcome) => {
        running -= 1;
        end(index, outcome);
        advance();
      });
    }
    advance();
  });
}

/** undefined: the step is done, or the run stopped before it. */
function failedStep(id: StepId, outcome: StepOutcome) {
  if (outcome.status === 'skipped') return outcome.because;
  return outcome.status === 'failed' ? id : undefined;
}

/** Throws if a step waits for a later one, which is a bug of the planner. */
function linksOf(steps: readonly Step[]): readonly Links[] {
  const indexes = new Map(steps.map((step, index) => [step.id, index]));
  const links: Links[] = steps.map(() => ({ waiting: [], pending: 0 }));
  steps.forEach((step, index) => {
    for (const id of new Set([...step.needs, ...step.follows])) {
      const before = indexes.get(id);
      if (before === undefined || before >= index)
        throw new Error(`step ${step.id} waits for ${id}, which is not before it in the plan`);
      links[before]?.waiting.push(index);
      (links[index] as Links).pending += 1;
    }
  });
  return links;
}
