/** Compares a rehearsal on a copy of the organization with the plan. */
import type { Address } from '../../core/address.ts';
import { changeKey } from '../result/action.ts';
import { type Action, type Change, type Plan, remoteChanges } from '../result/change.ts';
import type { ApplyReport } from '../result/outcome.ts';
import { comparableText } from './plan-comparison.ts';
import { verifyApply } from './verified.ts';

interface RehearsalInput {
  readonly planned: Plan;
  readonly onCopy: Plan;
  readonly report: Pick<ApplyReport, 'changes'>;
  readonly second: Plan;
}

/** @public The declarations of other files name it. */
export interface RehearsedChange {
  readonly address: Address;
  readonly action: Action;
  readonly message: string;
}

export interface Rehearsed {
  /** Changes that failed on the copy, or depend on a failed change. */
  readonly failures: readonly RehearsedChange[];
  /** Changes in a second plan of the copy. */
  readonly left: readonly { readonly address: Address; readonly action: Action; readonly fields: readonly string[] }[];
  /** Changes for which copy and platform differ, so that the rehearsal proves nothing. */
  readonly unsure: readonly RehearsedChange[];
}

/** Failures, remaining changes, and differences between copy and platform. */
export function compareRehearsal({ planned, onCopy, report, second }: RehearsalInput): Rehearsed {
  const unlike = findDifferingChanges(planned, onCopy);
  const message = 'copy and platform need different changes';
  const failures: RehearsedChange[] = [];
  for (const { address, action, status, fault, because } of report.changes) {
    if (status === 'done' || unlike.has(address) || (because !== undefined && unlike.has(because))) continue;
    const failure = fault?.message ?? (because === undefined ? 'not started' : `it needs ${because}`);
    failures.push({ address, action, message: failure });
  }
  return {
    failures,
    left: changesStillNeeded(onCopy, second, verifyApply(second, planned, report).left)
      .filter(({ address }) => !unlike.has(address))
      .map(({ address, action, fields }) => ({ address, action, fields: fields.map(({ field }) => field) })),
    unsure: [...unlike].map(([address, action]) => ({ address, action, message })),
  };
}

function findDifferingChanges(planned: Plan, onCopy: Plan): ReadonlyMap<Address, Action> {
  const [real, copied] = [planned, onCopy].map(
    (plan) => new Map(remoteChanges(plan).map((change) => [changeKey(change), change] as const)),
  );
  const unlike = new Map<Address, Action>();
  for (const [one, other] of [
    [real, copied],
    [copied, real],
  ]) {
    for (const [key, change] of one ?? []) {
      const same = other?.get(key);
      if (same === undefined || comparableText(same) !== comparableText(change))
        unlike.set(change.address, change.action);
    }
  }
  return unlike;
}

/** Applied changes that are needed again, and new changes. */
function changesStillNeeded(onCopy: Plan, second: Plan, wantedAgain: readonly Change[]): readonly Change[] {
  const before = new Map(
    remoteChanges(onCopy).map((change) => [changeKey(change), new Set(change.fields.map(({ field }) => field))]),
  );
  const again = new Set(wantedAgain.map(changeKey));
  const appeared = remoteChanges(second).filter((change) => {
    const fields = before.get(changeKey(change));
    return (
      !again.has(changeKey(change)) && (fields === undefined || change.fields.some(({ field }) => !fields.has(field)))
    );
  });
  return [...wantedAgain, ...appeared];
}
