/** Simulates the steps of a plan on the live state. New objects have their address as id. */
import type { Address } from '../core/address.ts';
import type { KindName, Live, LiveObject } from '../core/state.ts';
import { asMap, isReference } from '../core/value.ts';
import { withField, withoutField } from '../declaration/fields.ts';
import { placeField, type Shapes, shapeOf } from '../kinds/shape.ts';
import type { BulkItem, Plan, Step } from '../plan/change.ts';
import { follow, ordersOf, startSequence } from './sequence.ts';
import {
  createCompanions,
  createdObject,
  objectsOf,
  parentIdOf,
  remove,
  resolved,
  settleDefaults,
  type Work,
} from './work.ts';

export type ForeseenPlan = Pick<Plan, 'changes' | 'steps' | 'ids'>;

export function foreseen(live: Live, plan: ForeseenPlan, shapes: Shapes): Live {
  const work = startWork(live, plan, shapes);
  const sequence = startSequence(work, live);
  for (const step of plan.steps) {
    carryOut(work, plan, step);
    follow(sequence, step);
  }
  place(work, plan);
  settleDefaults(work, live);
  return { ...live, objects: [...work.objects.values()], orders: ordersOf(sequence) };
}

function startWork(live: Live, plan: ForeseenPlan, shapes: Shapes): Work {
  const made = new Set(
    plan.steps.flatMap((step) => (step.operation === 'create' ? [step.address, ...companionsOf(step)] : [])),
  );
  return {
    shapes,
    ...objectsOf(live.objects, shapes),
    idOf: (address) => (made.has(address) ? address : (plan.ids[address] ?? address)),
  };
}

function companionsOf({ companions = [] }: Step): readonly Address[] {
  return companions.map(({ address }) => address);
}

function carryOut(work: Work, plan: ForeseenPlan, step: Step): void {
  const { address, kind, operation } = step;
  switch (operation) {
    case 'create':
      work.put(createdObject(work, kind, address, step.fields));
      createCompanions(work, step);
      break;
    case 'restore': {
      const { isDeleted: _, ...restored } =
        work.find(kind, work.idOf(address)) ?? createdObject(work, kind, address, {});
      work.put(restored);
      break;
    }
    case 'update':
      update(work, kind, address, step.fields);
      break;
    case 'delete':
      remove(work, work.find(kind, plan.ids[address] ?? address) ?? work.find(kind, address));
      break;
    case 'bulk':
      for (const item of step.items ?? []) carryOutItem(work, kind, address, item);
      break;
    case 'move':
      moveInto(work, step);
      break;
    // Later updates replace temporary values; `place` handles groups.
    default:
  }
}

/** For kinds whose move call also sets the container. */
function moveInto(work: Work, { kind, address, container }: Step): void {
  const shape = work.shapes.get(kind);
  const name = shape?.moveCarriesContainer ? placeField(shape) : undefined;
  const object = work.find(kind, work.idOf(address));
  if (name === undefined || container === undefined || object === undefined) return;
  work.put({ ...object, fields: { ...object.fields, [name]: container === null ? null : work.idOf(container) } });
}

function update(work: Work, kind: KindName, address: Address, sent: Step['fields']): void {
  const found =
    work.find(kind, work.idOf(address), parentIdOf(work, address)) ?? createdObject(work, kind, address, {});
  work.put({ ...found, fields: changedFields(work, kind, found.fields, sent) });
}

function changedFields(
  work: Work,
  kind: KindName,
  former: LiveObject['fields'],
  sent: Step['fields'],
): LiveObject['fields'] {
  const shape = shapeOf(work, kind);
  let fields = former;
  for (const [name, value] of Object.entries(sent)) {
    const field = shape.fields[name];
    const now = field?.type.is === 'keyed' ? { ...asMap(fields[name]), ...asMap(value) } : resolved(work, value);
    fields = withField(fields, shape, name, now);
    if (value === null && !field?.nullIsValue) fields = withoutField(fields, name);
  }
  return fields;
}

/** Members of a list have the id of the object that they name. */
function carryOutItem(work: Work, kind: KindName, list: Address, { operation, address, fields }: BulkItem): void {
  const key = work.shapes.get(kind)?.key;
  const parentId = parentIdOf(work, `${list}/x`);
  const named = typeof key === 'object' ? fields[key.field] : undefined;
  const id = isReference(named) ? work.idOf(named.ref) : work.idOf(address);
  const found = work.find(kind, id, parentId);
  if (operation === 'delete') remove(work, found);
  else
    work.put({
      ...(found ?? createdObject(work, kind, address, {})),
      id,
      parentId,
      fields: changedFields(work, kind, found?.fields ?? {}, fields),
    });
}

/** Ids of new members of lists: those of the objects that they name. */
export function joinedIds(
  { steps, ids }: Pick<ForeseenPlan, 'steps' | 'ids'>,
  shapes: Shapes,
): { readonly [address: Address]: string } {
  const joined = steps.flatMap(({ kind, items = [] }) => {
    const key = shapes.get(kind)?.key;
    return items.flatMap(({ operation, address, fields }) => {
      const named = operation === 'create' && typeof key === 'object' ? fields[key.field] : undefined;
      const id = isReference(named) ? ids[named.ref] : undefined;
      return id === undefined ? [] : [[address, id] as const];
    });
  });
  return Object.fromEntries(joined);
}

/** The group of a section, the collection of a space. */
function place(work: Work, { changes }: ForeseenPlan): void {
  for (const { address, kind, action, fields, blocked } of changes) {
    const shape = work.shapes.get(kind);
    const name = shape && placeField(shape);
    const to =
      action === 'move' || action === 'create' || action === 'replace'
        ? fields.find(({ field }) => field === name)
        : undefined;
    const object = work.find(kind, work.idOf(address));
    if (name === undefined || to === undefined || object === undefined || blocked !== undefined) continue;
    const container = typeof to.after === 'string' ? work.idOf(to.after) : null;
    work.put({ ...object, fields: { ...object.fields, [name]: container } });
  }
}
