/** The live state that the steps of a plan are simulated on, and what each step begins with. */

import type { Address } from '../core/address.ts';
import { isEqual } from '../core/equal.ts';
import type { KindName, LiveObject } from '../core/state.ts';
import { asMap, type DesiredValue, isReference, type Value } from '../core/value.ts';
import { type FieldShape, isReadOnce } from '../kinds/field.ts';
import { addressPath, identityOf, type Shapes } from '../kinds/shape.ts';

export interface Work {
  readonly shapes: Shapes;
  /** By identity. */
  readonly objects: Map<string, LiveObject>;
  /** The id of what an address will name. */
  readonly idOf: (address: Address) => string;
  readonly find: (kind: KindName, id: string, parentId?: string | null) => LiveObject | undefined;
  readonly put: (object: LiveObject) => void;
}

/** What a new object is like: what is sent, what it has of the one it is copied from, and what new ones have anyway. */
export function createdObject(work: Work, kind: KindName, address: Address, sent: { readonly [field: string]: DesiredValue }): LiveObject {
  const shape = work.shapes.get(kind);
  const model = sent[shape?.createNeeds ?? ''];
  const copied = model === undefined ? undefined : work.find(kind, String(resolved(work, model)));
  const fields: { [field: string]: Value } = {};
  for (const [name, field] of Object.entries(shape?.fields ?? {})) {
    const first = firstValue(field, name, copied);
    const value = sent[name];
    if (value !== undefined && !isReadOnce(field)) fields[name] = resolved(work, value);
    else if (first !== undefined) fields[name] = first;
  }
  return { kind, id: work.idOf(address), parentId: parentIdOf(work, address), fields };
}

/** Of a copy nobody says what it keeps but for what is `copied`: known is what its original has as new ones have it anyway. */
function firstValue(field: FieldShape, name: string, copied: LiveObject | undefined): Value | undefined {
  const usual = field.initial ?? field.usual;
  if (copied === undefined) return usual;
  const kept = copied.fields[name];
  return field.copied || isEqual(kept ?? null, usual ?? null) ? kept : undefined;
}

export function parentIdOf({ shapes, idOf }: Work, address: Address): string | null {
  const parent = addressPath(address, shapes)?.at(-2);
  return parent === undefined ? null : idOf(parent.address);
}

export function resolved({ idOf }: Work, value: DesiredValue): Value {
  return isReference(value) ? idOf(value.ref) : value;
}

/** The object, all that stands in it, and values that are kept under its name. */
export function remove(work: Work, object: LiveObject | undefined): void {
  if (object === undefined) return;
  work.objects.delete(identityOf(work.shapes, object));
  const parts = new Set([...work.shapes.values()].flatMap(({ name, parents }) => (parents?.includes(object.kind) ? [name] : [])));
  const keyed = keyedBy(work, object.kind);
  if (parts.size + keyed.size === 0) return;
  for (const each of [...work.objects.values()]) {
    if (each.parentId === object.id && parts.has(each.kind)) remove(work, each);
    const name = keyed.get(each.kind);
    if (name !== undefined) forget(work, each, name, object);
  }
}

/** Kinds with a map that has the names of such objects for keys, and which field that is. */
function keyedBy({ shapes }: Work, kind: KindName): ReadonlyMap<KindName, string> {
  const found = [...shapes.values()].flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { type }]) => (type.is === 'keyed' && type.keysRefer === kind ? [[name, field] as const] : [])),
  );
  return new Map(found);
}

function forget(work: Work, holder: LiveObject, name: string, { kind, fields }: LiveObject): void {
  const key = String(fields[work.shapes.get(kind)?.naturalKeys[0]?.[0] ?? '']);
  const { [key]: gone, ...rest } = asMap(holder.fields[name]);
  if (gone !== undefined) work.put({ ...holder, fields: { ...holder.fields, [name]: rest } });
}
