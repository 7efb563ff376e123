/** The simulated objects, and the side effects of creates and deletes on the platform. */
import type { Address } from '../../../core/address.ts';
import { groupBy, isEqual, pairMap } from '../../../core/compare.ts';
import {
  type DesiredValue,
  isReference,
  type KindName,
  type Live,
  type LiveObject,
  mapOrEmpty,
  type Value,
} from '../../../core/state.ts';
import { type FieldShape, isSetAtCreation } from '../../../kinds/field.ts';
import { identityOf, keyedFields, parseAddress, type Shapes } from '../../../kinds/shape.ts';

export interface Work {
  readonly shapes: Shapes;
  readonly objects: ReadonlyMap<string, LiveObject>;
  /** An index, because thousands of steps use it. */
  readonly childrenOf: (kind: KindName, parentId: string | null) => readonly LiveObject[];
  readonly idOf: (address: Address) => string;
  readonly find: (kind: KindName, id: string, parentId?: string | null) => LiveObject | undefined;
  readonly put: (object: LiveObject) => void;
  readonly drop: (object: LiveObject) => void;
}

export function objectsOf(
  live: readonly LiveObject[],
  shapes: Shapes,
): Pick<Work, 'objects' | 'childrenOf' | 'find' | 'put' | 'drop'> {
  const objects = new Map<string, LiveObject>();
  const inside = pairMap<KindName, string | null, Map<string, LiveObject>>();
  const drop = (object: LiveObject) => {
    const identity = identityOf(shapes, object);
    const there = objects.get(identity);
    if (there === undefined) return;
    objects.delete(identity);
    inside.get(there.kind, there.parentId)?.delete(identity);
  };
  const put = (object: LiveObject) => {
    const { kind, parentId } = object;
    const identity = identityOf(shapes, object);
    const before = objects.get(identity);
    if (before !== undefined && before.parentId !== parentId) inside.get(kind, before.parentId)?.delete(identity);
    objects.set(identity, object);
    const beside = inside.get(kind, parentId);
    if (beside === undefined) inside.set(kind, parentId, new Map([[identity, object]]));
    else beside.set(identity, object);
  };
  for (const object of live) put(object);
  return {
    objects,
    childrenOf: (kind, parentId) => [...(inside.get(kind, parentId)?.values() ?? [])],
    find: (kind, id, parentId = null) => objects.get(identityOf(shapes, { kind, id, parentId })),
    put,
    drop,
  };
}

/** A new object: sent values, copied values, and defaults. */
export function createdObject(
  work: Work,
  kind: KindName,
  address: Address,
  sent: { readonly [field: string]: DesiredValue },
): LiveObject {
  const shape = work.shapes.get(kind);
  const model = sent[shape?.createNeeds ?? ''];
  const copied = model === undefined ? undefined : work.find(kind, String(resolved(work, model)));
  const fields: { [field: string]: Value } = {};
  for (const [name, field] of Object.entries(shape?.fields ?? {})) {
    const first = firstValue(field, name, copied);
    const value = sent[name];
    const isHidden = isSetAtCreation(field) || (shape?.hasSecretId && field.change === 'note');
    if (value !== undefined && !isHidden) fields[name] = resolved(work, value);
    else if (first !== undefined) fields[name] = first;
  }
  return { kind, id: work.idOf(address), parentId: parentIdOf(work, address), fields };
}

/** A copy keeps `copied` fields. Other fields are known only if the original has the default. */
function firstValue(field: FieldShape, name: string, copied: LiveObject | undefined): Value | undefined {
  const usual = field.initial ?? field.defaultValue;
  if (copied === undefined) return usual;
  const kept = copied.fields[name];
  return field.copied || isEqual(kept ?? null, usual ?? null) ? kept : undefined;
}

export function parentIdOf({ shapes, idOf }: Work, address: Address): string | null {
  const parent = parseAddress(address, shapes)?.at(-2);
  return parent === undefined ? null : idOf(parent.address);
}

export function resolved({ idOf }: Work, value: DesiredValue): Value {
  return isReference(value) ? idOf(value.ref) : value;
}

/** Also removes descendants, and values in maps with its name as key. */
export function remove(work: Work, object: LiveObject | undefined): void {
  if (object === undefined) return;
  work.drop(object);
  for (const { name, parents } of work.shapes.values())
    if (parents?.includes(object.kind)) for (const part of work.childrenOf(name, object.id)) remove(work, part);
  const keyed = keyedBy(work, object.kind);
  if (keyed.size === 0) return;
  for (const each of [...work.objects.values()]) {
    const name = keyed.get(each.kind);
    if (name !== undefined) forget(work, each, name, object);
  }
}

function keyedBy({ shapes }: Work, kind: KindName): ReadonlyMap<KindName, string> {
  const found = [...shapes.values()].flatMap((shape) =>
    keyedFields(shape).flatMap(({ name, keysRefer }) => (keysRefer === kind ? [[shape.name, name] as const] : [])),
  );
  return new Map(found);
}

function forget(work: Work, holder: LiveObject, name: string, { kind, fields }: LiveObject) {
  const key = String(fields[work.shapes.get(kind)?.naturalKeys[0]?.[0] ?? '']);
  const { [key]: gone, ...rest } = mapOrEmpty(holder.fields[name]);
  if (gone !== undefined) putField(work, holder, name, rest);
}

export function putField(work: Work, object: LiveObject, name: string, value: Value): void {
  work.put({ ...object, fields: { ...object.fields, [name]: value } });
}

/** Undeclared defaults: the first new child, or the only child; otherwise unknown. */
export function settleDefaults(work: Work, { objects, lists }: Live): void {
  const unread = new Set(
    lists.flatMap(({ kind, parentId, unknown }) => (unknown === undefined ? [] : [`${kind} ${parentId}`])),
  );
  const byParent = groupBy(work.objects.values(), ({ kind, parentId }) => `${kind} ${parentId}`);
  const seen = new Set(objects.map(({ kind, id }) => `${kind} ${id}`));
  const isGone = (kind: string, id: string) =>
    work.find(kind, id) === undefined && (seen.has(`${kind} ${id}`) || id.includes('/'));
  const settle = (holder: LiveObject, name: string, kind: string) => {
    const object = work.find(holder.kind, holder.id, holder.parentId);
    const children = unread.has(`${kind} ${holder.id}`) ? undefined : (byParent.get(`${kind} ${holder.id}`) ?? []);
    const stated = object?.fields[name];
    if (object === undefined || (typeof stated === 'string' && !isGone(kind, stated))) return;
    const { [name]: _, ...rest } = object.fields;
    const first = children && firstOf(children, stated === undefined);
    work.put({ ...object, fields: first === undefined ? rest : { ...rest, [name]: first } });
  };
  for (const object of [...work.objects.values()]) {
    if (object.kind === 'section') settle(object, 'default', 'site-space');
    if (object.kind !== 'site') continue;
    settle(object, 'defaultSection', 'section');
    if (!byParent.has(`section ${object.id}`)) settle(object, 'default', 'site-space');
  }
}

/** Children are in the order of their creation. */
function firstOf(children: readonly LiveObject[], wasNone: boolean) {
  const [first] = children;
  const isNew = wasNone && children.every(({ id }) => id.includes('/'));
  return children.length === 1 || isNew ? first?.id : undefined;
}
