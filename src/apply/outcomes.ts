/** Derives the outcomes of changes from the outcomes of steps. */
import type { Address } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import { type Change, isStateOnly, type Plan, remoteChanges, type StepId } from '../plan/change.ts';
import type { ApplyReport, ChangeOutcome, StepOutcome } from '../plan/outcome.ts';

export type Outcomes = ReadonlyMap<StepId, StepOutcome>;

export function reportOf(
  plan: Plan,
  outcomes: Outcomes,
  run: Omit<ApplyReport, 'organization' | 'changes' | 'counts' | 'recorded'>,
): ApplyReport {
  const addressOf = new Map(plan.steps.map((step) => [step.id, step.address]));
  const isRecorded = run.ledgerFault === undefined && run.lockLost === undefined;
  const changes = plan.changes.map((change) =>
    isStateOnly(change.action)
      ? recorded(change, isRecorded)
      : changeOutcome(change, outcomes, (step) => addressOf.get(step) ?? step),
  );
  const remote = changes.filter((change) => !isStateOnly(change.action));
  const counted = (status: ChangeOutcome['status']) => remote.filter((change) => change.status === status).length;
  return {
    organization: plan.organization,
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

/** Nothing was sent. */
export function untouchedReport(plan: Plan): ApplyReport {
  const outcomes = new Map<StepId, StepOutcome>();
  const report = reportOf(plan, outcomes, { requests: 0, isInterrupted: false });
  const counts = { done: 0, failed: 0, skipped: 0, notStarted: remoteChanges(plan).length };
  return {
    ...report,
    counts,
    recorded: 0,
    changes: report.changes.map((change) => ({ ...change, status: 'not-started' })),
  };
}

function recorded(change: Change, isDone: boolean): ChangeOutcome {
  return { address: change.address, kind: change.kind, action: change.action, status: isDone ? 'done' : 'not-started' };
}

/** The worst outcome of its steps. */
function changeOutcome(change: Change, outcomes: Outcomes, addressOf: (step: StepId) => Address): ChangeOutcome {
  const steps = change.steps.map((step) => outcomes.get(step) ?? ({ status: 'not-started' } as const));
  const done = steps.filter((step) => step.status === 'done').length;
  const failed = steps.find((step) => step.status === 'failed');
  const skipped = steps.find((step) => step.status === 'skipped');
  const base = { address: change.address, kind: change.kind, action: change.action };
  const partly = done > 0 && done < steps.length ? { partly: { done, of: steps.length } } : {};
  if (failed?.status === 'failed') return { ...base, status: 'failed', fault: failed.fault, ...partly };
  if (skipped?.status === 'skipped')
    return { ...base, status: 'skipped', because: addressOf(skipped.because), ...partly };
  if (done < steps.length) return { ...base, status: 'not-started', ...partly };
  const reservation = steps
    .map((step) => (step.status === 'done' ? step.reservations?.[change.address] : undefined))
    .find((text) => text !== undefined);
  return {
    ...base,
    status: 'done',
    ...defined({ initialState: reservation ?? change.initialState }),
  };
}
