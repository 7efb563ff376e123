/** Simulates the steps of a plan on the live state. New objects have their address as id. */

import type { Address } from '../../../core/address.ts';
import { cachePerObject } from '../../../core/once.ts';
import {
  type Desired,
  type DesiredValue,
  isReference,
  type KindName,
  type Live,
  type LiveObject,
  mapOrEmpty,
} from '../../../core/state.ts';
import { withField, withoutField } from '../../../kinds/declaration/resources.ts';
import { itemKindsIn, placeField, type Shapes, shapeOf } from '../../../kinds/shape.ts';
import type { Plan } from '../../../plan/result/change.ts';
import type { BulkItem, Companion, Step } from '../../../plan/result/step.ts';
import { sceneOf } from './scene.ts';
import { createdObject, objectsOf, parentIdOf, putField, remove, resolved, settleDefaults, type Work } from './work.ts';

export type ForeseenPlan = Pick<Plan, 'changes' | 'steps' | 'ids' | 'windows' | 'unset'>;

export interface ImpactInput {
  readonly plan: ForeseenPlan & Pick<Plan, 'pending'>;
  readonly live: Live;
  readonly desired: Desired;
  readonly shapes: Shapes;
}

/** Once for each input, because effects, page views and redirects of a plan all need it. */
export const sceneOfPlan = cachePerObject(({ plan, live, desired, shapes }: ImpactInput) => {
  const ids = { ...plan.ids, ...joinedIds(plan, shapes) };
  const after = foreseen(live, plan, shapes);
  return { ids, after, scene: sceneOf({ before: live, after, desired, ids, shapes }) };
});

export function foreseen(live: Live, plan: ForeseenPlan, shapes: Shapes): Live {
  const work = startWork(live, plan, shapes);
  const isOrdering = plan.steps.some(({ operation }) => !['update', 'publish', 'widen', 'bulk'].includes(operation));
  const lines = startLines(work, isOrdering ? live.orders : {});
  for (const step of plan.steps) carryOut(lines, plan, step);
  settleDefaults(work, live);
  return { ...live, objects: [...work.objects.values()], orders: isOrdering ? ordersOf(lines) : live.orders };
}

/** After some steps of the plan. */
export function foreseenAfter(live: Live, { ids }: ForeseenPlan, steps: readonly Step[], shapes: Shapes): Live {
  const plan = { changes: [], steps, ids };
  const work = startWork(live, plan, shapes);
  const lines = startLines(work, {});
  for (const step of steps) {
    carryOut(lines, plan, step);
    if (step.operation === 'create') copyAccess(work, step);
  }
  return { ...live, objects: [...work.objects.values()] };
}

/** A copy has the access of its original, until a step sets another one. */
function copyAccess(work: Work, { kind, address, fields: sent }: Step) {
  const shape = shapeOf(work, kind);
  const model = sent[shape.createNeeds ?? ''];
  const original = model === undefined ? undefined : work.find(kind, String(resolved(work, model)));
  const copy = work.find(kind, work.idOf(address));
  if (original === undefined || copy === undefined) return;
  for (const [name, { exposure }] of Object.entries(shape.fields)) {
    const value = original.fields[name];
    if (exposure !== undefined && copy.fields[name] === undefined && value !== undefined)
      putField(work, work.find(kind, copy.id) ?? copy, name, value);
  }
}

function startWork(live: Live, plan: ForeseenPlan, shapes: Shapes): Work {
  const made = new Set(
    plan.steps.flatMap(({ operation, address, companions = [] }) =>
      operation === 'create' ? [address, ...companions.map((each) => each.address)] : [],
    ),
  );
  return {
    shapes,
    ...objectsOf(live.objects, shapes),
    idOf: (address) => (made.has(address) ? address : (plan.ids[address] ?? address)),
  };
}

function carryOut(lines: Lines, plan: ForeseenPlan, step: Step) {
  const { work } = lines;
  const { address, kind, operation, container, beside } = step;
  const isPlaced = work.shapes.get(kind)?.orderedIn?.includes('site') === true;
  const id = work.idOf(address);
  switch (operation) {
    case 'create':
      create(lines, step, isPlaced);
      for (const each of step.derived ?? []) update(work, each.kind, each.address, each.fields);
      break;
    case 'restore': {
      const { isDeleted: _, ...restored } = work.find(kind, id) ?? createdObject(work, kind, address, {});
      work.put(restored);
      break;
    }
    case 'update':
    case 'publish':
    case 'widen':
      update(work, kind, address, step.fields);
      break;
    case 'delete':
      remove(
        work,
        work.find(kind, plan.ids[address] ?? address, parentIdOf(work, address)) ?? work.find(kind, address),
      );
      if (isPlaced) deleted(lines, kind, id);
      break;
    case 'bulk':
      for (const item of step.items ?? []) carryOutItem(work, kind, address, item);
      break;
    case 'move':
      moveInto(work, step);
      if (isPlaced && beside !== undefined) placeBeside(lines, id, beside.relation, work.idOf(beside.address));
      break;
    case 'join':
      if (container !== undefined) putInto(work, kind, address, container);
      if (isPlaced && typeof container === 'string') append(lines, work.idOf(container), id);
      break;
    case 'leave':
      putInto(work, kind, address, null);
      if (isPlaced) append(lines, parentIdOf(work, address) ?? '', id);
      break;
    // Later updates replace temporary values.
    default:
  }
}

/** The platform appends new objects, and creates companions with them. */
function create(lines: Lines, { kind, address, fields, companions = [] }: Step, isPlaced: boolean) {
  const { work } = lines;
  work.put(createdObject(work, kind, address, fields));
  const madeAs = (role: Companion['role']) => companions.find((each) => each.role === role)?.address;
  const link = (container: string, along: Address, space: DesiredValue | undefined) => {
    work.put(createdObject(work, 'site-space', along, space === undefined ? {} : { space }));
    append(lines, container, along);
  };
  const [space, shown, first] = [madeAs('space'), madeAs('site-space'), madeAs('first')];
  if (space !== undefined) work.put(createdObject(work, 'space', space, {}));
  if (shown !== undefined) link(parentIdOf(work, shown) ?? '', shown, space === undefined ? undefined : { ref: space });
  if (first !== undefined) link(address, first, fields.space);
  const parent = parentIdOf(work, address);
  if (!isPlaced || parent === null) return;
  if (kind === 'section') wrap(lines, parent, madeAs('wrapper'));
  const place = fields[placeField(shapeOf(work, kind)) ?? ''];
  append(lines, isReference(place) ? work.idOf(place.ref) : parent, address);
  for (const taken of shapeOf(work, kind).takesIn ?? []) {
    const members = fields[shapeOf(work, taken).segment];
    for (const each of Array.isArray(members) ? members : []) {
      if (!isReference(each)) continue;
      putInto(work, taken, each.ref, address);
      append(lines, address, work.idOf(each.ref));
    }
  }
}

/** The first section of a flat site creates a second one around the existing spaces. The second one is the default. */
function wrap({ work, at, holders }: Lines, siteId: string, named: string | undefined) {
  const spaces = work.childrenOf('site-space', siteId);
  const site = work.find('site', siteId);
  if (site === undefined || (spaces.length === 0 && named === undefined)) return;
  const { default: first = spaces[0]?.id, ...rest } = site.fields;
  const wrapper = createdObject(work, 'section', named ?? `${siteId}/sections/(wrapper)`, {});
  work.put({
    ...wrapper,
    parentId: siteId,
    fields: { ...wrapper.fields, ...(first === undefined ? {} : { default: first }) },
  });
  work.put({ ...site, fields: { ...rest, defaultSection: wrapper.id } });
  for (const each of spaces) work.put({ ...each, parentId: wrapper.id });
  const { known, loose } = at.get(siteId) ?? { known: [], loose: [] };
  if (known.length === 0 && named === undefined) return;
  // Groups can come before the first section.
  const isGroup = (id: string) => work.find('section-group', id, siteId) !== undefined;
  const wrapped = { known: known.filter((id) => !isGroup(id)), loose: loose.filter((id) => !isGroup(id)) };
  // The default content of a new site may already be in the wrapper.
  at.set(wrapper.id, { known: [...(at.get(wrapper.id)?.known ?? []), ...wrapped.known], loose: wrapped.loose });
  for (const id of [...wrapped.known, ...wrapped.loose]) holders.set(id, wrapper.id);
  at.set(siteId, { known: [...known.filter(isGroup), wrapper.id], loose: loose.filter(isGroup) });
  holders.set(wrapper.id, siteId);
}

/** For kinds whose move call also sets the container. */
function moveInto(work: Work, { kind, address, container }: Step) {
  const shape = work.shapes.get(kind);
  const name = shape?.moveCarriesContainer ? placeField(shape) : undefined;
  const object = work.find(kind, work.idOf(address));
  if (name === undefined || container === undefined || object === undefined) return;
  const to = container === null ? null : work.idOf(container);
  // A blocked part of a plan can lack the step that takes the container out of the object.
  for (let around: unknown = to; typeof around === 'string'; around = work.find(kind, around)?.fields[name])
    if (around === object.id) return;
  putField(work, object, name, to);
}

function update(work: Work, kind: KindName, address: Address, sent: Step['fields']) {
  const found =
    work.find(kind, work.idOf(address), parentIdOf(work, address)) ?? createdObject(work, kind, address, {});
  work.put({ ...found, fields: changedFields(work, kind, found.fields, sent) });
}

function changedFields(work: Work, kind: KindName, former: LiveObject['fields'], sent: Step['fields']) {
  const shape = shapeOf(work, kind);
  let fields = former;
  for (const [name, value] of Object.entries(sent)) {
    const field = shape.fields[name];
    const now =
      field?.type.is === 'keyed' ? { ...mapOrEmpty(fields[name]), ...mapOrEmpty(value) } : resolved(work, value);
    fields = withField(fields, shape, name, now);
    if (value === null && !field?.nullIsValue) fields = withoutField(fields, name);
  }
  return fields;
}

/** Members of a list have the id of the object that they name. */
function namedBy(shapes: Shapes, kind: KindName, fields: BulkItem['fields']) {
  const key = shapes.get(kind)?.key;
  const named = typeof key === 'object' ? fields[key.field] : undefined;
  return isReference(named) ? named.ref : undefined;
}

function carryOutItem(work: Work, kind: KindName, list: Address, { operation, address, fields }: BulkItem) {
  const parentId = parentIdOf(work, `${list}/x`);
  const id = work.idOf(namedBy(work.shapes, kind, fields) ?? address);
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

/** Ids of new members of lists. */
export function joinedIds(
  { steps, ids }: Pick<ForeseenPlan, 'steps' | 'ids'>,
  shapes: Shapes,
): { readonly [address: Address]: string } {
  const joined = steps.flatMap(({ kind, items = [] }) =>
    items.flatMap(({ operation, address, fields }) => {
      const id = operation === 'create' ? ids[namedBy(shapes, kind, fields) ?? ''] : undefined;
      return id === undefined ? [] : [[address, id] as const];
    }),
  );
  return Object.fromEntries(joined);
}

/** Sets the group of a section, or the collection of a space. null: none. */
function putInto(work: Work, kind: KindName, address: Address, container: Address | null) {
  const name = placeField(shapeOf(work, kind));
  const object = work.find(kind, work.idOf(address));
  if (name === undefined || object === undefined) return;
  putField(work, object, name, container === null ? null : work.idOf(container));
}

/** Members of a container: with known and with unknown position. */
interface Line {
  readonly known: string[];
  readonly loose: string[];
}

interface Lines {
  readonly work: Work;
  readonly at: Map<string, Line>;
  readonly holders: Map<string, string>;
}

/** As in `Live`: first members with known positions, then the others. */
function startLines(work: Work, orders: Live['orders']): Lines {
  const lines: Lines = { work, at: new Map(), holders: new Map() };
  for (const [container, runs] of Object.entries(orders)) {
    const [known = [], ...loose] = runs;
    lines.at.set(container, { known: [...known], loose: loose.flat() });
    for (const id of runs.flat()) lines.holders.set(id, container);
  }
  return lines;
}

function ordersOf({ at }: Lines): Live['orders'] {
  // Without prototype, because container ids are keys.
  const orders = Object.create(null) as { [containerId: string]: readonly (readonly string[])[] };
  for (const [container, { known, loose }] of at) orders[container] = loose.length === 0 ? [known] : [known, loose];
  return orders;
}

/** Sections of a deleted group take its position. */
function deleted(lines: Lines, kind: KindName, id: string) {
  const isGroup = itemKindsIn({ name: kind }, lines.work.shapes).some(({ parents }) => !parents?.includes(kind));
  const members = isGroup ? lines.at.get(id) : undefined;
  const holder = lines.holders.get(id) ?? '';
  const line = lines.at.get(holder);
  const place = line?.known.indexOf(id) ?? -1;
  if (members !== undefined && line !== undefined) {
    if (place >= 0) line.known.splice(place + 1, 0, ...members.known);
    else line.loose.push(...members.known);
    line.loose.push(...members.loose);
    for (const each of [...members.known, ...members.loose]) lines.holders.set(each, holder);
  }
  take(lines, id);
  lines.at.delete(id);
}

function append(lines: Lines, container: string, id: string) {
  take(lines, id);
  const line = lines.at.get(container) ?? { known: [], loose: [] };
  line.known.push(id);
  lines.at.set(container, line);
  lines.holders.set(id, container);
}

function take({ at, holders }: Lines, id: string) {
  const line = at.get(holders.get(id) ?? '');
  for (const list of [line?.known ?? [], line?.loose ?? []]) {
    const place = list.indexOf(id);
    if (place >= 0) list.splice(place, 1);
  }
  holders.delete(id);
}

function placeBeside(lines: Lines, id: string, relation: 'before' | 'after', neighbour: string) {
  const holder = lines.holders.get(neighbour);
  const line = holder === undefined ? undefined : lines.at.get(holder);
  if (holder === undefined || line === undefined) return;
  take(lines, id);
  const place = line.known.indexOf(neighbour);
  if (place < 0) line.loose.push(id);
  else line.known.splice(relation === 'before' ? place : place + 1, 0, id);
  lines.holders.set(id, holder);
}
