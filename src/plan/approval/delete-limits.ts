/** Limits of the number of deletes do not hold back approved deletes: the number of objects can change after the approval, and an interrupted apply makes a part of the deletes. */
import type { Blocked, ChangeView } from '../result/change.ts';

const limits: ReadonlySet<string> = new Set(['B-MAX-DELETES', 'B-DELETE-SHARE']);

/** Codes of the limits that block a plan. The digest of a plan contains them, so that the digest of a blocked plan approves nothing. */
export function deleteLimitCodes(guards: readonly Blocked[]): readonly string[] {
  return guards.flatMap(({ code }) => (limits.has(code) ? [code] : []));
}

/** The plan itself, unless each delete in it was approved. */
export function withoutDeleteLimits<
  P extends { readonly guards: readonly Blocked[]; readonly changes: readonly ChangeView[] },
>(plan: P, isApproved: (change: ChangeView) => boolean): P {
  if (deleteLimitCodes(plan.guards).length === 0) return plan;
  const deletes = plan.changes.filter(({ action }) => action === 'delete' || action === 'replace');
  return deletes.every(isApproved) ? { ...plan, guards: plan.guards.filter(({ code }) => !limits.has(code)) } : plan;
}
