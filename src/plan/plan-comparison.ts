/** Compares plans: digests for approvals, an approved plan with the plan that is needed now, and the plan after an apply or a rehearsal. */
import { type Address, byAddress, isWithin } from '../core/address.ts';
import type { AllowingRule } from '../core/allow-rule.ts';
import { compareTexts, groupBy, isEqual } from '../core/compare.ts';
import { defined } from '../core/defined.ts';
import { sha256Hex } from '../core/digest.ts';
import { canonicalJson } from '../core/json.ts';
import { orderMark } from '../core/ledger-marks.ts';
import { asMap, type Desired, type KindName, type Value } from '../core/state.ts';
import {
  type Action,
  type Anchor,
  type Change,
  type ChangeView,
  type Plan,
  type PlanView,
  remoteChanges,
  type SavedPlan,
} from './change.ts';
import type { ApplyReport } from './outcome.ts';

type DigestedPlan = Pick<PlanView, 'organization' | 'changes' | 'pending' | 'external' | 'part' | 'guards'>;

/** `sha256:…` over the target, the scope, all changes with the rules that allow them, pending declarations and external references, without reasons of docform and positions. */
export function planDigest(plan: DigestedPlan, host: string): string {
  return `sha256:${sha256Hex(canonicalText(plan, host))}`;
}

/** One JSON line for each change, with sorted keys. */
function canonicalText(plan: DigestedPlan, host: string): string {
  const pending = plan.pending.map(({ address, fields }) => ({ pending: address, fields: fields.map(valuesOf) }));
  const external = plan.external.map(({ address, id = null }) => ({ external: address, id }));
  const scope = plan.part && defined({ only: plan.part.only, except: plan.part.except, commit: plan.part.commit });
  const target = defined({ version: 2, host, organization: plan.organization, scope });
  const lines = [target, ...plan.changes.map(semantics), ...pending, ...external, ...allowedIn(plan.guards)];
  return lines.map(canonicalJson).join('\n');
}

/** The meaning of a change: its values, and the ids of the objects that it names. Reasons and positions are omitted. */
export function semantics({ address, action, id, fields, objects, from, beside, allowed }: ChangeView) {
  return defined({
    ...{ address, action, id, fields: fields.map(valuesOf), from },
    objects: Object.fromEntries(objects.map((each) => [each.address, each.id])),
    beside: beside && { relation: beside.relation, address: beside.address },
    allowed: allowed && allowedIn(allowed),
  });
}

/** Rules of `policy.allow` that let guards pass. */
function allowedIn(guards: readonly { readonly code: string; readonly rule?: AllowingRule }[]) {
  return guards.flatMap(({ code, rule }) =>
    rule === undefined ? [] : [defined({ allowed: code, id: rule.id, until: rule.until, reason: rule.reason })],
  );
}

function valuesOf({ field, before, after }: ChangeView['fields'][number]) {
  return defined({ field, before, after });
}

/** `sha256:…`. The target of the plan contains the organization. */
export function configurationDigest(desired: Desired, kinds: Iterable<KindName>): string {
  const { resources, lists, orders, moved, policy } = desired;
  const asked = {
    version: 1,
    resources: [...resources].sort(byAddress).map(({ span, fieldSpans, ...rest }) => rest),
    lists: [...lists].sort((a, b) => compareTexts(a.list, b.list)).map(({ span, ...rest }) => rest),
    orders,
    moved: moved.map(({ span, ...rest }) => rest).sort((a, b) => compareTexts(a.from, b.from)),
    policy: {
      prune: Object.fromEntries([...kinds].map((kind) => [kind, policy.prune(kind)])),
      self: policy.self,
      protect: [...policy.protect].sort(),
      maxDeletes: policy.maxDeletes,
      invite: policy.invite,
      allow: policy.allow?.map(({ span, ...rest }) => rest),
    },
  };
  return `sha256:${sha256Hex(canonicalJson(asked))}`;
}

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
}

interface Comparison {
  /** Made from the current state. */
  readonly plan: Plan;
  readonly saved: SavedPlan;
  readonly unconfirmed: ReadonlySet<Address>;
  readonly interrupted: ReadonlySet<Address>;
}

type Approved = ReadonlyMap<string, ChangeView>;

/**
 * Empty: the current plan is the approved plan, or what is left of the approved plan after an apply that did not finish.
 * The caller checks that both plans have the same configuration and target.
 */
export function staleChanges(comparison: Comparison): readonly StaleChange[] {
  const { plan, saved } = comparison;
  if (planDigest(plan, saved.host) === planDigest(saved, saved.host)) return [];
  const approved: Approved = new Map(saved.changes.map((change) => [keyOf(change), change]));
  const current = new Set(plan.changes.map(keyOf));
  const obsolete = remoteChanges(saved).filter((change) => !current.has(keyOf(change)));
  return [
    ...plan.changes.flatMap((change) => staleIn(change, approved, comparison)),
    ...obsolete.flatMap((change) => undoneIn(change, plan)),
  ];
}

function keyOf({ address, action }: Pick<ChangeView, 'address' | 'action'>) {
  return `${address}:${action}`;
}

function stale({ address, kind, action }: ChangeView, reason: string, differences: readonly Difference[]): StaleChange {
  return { address, kind, action, reason, differences };
}

function staleIn(change: Change, approved: Approved, comparison: Comparison): readonly StaleChange[] {
  const same = approved.get(keyOf(change));
  if (same !== undefined) {
    const differences = [
      ...differencesBetween(same, change, comparison.interrupted.has(change.address)),
      ...otherObjects(same, change, approved),
    ];
    return differences.length === 0 ? [] : [stale(change, 'the change differs from the approved plan', differences)];
  }
  if (completesCreate(change, approved, comparison)) return [];
  const differences = change.fields.map(({ field, before, after }) => ({
    field,
    planned: undefined,
    now: before,
    wanted: after,
  }));
  return [stale(change, 'the change is not in the approved plan', differences)];
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
function otherObjects(same: ChangeView, { objects }: Change, approved: Approved): readonly Difference[] {
  const ids = new Map(same.objects.map(({ address, id }) => [address, id]));
  return objects.flatMap(({ address, id }) => {
    const planned = ids.get(address);
    if (planned === id || (planned === undefined && creationOf(address, approved) !== undefined)) return [];
    return [{ field: `id of ${address}`, planned, now: id }];
  });
}

function creationOf(address: Address, approved: Approved): ChangeView | undefined {
  return approved.get(`${address}:create`) ?? approved.get(`${address}:replace`);
}

/** Adopts an object that an interrupted run created, or sets fields of an approved create that an apply did not get to. */
function completesCreate(change: Change, approved: Approved, { unconfirmed }: Comparison) {
  const { address, action, fields, beside } = change;
  const creation = creationOf(address, approved);
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
    otherObjects(creation, change, approved).length === 0
  );
}

/** An approved change that the current plan does not contain is done, unless docform cannot know that. */
function undoneIn(change: ChangeView, plan: Plan): readonly StaleChange[] {
  const { address, action, fields } = change;
  // A pending person without this change was invited.
  if (action === 'invite') return [];
  const hidden = new Set([...plan.unknown.flatMap(({ hides }) => hides), ...plan.pending.map((each) => each.address)]);
  const isUnreadable =
    hidden.has(address) ||
    fields.some(({ after }) => typeof after === 'string' && hidden.has(after)) ||
    plan.unknown.some(({ list }) => isWithin(address, list));
  if (isUnreadable) return [stale(change, 'the object cannot be read now', [])];
  const isKept = action === 'delete' && plan.ids[address] !== undefined && !plan.stateUpdates.remove.includes(address);
  return isKept ? [stale(change, 'the object is no longer planned for deletion', [])] : [];
}

export interface Verified {
  readonly left: readonly Change[];
  /** Addresses that could not be read, with the reason. */
  readonly unread: readonly { readonly address: Address; readonly reason: string }[];
  /** Fingerprints of the texts that the platform stored differently, by address and field. */
  readonly rewritten: { readonly [address: Address]: { readonly [mark: string]: string } };
  /** Marks of the orders that the platform lists although all moves succeeded, by container. */
  readonly listed: { readonly [container: Address]: string };
}

/** Considers only applied changes. */
export function verifiedBy(second: Plan, applied: Plan, report: Pick<ApplyReport, 'changes'>): Verified {
  const done = new Set(report.changes.filter(({ status }) => status === 'done').map(({ address }) => address));
  for (const { address, status } of report.changes) if (status !== 'done') done.delete(address);
  const sent = new Map<Address, Change[]>();
  for (const change of remoteChanges(applied))
    if (done.has(change.address)) sent.set(change.address, [...(sent.get(change.address) ?? []), change]);
  const unmoved = applied.orders.flatMap(({ container, wanted }) =>
    second.orders.filter(
      (order) =>
        order.container === container &&
        isEqual(order.wanted, wanted) &&
        wanted.every((address) => done.has(address) || !applied.changes.some((change) => change.address === address)),
    ),
  );
  const stuck = new Set(unmoved.flatMap(({ wanted }) => wanted));
  const isStuck = ({ action, address, fields }: Change) =>
    action === 'move' && fields.length === 0 && stuck.has(address);
  const left = remoteChanges(second).flatMap((change) =>
    isStuck(change) ? [] : stillWanted(change, sent.get(change.address) ?? []),
  );
  return {
    left,
    rewritten: Object.fromEntries(
      left.flatMap((change) => {
        const marks = rewrittenMarks(change, sent.get(change.address) ?? [], second);
        return marks.length === 0 ? [] : [[change.address, Object.fromEntries(marks)] as const];
      }),
    ),
    unread: [
      ...second.unknown.flatMap(({ hides, reason }) =>
        hides.filter((address) => sent.has(address)).map((address) => ({ address, reason })),
      ),
      ...[...new Set(unmoved.map(({ container }) => container))].map((address) => ({ address, reason: unmovedReason })),
    ],
    listed: Object.fromEntries(
      [...groupBy(unmoved, ({ container }) => container)].map(([container, orders]) => [
        container,
        orderMark(orders.flatMap(({ current }) => current).flatMap((address) => second.ids[address] ?? [])),
      ]),
    ),
  };
}

const unmovedReason =
  'the platform accepted the moves, but still lists another order. docform does not repeat the moves: check the order on the platform';

function stillWanted(change: Change, sent: readonly Change[]): readonly Change[] {
  // With `--allow`, every plan invites the person again.
  if (change.action === 'invite') return [];
  const made = sent.some(({ action }) => action === 'create' || action === 'replace');
  if (change.action !== 'update') return made || sent.some(({ action }) => action === change.action) ? [change] : [];
  const names = new Set(sent.flatMap(({ fields }) => fields.map(({ field }) => field)));
  const fields = change.fields.filter(({ field }) => names.has(field));
  return fields.length === 0 ? [] : [{ ...change, fields }];
}

/** The value from before the apply shows a field that the platform ignored, or an old answer, so it does not count as rewritten. */
function rewrittenMarks({ address, action, fields }: Change, sent: readonly Change[], { stateUpdates }: Plan) {
  const stored = Object.entries(stateUpdates.stored?.[address] ?? {});
  if (action !== 'update') return [];
  return stored.filter(([mark]) => {
    const valueIn = (changes: Change['fields']) => {
      const field = changes.find(({ field: name }) => name === mark || mark.startsWith(`${name}.`));
      return field && (field.field === mark ? field.before : asMap(field.before)[mark.slice(field.field.length + 1)]);
    };
    const now = valueIn(fields);
    return now !== undefined && !sent.some((change) => isEqual(valueIn(change.fields), now));
  });
}

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
export function rehearsed({ planned, onCopy, report, second }: RehearsalInput): Rehearsed {
  const unlike = unlikeAddresses(planned, onCopy);
  const message = 'copy and platform need different changes';
  const failures: RehearsedChange[] = [];
  for (const { address, action, status, fault, because } of report.changes) {
    if (status === 'done' || unlike.has(address) || (because !== undefined && unlike.has(because))) continue;
    const failure = fault?.message ?? (because === undefined ? 'not started' : `it needs ${because}`);
    failures.push({ address, action, message: failure });
  }
  return {
    failures,
    left: leftOver(onCopy, second, verifiedBy(second, planned, report).left)
      .filter(({ address }) => !unlike.has(address))
      .map(({ address, action, fields }) => ({ address, action, fields: fields.map(({ field }) => field) })),
    unsure: [...unlike].map(([address, action]) => ({ address, action, message })),
  };
}

function unlikeAddresses(planned: Plan, onCopy: Plan): ReadonlyMap<Address, Action> {
  const [real, copied] = [planned, onCopy].map(
    (plan) => new Map(remoteChanges(plan).map((change) => [keyOf(change), change] as const)),
  );
  const unlike = new Map<Address, Action>();
  for (const [one, other] of [
    [real, copied],
    [copied, real],
  ]) {
    for (const [key, change] of one ?? []) {
      const same = other?.get(key);
      if (same === undefined || textOf(same) !== textOf(change)) unlike.set(change.address, change.action);
    }
  }
  return unlike;
}

function textOf(change: Change) {
  return canonicalJson({ ...semantics(change), blocked: change.blocked?.code ?? null });
}

/** Applied changes that are needed again, and new changes. */
function leftOver(onCopy: Plan, second: Plan, wantedAgain: readonly Change[]): readonly Change[] {
  const before = new Map(
    remoteChanges(onCopy).map((change) => [keyOf(change), new Set(change.fields.map(({ field }) => field))]),
  );
  const again = new Set(wantedAgain.map(keyOf));
  const appeared = remoteChanges(second).filter((change) => {
    const fields = before.get(keyOf(change));
    return !again.has(keyOf(change)) && (fields === undefined || change.fields.some(({ field }) => !fields.has(field)));
  });
  return [...wantedAgain, ...appeared];
}
