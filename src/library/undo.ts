/** Records the former state before an apply, and lists what an undo of the apply cannot restore. `undo-edit.ts` computes the undo. */
import { type Address, createWithinTest } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Desired, Live, LiveObject } from '../core/state.ts';
import { isRemovable } from '../edit/inverse/inverse-changes.ts';
import {
  changesSince,
  type DoneChange,
  formerFields,
  type Lost,
  nearBy,
  recordedChange,
  type UndoFacts,
  type UndoRecord,
  withoutSecrets,
} from '../edit/inverse/undo-record.ts';
import { draftOf } from '../import/drafts.ts';
import { isPlainValueChange } from '../kinds/declaration/plain-part.ts';
import { indexByAddress, referencesOf } from '../kinds/declaration/resources.ts';
import { shapes } from '../kinds/index.ts';
import { parseAddress, shapeOf } from '../kinds/shape.ts';
import { changeKey } from '../plan/result/action.ts';
import { type Change, isStateOnly, type Loss, type Plan } from '../plan/result/change.ts';

/** A plan and its input. */
interface PlanWithState {
  readonly plan: Plan;
  readonly desired: Desired;
  /** The platform at the time of the plan. */
  readonly live: Live;
}

/** Made before the first request, from the state that the plan read. */
export function undoRecord({ plan, live, desired }: PlanWithState, facts: UndoFacts): UndoRecord {
  const declared = indexByAddress(desired.resources);
  const done = plan.changes.flatMap(doneChange);
  const near = nearBy(live, done, shapes);
  const { objects, lists, orders } = near ?? withNames(live, plan.ids);
  const there = near && new Set(near.objects.map(({ id }) => id));
  const ids =
    there === undefined ? plan.ids : Object.fromEntries(Object.entries(plan.ids).filter(([, id]) => there.has(id)));
  return {
    facts,
    isUnfinished: true,
    uncertain: [],
    ids,
    changes: done.map((change) => recordedChange(change, declared.get(change.address), shapes)),
    moved: desired.moved.map(({ from, to }) => ({ from, to })),
    live: { objects: objects.map((object) => withoutSecrets(object, shapes)), lists, orders },
  };
}

/** The losses of the changes in this record, for the plan and for the apply: state that an undo cannot restore, and data that the changes destroy. */
export async function lossesOf(
  record: UndoRecord,
  { plan, desired }: Pick<PlanWithState, 'plan' | 'desired'>,
): Promise<readonly Loss[]> {
  const lost = await lostOf(record, desired);
  const titles = new Map(plan.changes.map(({ address, title }) => [address, title]));
  const isRecorded = new Set(record.changes.map(changeKey));
  const told = new Set(lost.map(({ address, why }) => `${address} ${why}`));
  const others = plan.changes
    .filter((change) => isRecorded.has(changeKey(change)))
    .flatMap((change) => change.lost.map((why): Lost => ({ address: change.address, why })))
    .filter(({ address, why }) => !told.has(`${address} ${why}`));
  return [...lost, ...others].map(({ address, field, why, needsStep }) => ({
    address,
    ...withoutUndefined({ title: titles.get(address), field }),
    why,
    ...withoutUndefined({ needsStep }),
  }));
}

/** The items that an undo of this record cannot restore. */
export async function lostOf(record: UndoRecord, desired: Desired): Promise<readonly Lost[]> {
  const plain = plainLosses(record, desired);
  if (plain !== undefined) return plain;
  const { inverseOf } = await import('./undo-edit.ts');
  return inverseOf(record, desired).lost;
}

/** Former plain values and new objects that nothing needs depend on no other object, so they need no edit. undefined: other changes, or an object that cannot be declared. */
export function plainLosses(record: UndoRecord, desired: Desired): readonly Lost[] | undefined {
  const { done, lost } = changesSince(record, desired, shapes);
  const declaredAt = indexByAddress(desired.resources);
  const objects = new Map(record.live.objects.map((object) => [`${object.kind} ${object.id}`, object]));
  const losses = [...lost];
  const created = new Set(done.flatMap(({ action, address }) => (action === 'create' ? [address] : [])));
  if (created.size > 0 && !areRemovedAlone(created, desired)) return undefined;
  const isRemoved = createWithinTest(created);
  const removal = { desired, shapes, amendment: { at: declaredAt }, restored: [], lost: losses };
  const lists = new Map(desired.lists.map((each) => [each.list, each]));
  for (const change of done) if (change.action === 'create') isRemovable(removal, lists, change);
  for (const change of done) {
    const { action, address, kind, id, fields } = change;
    const shape = shapeOf({ shapes }, kind);
    if (action !== 'create' && !isPlainValueChange(change, shape)) return undefined;
    if (isRemoved(address)) continue;
    const [declared, live] = [declaredAt.get(address), objects.get(`${kind} ${id}`)];
    if (declared === undefined) continue;
    if (live === undefined) return undefined;
    const { key, parent } = declared;
    const former = draftOf({ object: live, shape, address, key, parent, declared }, undefined, false);
    if (former.out !== undefined) return undefined;
    const leftOut = (field: string) => former.leftOut.find((each) => each.field === field)?.why;
    const object = { shape, live, declared: former, leftOut, isRemade: () => false };
    for (const each of formerFields(object, fields, declared.fields).lost) losses.push({ address, ...each });
  }
  return losses;
}

/** Whether the undo can remove all of these new objects, and changes no other resource. */
function areRemovedAlone(created: ReadonlySet<Address>, { resources }: Desired) {
  const isRemoved = createWithinTest(created);
  const wrappers = new Set([...shapes.values()].map(({ wraps }) => wraps?.wrapper));
  return resources.every((resource) => {
    const { address, kind, parent } = resource;
    if (!created.has(address))
      return isRemoved(address) || !referencesOf(resource, shapes).some(({ names }) => isRemoved(names));
    const mayWrap = wrappers.has(kind) && parent !== null && !created.has(parent);
    return !mayWrap && shapeOf({ shapes }, kind).undeletable !== true;
  });
}

/** Team members are named by e-mail address. If the people were not read, the plan knows their addresses from the ledger. */
function withNames(live: Live, ids: Plan['ids']) {
  const objects = new Map<string, LiveObject>();
  const known = new Set(live.objects.map(({ kind, id }) => `${kind} ${id}`));
  for (const [address, id] of Object.entries(ids)) {
    const part = parseAddress(address, shapes)?.at(-1);
    const shape = part === undefined ? undefined : shapes.get(part.kind);
    if (part === undefined || shape?.sharesId !== true || shape.key === 'name' || part.key.startsWith('id:')) continue;
    const type = shape.fields[shape.key.field]?.type;
    const target = type?.is === 'ref' ? shapes.get(type.to) : undefined;
    if (target === undefined || target.key === 'name' || known.has(`${target.name} ${id}`)) continue;
    objects.set(id, { kind: target.name, id, parentId: null, fields: { [target.key.field]: part.key } });
  }
  return objects.size === 0 ? live : { ...live, objects: [...live.objects, ...objects.values()] };
}

function doneChange({ address, kind, action, id, fields }: Change): readonly DoneChange[] {
  if (isStateOnly(action)) return [];
  // The declaration of an invited person is removed like that of a new object.
  const done = action === 'invite' ? 'create' : (action as DoneChange['action']);
  // An undo removes a new object whatever its fields.
  return [{ address, kind, action: done, fields: done === 'create' ? [] : fields, ...withoutUndefined({ id }) }];
}
