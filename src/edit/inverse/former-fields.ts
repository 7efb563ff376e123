/** What a field of an object was before it was changed, as a configuration would state it; or why none can. Pure. */
import type { DesiredResource, KindName, LiveObject } from '../../core/state.ts';
import { asMap, type DesiredValue, type Value } from '../../core/value.ts';
import type { FieldShape } from '../../kinds/field.ts';
import type { KindShape } from '../../kinds/shape.ts';

export type FormerValue = { readonly value: DesiredValue } | { readonly why: string };

export interface FormerObject {
  readonly shape: KindShape;
  /** As it was read before anything was changed; missing: it was not there. */
  readonly live?: LiveObject;
  /** The same as a configuration would declare it. */
  readonly declared?: DesiredResource;
  /** Why a field of it cannot be declared. */
  readonly leftOut: (field: string) => string | undefined;
  /** True of what the undo itself deletes, or deletes and makes anew. */
  readonly isRemade: (kind: KindName, key: string) => boolean;
}

/** Fields with their former values, and what cannot be put back; `undefined`: the field is not to be stated any more. */
export interface FormerFields {
  readonly fields: { readonly [field: string]: DesiredValue | undefined };
  readonly lost: readonly { readonly field: string; readonly why: string }[];
}

export interface SentField {
  readonly field: string;
  /** What was sent; of a map that is compared key by key, the keys that were. */
  readonly after: Value | undefined;
}

/** `changed`: the fields that were sent; `now`: what the configuration states. */
export function formerFields(object: FormerObject, changed: readonly SentField[], now: DesiredResource['fields']): FormerFields {
  const fields: { [field: string]: DesiredValue | undefined } = {};
  const lost: { field: string; why: string }[] = [];
  for (const { field, after } of changed) {
    const shape = object.shape.fields[field];
    if (shape === undefined || field in fields) continue;
    if (shape.type.is === 'keyed') {
      const { value, missing } = formerMap(object, { field, after }, now[field], shape.type.keysRefer);
      fields[field] = value;
      for (const key of missing) lost.push({ field: `${field}.${key}`, why: 'it had no value, and one that is set cannot be unset' });
      continue;
    }
    const shown = sourceShown(object, field);
    const former = formerValue(object, shown ?? field);
    if ('why' in former) {
      lost.push({ field, why: former.why });
      continue;
    }
    for (const other of shown === undefined ? [] : (object.shape.exactlyOneOf ?? [])) fields[other] = undefined;
    fields[shown ?? field] = former.value;
  }
  return { fields, lost };
}

/** Fields that never stand in a file that others may read: what the platform never shows, and what is secret. */
export function isWithheld({ writeOnly, secret }: FieldShape): boolean {
  return writeOnly === true || secret !== undefined;
}

function formerValue({ shape, live, declared, leftOut }: FormerObject, name: string): FormerValue {
  const field = shape.fields[name];
  if (field === undefined || live === undefined) return { why: 'nobody knows what it was' };
  if (field.writeOnly) return { why: 'the platform never shows it' };
  if (field.secret !== undefined) return { why: 'it is kept out of this file' };
  const value = live.fields[name];
  if (field.oneWay && value !== true) return { why: 'it cannot be taken back' };
  if (value === undefined || value === null) return absence(field);
  const stated = declared?.fields[name];
  return stated === undefined ? { why: leftOut(name) ?? 'a configuration cannot say what it was' } : { value: stated };
}

/** There was none. */
function absence({ clearable, type }: FieldShape): FormerValue {
  if (clearable) return { value: null };
  if (type.is === 'boolean') return { value: false };
  if (type.is === 'claims') return { value: {} };
  if (type.is === 'list' && (type.min ?? 0) === 0) return { value: [] };
  return { why: 'it had none, and it cannot be cleared' };
}

/** Of fields that exclude each other, the one that the platform showed; undefined where the field excludes none. */
function sourceShown({ shape, live }: FormerObject, name: string): string | undefined {
  if (!shape.exactlyOneOf?.includes(name)) return undefined;
  return shape.exactlyOneOf.find(
    (each) => live?.fields[each] !== undefined && live.fields[each] !== null && !shape.fields[each]?.writeOnly,
  );
}

/** A map that is compared key by key: keys that were sent go back, all others stay as they are stated; what is made anew takes its values with it. */
function formerMap(
  { live, isRemade }: FormerObject,
  { field, after }: SentField,
  now: DesiredValue | undefined,
  keysRefer: KindName,
): { readonly value: DesiredValue; readonly missing: readonly string[] } {
  const before = asMap(live?.fields[field]);
  const changed = Object.keys(asMap(after));
  const isKnown = (key: string): boolean => before[key] !== undefined && before[key] !== null;
  const known = changed.filter(isKnown).map((key) => [key, before[key] as Value] as const);
  const unknown = changed.filter((key) => !isKnown(key));
  const kept = Object.entries(asMap(now)).filter(([key]) => !unknown.includes(key) || !isRemade(keysRefer, key));
  return {
    value: { ...Object.fromEntries(kept), ...Object.fromEntries(known) },
    missing: unknown.filter((key) => !isRemade(keysRefer, key)),
  };
}
