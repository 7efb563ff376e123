/** Applies an approval to the current plan: the whole plan, or the approved part without changes that have nothing to do with it. */
import { withoutUndefined } from '../core/defined.ts';
import { shapes } from '../kinds/index.ts';
import { withoutDeleteLimits } from '../plan/approval/delete-limits.ts';
import { findUnapprovedChanges, findStaleChanges as staleIn } from '../plan/approval/plan-comparison.ts';
import { isSameDigest, parseDigest, partMark, planDigest } from '../plan/approval/plan-digest.ts';
import { changeKey } from '../plan/result/action.ts';
import { type Change, type ChangeView, isBlocked, type SavedPlan } from '../plan/result/change.ts';
import type { Planned } from './plan.ts';

interface ApprovedPlan {
  readonly planned: Planned;
  /** Changes that the approval does not cover, and that no approved change depends on. */
  readonly leftOut: readonly Change[];
}

/** Undefined: the approval does not cover what an apply would do now. Sends no requests. */
export async function approvedBySaved(
  limited: Planned,
  saved: SavedPlan,
  isWholeOnly = saved.isWholeOnly === true,
): Promise<ApprovedPlan | undefined> {
  const known = new Set(saved.changes.map(keyWithId));
  const isApproved: IsApproved = (change) => known.has(keyWithId(change));
  const planned = withoutLimits(limited, isApproved);
  if (staleChanges(planned, saved).length === 0) return { planned, leftOut: [] };
  if (isWholeOnly) return undefined;
  const leftOut = findUnapprovedChanges(comparisonOf(planned, saved));
  const part = await partWithout(planned, leftOut, isApproved);
  return part !== undefined && staleChanges(part.planned, saved).length === 0 ? part : undefined;
}

/** The digest of the approved part has to be the approved digest. The marks only select the part. */
export async function approvedByDigest(
  limited: Planned,
  digest: string,
  isWholeOnly = false,
): Promise<ApprovedPlan | undefined> {
  // An equal digest covers each delete.
  const isApproved = () => true;
  const planned = withoutLimits(limited, isApproved);
  const { marks } = parseDigest(digest) ?? {};
  if (marks === undefined && planned.plan.withheld !== undefined) return undefined;
  if (isSameDigest(planned.digest, digest)) return { planned, leftOut: [] };
  const { parts = [], changes } = planned.plan;
  if (marks === undefined || isWholeOnly) return undefined;
  const others = new Set(
    parts.filter((part) => !marks.has(partMark(part.digest))).flatMap((part) => part.changes.map(changeKey)),
  );
  const part = await partWithout(
    planned,
    changes.filter((change) => others.has(changeKey(change))),
    isApproved,
  );
  return part !== undefined && isSameDigest(part.planned.digest, digest) ? part : undefined;
}

type IsApproved = (change: ChangeView) => boolean;

function keyWithId(change: ChangeView): string {
  return `${changeKey(change)} ${change.id}`;
}

/** The plan without limits of the number of deletes, if all of them are approved. */
function withoutLimits(planned: Planned, isApproved: IsApproved): Planned {
  const plan = withoutDeleteLimits(planned.plan, isApproved);
  return plan === planned.plan ? planned : { ...planned, plan, digest: planDigest(plan, planned.host) };
}

/** Undefined: a remaining change depends on a change that is left out, or decides the same effect. */
async function partWithout(
  { without, plan }: Planned,
  leftOut: readonly Change[] | undefined,
  isApproved: IsApproved,
): Promise<ApprovedPlan | undefined> {
  if (leftOut === undefined || leftOut.length === 0) return undefined;
  const out = new Set(leftOut.map(changeKey));
  const isMixed = plan.parts?.some(({ changes }) => new Set(changes.map((each) => out.has(changeKey(each)))).size > 1);
  if (isMixed) return undefined;
  const planned = withoutLimits(await without(leftOut, 'block'), isApproved);
  const expected = plan.changes.length - leftOut.length;
  if (isBlocked(planned.plan) || planned.plan.changes.length !== expected) return undefined;
  const { withheld } = plan;
  return { leftOut, planned: { ...planned, plan: { ...planned.plan, ...withoutUndefined({ withheld }) } } };
}

/** Returns the changes of the current plan that were not approved. Empty: apply the current plan. Both plans need the same target and configuration. */
export function staleChanges(planned: Compared, saved: SavedPlan) {
  return staleIn(comparisonOf(planned, saved));
}

type Compared = Pick<Planned, 'plan' | 'unconfirmed' | 'interrupted' | 'partsWith'>;

/** An interrupted apply of the saved plan has created objects that the saved plan names by their addresses. */
function comparisonOf({ plan: made, unconfirmed, interrupted, partsWith }: Compared, saved: SavedPlan) {
  // A restored object keeps its id, and a permission has the id of its team or member.
  const isNew = ({ action, kind, cause }: SavedPlan['changes'][number]) =>
    (action === 'create' || action === 'replace') && cause !== 'restored' && shapes.get(kind)?.sharesId !== true;
  const approved = (saved.parts ?? []).flatMap(({ effects }) => effects);
  const named = new Set(approved.flatMap(({ id, address }) => (id === undefined || id === address ? [] : [address])));
  const created = saved.changes.filter((change) => isNew(change) && !named.has(change.address));
  const names = new Map(
    created.flatMap(({ address }) => {
      const id = made.ids[address];
      return id === undefined ? [] : [[id, address] as const];
    }),
  );
  const current = names.size === 0 ? made : { ...made, parts: partsWith(names) };
  return { plan: current, saved, unconfirmed, interrupted };
}
