/** Compares a saved plan with a new one. */

import { type Address, isWithin } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { canonicalJson } from '../../core/json.ts';
import type { KindName, Value } from '../../core/state.ts';
import { changeKey, type NamedChange } from '../result/action.ts';
import {
  type Action,
  type Change,
  type ChangeView,
  isBlocked,
  type Plan,
  type PlanView,
  remoteChanges,
  type SavedPlan,
} from '../result/change.ts';
import type { Anchor } from '../result/step.ts';
import { createSelectionWithout } from '../scope/left-out.ts';
import { unapprovedEffects } from './effect-comparison.ts';
import { comparableChange, isSameDigest, planDigest } from './plan-digest.ts';

/** A value that differs from the approved plan. `wanted` is missing if the configuration does not define the value. */
export interface Difference {
  readonly field: string;
  readonly planned: Value | undefined;
  readonly now: Value | undefined;
  readonly wanted?: Value | undefined;
}

export interface StaleChange {
  readonly address: Address;
  readonly kind: KindName;
  readonly action: Action;
  readonly reason: string;
  readonly differences: readonly Difference[];
  /** Who can read or change the object after each plan, in words. Missing: the audience does not differ, or no plan describes it. */
  readonly audiences?: { readonly planned?: string; readonly now?: string };
}

type Comparable = Plan & Pick<PlanView, 'parts' | 'withheld'> & Partial<Pick<PlanView, 'impact'>>;

interface Comparison {
  /** Made from the current state. */
  readonly plan: Comparable;
  readonly saved: SavedPlan;
  readonly unconfirmed: ReadonlySet<Address>;
  readonly interrupted: ReadonlySet<Address>;
}

type Approved = ReadonlyMap<string, ChangeView>;

/**
 * Empty: the current plan is the approved plan, or what is left of the approved plan after an apply that did not finish.
 * The caller checks that both plans have the same configuration and target.
 */
export function findStaleChanges(comparison: Comparison): readonly StaleChange[] {
  const { plan, saved } = comparison;
  if (isSameDigest(planDigest(plan, saved.host), planDigest(saved, saved.host))) return [];
  const approved = indexApproved(saved);
  const current = new Set(plan.changes.map(changeKey));
  const obsolete = remoteChanges(saved).filter((change) => !current.has(changeKey(change)));
  const stale = [
    ...plan.changes.flatMap((change) => compareWithApproved(change, approved, comparison)),
    ...obsolete.flatMap((change) => staleBecauseMissing(change, plan)),
  ];
  // Nothing is applied from a blocked plan, and the block explains more than its effect.
  return stale.length > 0 || isBlocked(plan) ? stale : staleEffects(comparison);
}

/** The changes of the current plan that the approval does not cover. Undefined: one of them concerns an object of an approved change. */
export function findUnapprovedChanges(comparison: Comparison): readonly Change[] | undefined {
  const { plan, saved } = comparison;
  const approved = indexApproved(saved);
  const others = plan.changes.filter(
    (change) => !approved.has(changeKey(change)) && !completesApprovedCreate(change, approved, comparison),
  );
  const [selectsOthers, selectsApproved] = [createSelectionWithout(saved.changes), createSelectionWithout(others)];
  const isUnrelated =
    others.every(({ address }) => selectsOthers(address)) &&
    saved.changes.every(({ address }) => selectsApproved(address));
  return isUnrelated ? others : undefined;
}

function indexApproved(saved: SavedPlan): Approved {
  return new Map(saved.changes.map((change) => [changeKey(change), change]));
}

function staleEffects({ plan, saved, interrupted }: Comparison): readonly StaleChange[] {
  const { parts = [] } = plan;
  const current = new Map(plan.changes.map((change) => [changeKey(change), change]));
  const approved = indexApproved(saved);
  const isStillPlanned = (each: NamedChange) => {
    const [now, then] = [current.get(changeKey(each)), approved.get(changeKey(each))];
    return now !== undefined && now.fields.length === then?.fields.length && !interrupted.has(each.address);
  };
  return unapprovedEffects(parts, saved.parts ?? [], isStillPlanned).map(({ what, address, field }) => {
    const part = [...parts, ...(saved.parts ?? [])].find(({ effects }) =>
      effects.some((effect) => effect.what === what && effect.address === address && effect.field === field),
    );
    const change = part?.changes[0];
    const of = current.get(change === undefined ? '' : changeKey(change)) ?? plan.changes[0] ?? saved.changes[0];
    return {
      address: of?.address ?? address,
      kind: of?.kind ?? '',
      action: of?.action ?? 'update',
      reason: effectText(what, address),
      differences: [],
      ...withoutUndefined({
        audiences: what === 'audience' ? audienceDifferences(address, { plan, saved }) : undefined,
      }),
    };
  });
}

/** Plans describe only audiences that grow. */
function audienceDifferences(address: Address, { plan, saved }: Pick<Comparison, 'plan' | 'saved'>) {
  const plannedAudience = ({ impact = [] }: Partial<Pick<PlanView, 'impact'>>) =>
    impact.find((each) => each.address === address && each.audience !== undefined)?.audience?.after;
  const [planned, now] = [plannedAudience(saved), plannedAudience(plan)];
  return planned === now ? undefined : withoutUndefined({ planned, now });
}

function effectText(what: string, address: Address) {
  return what === 'audience'
    ? `the audience of ${address} differs from the approved plan`
    : `the effect on ${address} differs from the approved plan`;
}

function createStaleChange(
  { address, kind, action }: ChangeView,
  reason: string,
  differences: readonly Difference[],
): StaleChange {
  return { address, kind, action, reason, differences };
}

function compareWithApproved(change: Change, approved: Approved, comparison: Comparison): readonly StaleChange[] {
  const same = approved.get(changeKey(change));
  if (same !== undefined) {
    const differences = [
      ...differencesBetween(same, change, comparison.interrupted.has(change.address)),
      ...differentObjectIds(same, change, approved),
    ];
    return differences.length === 0
      ? []
      : [createStaleChange(change, 'the change differs from the approved plan', differences)];
  }
  if (completesApprovedCreate(change, approved, comparison)) return [];
  const differences = change.fields.map(({ field, before, after }) => ({
    field,
    planned: undefined,
    now: before,
    wanted: after,
  }));
  return [createStaleChange(change, 'the change is not in the approved plan', differences)];
}

/** An interrupted update may have been applied, or have left a temporary value: the values before such an update are not compared. */
function differencesBetween(approved: ChangeView, now: ChangeView, isInterrupted: boolean): readonly Difference[] {
  const before = new Map(approved.fields.map((each) => [each.field, each]));
  const after = new Map(now.fields.map((each) => [each.field, each]));
  // Fields of an update that are already as wanted need no approval. All other changes are made whole.
  const names = now.action === 'update' ? after.keys() : new Set([...before.keys(), ...after.keys()]);
  const differences = [...names].flatMap((field): readonly Difference[] => {
    const [planned, current] = [before.get(field), after.get(field)];
    const isSame =
      isEqual(planned?.after, current?.after) && (isInterrupted || isEqual(planned?.before, current?.before));
    return planned !== undefined && current !== undefined && isSame
      ? []
      : [{ field, planned: planned?.before, now: current?.before, wanted: (current ?? planned)?.after }];
  });
  const facts: readonly (readonly [string, Value | undefined, Value | undefined])[] = [
    ['id', approved.id, now.id],
    ['from', approved.from, now.from],
    ['place', placeText(approved.beside), placeText(now.beside)],
    ...(now.action === 'create' ? [['method', approved.why, now.why] as const] : []),
    ['lost', approved.lost, now.lost],
  ];
  return [
    ...facts.flatMap(([field, planned, current]) =>
      isEqual(planned, current) ? [] : [{ field, planned, now: current }],
    ),
    ...differences,
  ];
}

function placeText(anchor: Anchor | undefined) {
  return anchor === undefined ? undefined : `${anchor.relation} ${anchor.address}`;
}

/** An approval covers these very objects, and objects that the approved plan creates. */
function differentObjectIds(same: ChangeView, { objects }: Change, approved: Approved): readonly Difference[] {
  const ids = new Map(same.objects.map(({ address, id }) => [address, id]));
  return objects.flatMap(({ address, id }) => {
    const planned = ids.get(address);
    if (planned === id || (planned === undefined && approvedCreation(address, approved) !== undefined)) return [];
    return [{ field: `id of ${address}`, planned, now: id }];
  });
}

function approvedCreation(address: Address, approved: Approved): ChangeView | undefined {
  return approved.get(`${address}:create`) ?? approved.get(`${address}:replace`);
}

/** Adopts an object that an interrupted run created, or sets fields of an approved create that an apply did not get to. */
function completesApprovedCreate(change: Change, approved: Approved, { unconfirmed }: Comparison) {
  const { address, action, fields, beside } = change;
  const creation = approvedCreation(address, approved);
  if (creation === undefined) return false;
  if (action === 'adopt') return unconfirmed.has(address);
  const wanted = new Map(creation.fields.map(({ field, after }) => [field, after]));
  // A field with an origin was applied before, and somebody has changed it since.
  const isOpen = fields.every(({ field, after, origin }) => origin === undefined && isEqual(after, wanted.get(field)));
  const isPlaced = beside === undefined || placeText(beside) === placeText(creation.beside);
  return (
    (action === 'update' || action === 'move') &&
    isOpen &&
    isPlaced &&
    differentObjectIds(creation, change, approved).length === 0
  );
}

/** An approved change that is blocked now, or depends on a blocked one. */
function staleBecauseWithheld(change: ChangeView, withheld: readonly ChangeView[]): StaleChange {
  const same = withheld.find((each) => changeKey(each) === changeKey(change));
  const differences = same === undefined ? [] : differencesBetween(change, same, false);
  const reason = differences.length > 0 ? 'the change differs from the approved plan' : 'the change is blocked now';
  return createStaleChange(change, reason, differences);
}

/** An approved change that the current plan does not contain is done, unless docform cannot know that. */
function staleBecauseMissing(change: ChangeView, plan: Comparable): readonly StaleChange[] {
  const { address, action, fields } = change;
  const withheld = plan.withheld?.filter((each) => each.address === address) ?? [];
  if (withheld.length > 0) return [staleBecauseWithheld(change, withheld)];
  // A pending person without this change was invited.
  if (action === 'invite') return [];
  const hidden = new Set([...plan.unknown.flatMap(({ hides }) => hides), ...plan.pending.map((each) => each.address)]);
  const isUnreadable =
    hidden.has(address) ||
    fields.some(({ after }) => typeof after === 'string' && hidden.has(after)) ||
    plan.unknown.some(({ list }) => isWithin(address, list));
  if (isUnreadable) return [createStaleChange(change, 'the object cannot be read now', [])];
  const isKept = action === 'delete' && plan.ids[address] !== undefined && !plan.stateUpdates.remove.includes(address);
  return isKept ? [createStaleChange(change, 'the object is no longer planned for deletion', [])] : [];
}

export function comparableText(change: Change) {
  return canonicalJson({ ...comparableChange(change), blocked: change.blocked?.code ?? null });
}
