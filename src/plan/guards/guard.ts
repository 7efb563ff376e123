/** Guards: block dangerous changes unless an override names the address or number. */
import { keyIn, listOf } from '../../core/address.ts';
import { compareTexts, groupBy } from '../../core/compare.ts';
import { count as counted, formOf, oneTitle } from '../../core/count.ts';
import { once } from '../../core/once.ts';
import type { KindName, Live, LiveObject } from '../../core/state.ts';
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import { isOwnWrapper } from '../changes/deletes/delete-blocks.ts';
import { type Overridable, ruleForDeletes, warningCode } from '../context/allow.ts';
import { liveParentOf, nameOf } from '../context/world.ts';
import { blockUnlessAllowed, type Draft, type DraftChange, type DraftStep, isDeleting, needs } from '../draft/draft.ts';
import type { Blocked } from '../result/change.ts';
import type { StepId } from '../result/step.ts';
import { grownIn, growthName } from '../steps/access/grown.ts';
import { guardBound } from './bounds.ts';
import { guardElsewhere } from './elsewhere.ts';
import { guardFoundByName } from './found-by-name.ts';
import { guardReplaced } from './replaced.ts';

type Keep = NonNullable<KindShape['keepsOne']>;

/** A kind with at least this many live objects may lose at most `deletableShare` of them in one plan. */
const sharedFrom = 8;

const deletableShare = 0.25;

export function guardPlan(draft: Draft): readonly Blocked[] {
  for (const shape of draft.world.shapes.values()) {
    if (shape.keepsOne) guardLastOne(draft, shape, shape.keepsOne);
    if (shape.keepsOneInEach) guardLastInList(draft, shape, shape.keepsOneInEach);
    for (const [name, field] of Object.entries(shape.fields))
      for (const kind of field.after ?? []) guardProviders(draft, shape, name, kind);
  }
  const awaited = kindsAwaited(draft);
  for (const each of draft.changes) {
    guardForGood(draft, each);
    guardConflict(draft, each);
    guardSuccession(draft, each, awaited);
  }
  guardReplaced(draft);
  const grown = once(() => grownIn(draft));
  guardFoundByName(draft, (object) => grown().has(growthName(object)));
  const { desired, others = [] } = draft.world.input;
  for (const bound of desired.bounds ?? []) guardBound(draft, bound);
  if (others.length > 0) guardElsewhere(draft, others);
  return guardDeletes(draft);
}

/** Blocks deletes that cannot be reverted, unless another guard blocks them already. */
function guardForGood(draft: Draft, change: DraftChange) {
  const { world } = draft;
  const shape = world.shapes.get(change.kind);
  if (change.action !== 'delete' || shape === undefined) return;
  if (shape.missing === undefined && shape.losesForGood === undefined) return;
  const cannot = shape.missing === undefined ? 'restore the data of' : 'recreate';
  blockUnlessAllowed(draft, change, {
    code: 'B-PERMANENT',
    reason: `the API cannot ${cannot} ${oneTitle(shape)}${shape.loss === undefined ? '' : `; the delete loses ${shape.loss}`}`,
    hint: world.ledger.has(change.address)
      ? `to keep it, declare it again; to stop managing it, run \`docform forget ${change.address}\` (deletes nothing)`
      : 'to keep it, declare it',
  });
}

function guardConflict(draft: Draft, change: DraftChange) {
  const fields = change.fields.filter(({ origin }) => origin === 'both').map(({ field }) => field);
  if (fields.length === 0) return;
  blockUnlessAllowed(draft, change, {
    code: 'B-CONFLICT',
    reason: `${fields.join(' and ')} ${formOf(fields.length, 'was', 'were')} changed on the platform and in the configuration since the last apply`,
    hint: `\`docform drift --write ${change.address}\` accepts the platform's value (the first one shown); or declare the right value`,
  });
}

/** Kinds of new objects that wait until a person creates an object. */
function kindsAwaited({ waiting, matches }: Draft): ReadonlySet<KindName> {
  const pending = [...waiting].flatMap(([address, { state }]) => (state === 'pending' ? [address] : []));
  const shapes = pending.flatMap((address) => matches.at.get(address)?.shape ?? []);
  return new Set(shapes.flatMap(({ name, companionOf }) => [name, companionOf?.link ?? name]));
}

/** A pending object can be the deleted one under another name, or its successor. */
function guardSuccession(draft: Draft, change: DraftChange, awaited: ReadonlySet<KindName>) {
  const isGoing = change.action === 'delete' || change.action === 'replace';
  if (!isGoing || !awaited.has(change.kind)) return;
  blockUnlessAllowed(draft, change, {
    code: 'B-SUCCESSOR-PENDING',
    reason: `a new ${shapeOf(draft.world, change.kind).title} is pending, and could be the successor of this one`,
    hint: 'create the pending objects on the platform first; if this object was renamed, add a `moved` line',
  });
}

function guardDeletes(draft: Draft): readonly Blocked[] {
  const { policy } = draft.world.desired;
  const deletes = draft.changes.filter((each) => isCountedDelete(draft, each));
  if (deletes.length === 0 || draft.world.input.allowances?.deletes === deletes.length) return [];
  const rule = ruleForDeletes(draft.world, deletes.length);
  const overrides = {
    override: `--allow-deletes ${deletes.length}`,
    allow: [{ deletes: deletes.length }],
  };
  const guards: Blocked[] = [];
  if (deletes.length > policy.maxDeletes) {
    guards.push({
      code: 'B-MAX-DELETES',
      reason: `${counted(deletes.length, 'delete is', 'deletes are')} more than the ${policy.maxDeletes} that policy.maxDeletes allows`,
      ...overrides,
    });
  }
  const live = groupBy(draft.world.live.objects, ({ kind }) => kind);
  const unread = unreadKinds(draft.world.live);
  const byKind = [...groupBy(deletes, ({ kind }) => kind)].sort(([a], [b]) => compareTexts(a, b));
  for (const [kind, { length: count }] of byKind) {
    const all = live.get(kind)?.length ?? 0;
    const isUnread = unread.has(kind);
    // The number of objects is unknown, and can be as low as the minimum of this guard.
    const atLeast = isUnread ? Math.max(all, sharedFrom) : all;
    if (atLeast < sharedFrom || count <= atLeast * deletableShare) continue;
    const title = draft.world.shapes.get(kind)?.title ?? kind;
    const share = isUnread ? 'but not all were read: this can be more than 25 %' : 'which is more than 25 %';
    guards.push({
      code: 'B-DELETE-SHARE',
      reason: `${count} of ${all} objects of the kind ${title} would be deleted, ${share}`,
      ...overrides,
    });
  }
  return rule === undefined ? guards : guards.map(({ code, reason }) => ({ code: warningCode(code), reason, rule }));
}

/** Sections that the platform added during an interrupted apply are not objects of the user. */
function isCountedDelete(draft: Draft, { action, kind, address, id = '' }: DraftChange) {
  if (action !== 'delete') return action === 'replace';
  const live = draft.world.liveObject(kind, id);
  return live === undefined || !isOwnWrapper(draft, address, live);
}

function unreadKinds({ lists, leftOut }: Live): ReadonlySet<KindName> {
  const unread = lists.filter(({ unknown }) => unknown !== undefined).map(({ kind }) => kind);
  return new Set([...unread, ...(leftOut?.values() ?? [])]);
}

/** Keeps at least one holder of the value (an admin), and the own rights of the token's user. */
function guardLastOne(draft: Draft, shape: KindShape, keep: Keep) {
  const holders = holdersOf(draft, shape, keep);
  const losers = holders.flatMap((live) => {
    const change = lossOf(draft, live, keep.field);
    const email = change && (live.fields[shape.naturalKeys[0]?.[0] ?? ''] ?? keyIn(change.address));
    return change === undefined ? [] : [{ change, email: String(email).toLowerCase() }];
  });
  if (losers.length === 0) return;
  const gainers = [...draft.steps.values()].filter(
    (each) => each.kind === shape.name && each.operation === 'update' && each.fields[keep.field] === keep.value,
  );
  const isLast = holders.length - losers.length + gainers.length < 1;
  const self = draft.world.desired.policy.self?.toLowerCase();
  for (const { change, email } of losers) {
    for (const id of change.steps) for (const gainer of gainers) needs(draft.steps.get(id) ?? gainer, gainer.id);
    if (change.blocked) continue;
    if (isLast)
      change.blocked = {
        code: 'B-LAST-ADMIN',
        reason: `no ${keep.value} would be left in the organization`,
        hint: `declare another ${keep.value} first`,
      };
    else if (email === self && change.action === 'delete')
      change.blocked = {
        code: 'B-OWN-ACCESS',
        reason: 'it removes the user of this token, and the platform does not let users remove themselves',
        hint: 'apply it with the token of another user',
      };
    else if (self === undefined)
      blockUnlessAllowed(draft, change, {
        code: 'B-OWN-ACCESS-UNKNOWN',
        reason: `it removes the role ${keep.value} from a user, and the user of this token is unknown`,
        hint: "set `policy.self` to the e-mail address of the token's user",
      });
    else if (email === self)
      blockUnlessAllowed(draft, change, {
        code: 'B-OWN-ACCESS',
        reason: 'it removes permissions that this token needs',
      });
  }
  const own = losers.filter(({ email }) => self === undefined || email === self);
  goLast(draft, new Set(own.flatMap(({ change }) => change.steps)));
}

function holdersOf({ world }: Draft, shape: KindShape, { field, value }: Keep) {
  return world.live.objects.filter(({ kind, fields }) => kind === shape.name && fields[field] === value);
}

/** A setting that can lock people out (SSO) needs an active provider that this plan does not touch, before it is turned on and while it is on. */
function guardProviders(draft: Draft, shape: KindShape, name: string, kind: KindName) {
  if (shape.fields[name]?.type.is !== 'boolean') return;
  const { world, changeAt } = draft;
  const providers = world.live.objects.filter((live) => live.kind === kind && live.fields.status === 'active');
  if (providers.some((live) => !isDeleting(draft, live) && endangeredBy(draft, live) === undefined)) return;
  const title = shapeOf(world, kind).title;
  const settings = shape.segment;
  const turnsOn = draft.steps.get(`${settings}#update`)?.fields[name];
  const now = turnsOn ?? world.live.objects.find((live) => live.kind === shape.name)?.fields[name];
  if (now === false || (now !== true && providers.length === 0)) return;
  const lost: Overridable = {
    code: 'B-SSO-LOCK-OUT',
    reason: `${name} would be enforced without an active ${title}`,
    hint: `apply the ${title} first, and check that it is active`,
  };
  const update = changeAt.get(`${settings}:update`);
  if (turnsOn === true && update !== undefined) return blockUnlessAllowed(draft, update, lost, settings);
  for (const live of providers) {
    const change = endangeredBy(draft, live);
    if (change?.action === 'update') blockUnlessAllowed(draft, change, wrongConnection(change, now, { name, title }));
    else if (change !== undefined) blockUnlessAllowed(draft, change, lost, settings);
  }
}

/** The change that deletes or replaces the object, or that can make it unusable. */
function endangeredBy(draft: Draft, live: LiveObject): DraftChange | undefined {
  const address = draft.matches.addressOfLive(live) ?? draft.deleting.get(live);
  const all = draft.changes.filter((each) => each.address === address && each.kind === live.kind);
  const removal = all.find(({ action }) => action === 'delete' || action === 'replace');
  const { fields } = shapeOf(draft.world, live.kind);
  return removal ?? all.find((each) => each.fields.some(({ field }) => fields[field]?.connects));
}

function wrongConnection(
  { fields }: DraftChange,
  setting: unknown,
  { name, title }: { readonly name: string; readonly title: string },
): Overridable {
  const state = setting === true ? 'is enforced' : 'can be enforced (unknown: not read)';
  const changed = fields.map(({ field }) => field).join(', ');
  return {
    code: 'B-SSO-LOCK-OUT',
    reason: `${name} ${state}, and no other ${title} is active: nobody could sign in if a new value is wrong (${changed})`,
    hint: `compare the new values with those of the identity provider, or apply another active ${title} first`,
  };
}

/** Blocks the loss of the last holders of a value in a list that remains, such as the owners of a team. */
function guardLastInList(draft: Draft, shape: KindShape, keep: Keep) {
  const { world } = draft;
  for (const all of groupBy(holdersOf(draft, shape, keep), ({ parentId }) => parentId ?? '').values()) {
    const parent = liveParentOf(world, all[0]);
    const losses = all.flatMap((live) => lossOf(draft, live, keep.field) ?? []);
    if (
      parent === undefined ||
      isDeleting(draft, parent) ||
      losses.length < all.length ||
      isGained(draft, shape, parent, keep)
    )
      continue;
    const blocked: Overridable = {
      code: 'B-LAST-OWNER',
      reason: `the ${shapeOf(world, parent.kind).title} "${nameOf(world, parent)}" would be left without any ${keep.value}`,
      hint: `declare another ${keep.value} for it`,
    };
    for (const loss of losses) blockUnlessAllowed(draft, loss, blocked);
  }
}

function lossOf(draft: Draft, live: LiveObject, field: string) {
  const gone = draft.deleting.get(live);
  if (gone !== undefined) return draft.changeAt.get(`${gone}:delete`);
  const address = draft.matches.addressOfLive(live);
  const update = address === undefined ? undefined : draft.changeAt.get(`${address}:update`);
  return update?.fields.some((each) => each.field === field) ? update : undefined;
}

function isGained(draft: Draft, shape: KindShape, parent: LiveObject, keep: Keep) {
  const isIn = (address: string) => draft.matches.idOf(listOf(address)) === parent.id;
  return [...draft.steps.values()].some(
    ({ kind, address, items = [] }) =>
      kind === shape.name &&
      isIn(address) &&
      items.some(({ operation, fields }) => operation !== 'delete' && fields[keep.field] === keep.value),
  );
}

/** Runs these steps after all steps that do not depend on them. If one of those fails, these steps are skipped. */
function goLast({ steps }: Pick<Draft, 'steps'>, last: ReadonlySet<StepId>) {
  if (last.size === 0) return;
  const waiting = waitingFor(steps, last);
  const others = [...steps.values()].filter(({ id }) => !waiting.has(id));
  // Waiting for the end of each chain is enough.
  const needed = new Set(others.flatMap((each) => [...each.needs]));
  const ends = others.filter(({ id }) => !needed.has(id));
  for (const each of steps.values()) if (last.has(each.id)) for (const end of ends) needs(each, end.id);
}

function waitingFor(steps: ReadonlyMap<StepId, DraftStep>, roots: ReadonlySet<StepId>): ReadonlySet<StepId> {
  const dependants = groupBy(
    [...steps.values()].flatMap(({ id, needs: needed }) => [...needed].map((before) => ({ before, id }))),
    ({ before }) => before,
  );
  const found = new Set(roots);
  for (const root of found) for (const { id } of dependants.get(root) ?? []) found.add(id);
  return found;
}
