/** Restates the former value of a changed field as a configuration would, or says why none can. Pure. */
import type { DesiredResource, KindName, LiveObject } from '../../core/state.ts';
import { asMap, type DesiredValue, type Value } from '../../core/value.ts';
import { withField, withKey, withoutKey } from '../../declaration/fields.ts';
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

/** All fields, with what they were; those that state that now; and what cannot be put back. */
export interface FormerFields {
  readonly fields: DesiredResource['fields'];
  readonly stated: readonly string[];
  readonly lost: readonly { readonly field: string; readonly why: string }[];
}

export interface SentField {
  readonly field: string;
  /** What was sent; of a map that is compared key by key, the keys that were. */
  readonly after: Value | undefined;
}

/** `changed`: the fields that were sent; `now`: what the configuration states. */
export function formerFields(
  object: FormerObject,
  changed: readonly SentField[],
  now: DesiredResource['fields'],
): FormerFields {
  let fields = now;
  const stated = new Set<string>();
  const lost: { field: string; why: string }[] = [];
  for (const { field, after } of changed) {
    const { exactlyOneOf = [], fields: shapes } = object.shape;
    const type = shapes[field]?.type;
    const isSettled =
      stated.has(field) || (exactlyOneOf.includes(field) && exactlyOneOf.some((each) => stated.has(each)));
    if (type === undefined || isSettled) continue;
    if (type.is === 'keyed') {
      for (const key of Object.keys(asMap(after))) {
        const value = asMap(object.live?.fields[field])[key] ?? undefined;
        const isRemade = object.isRemade(type.keysRefer, key);
        if (value !== undefined) fields = withKey(fields, field, key, value);
        else if (isRemade) fields = withoutKey(fields, field, key);
        else lost.push({ field: `${field}.${key}`, why: 'it had no value, and one that is set cannot be unset' });
      }
      stated.add(field);
      continue;
    }
    const name = sourceShown(object, field) ?? field;
    const former = formerValue(object, name);
    if ('why' in former) lost.push({ field, why: former.why });
    else {
      fields = withField(fields, object.shape, name, former.value);
      stated.add(name);
    }
  }
  return { fields, stated: [...stated], lost };
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
  const stated = declared?.fields[name];
  if (stated !== undefined) return { value: stated };
  const hadNone = value === undefined || value === null;
  return {
    why: hadNone
      ? 'it had none, and it cannot be cleared'
      : (leftOut(name) ?? 'a configuration cannot say what it was'),
  };
}

/** Of fields that exclude each other, the one that the platform showed; undefined where the field excludes none. */
function sourceShown({ shape, live }: FormerObject, name: string): string | undefined {
  if (!shape.exactlyOneOf?.includes(name)) return undefined;
  return shape.exactlyOneOf.find(
    (each) => live?.fields[each] !== undefined && live.fields[each] !== null && !shape.fields[each]?.writeOnly,
  );
}
