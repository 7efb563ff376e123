/** The former values of changed fields as a configuration declares them, or the reason why it cannot. */
import {
  asMap,
  type DesiredResource,
  type DesiredValue,
  type KindName,
  type LiveObject,
  type Value,
} from '../../core/state.ts';
import { withField, withKey, withoutKey } from '../../declaration/names.ts';
import type { FieldShape } from '../../kinds/field.ts';
import type { KindShape } from '../../kinds/shape.ts';

type FormerValue = { readonly value: DesiredValue } | { readonly why: string };

interface FormerObject {
  readonly shape: KindShape;
  /** The object before the apply. Missing: it did not exist. */
  readonly live?: LiveObject;
  /** The object as a configuration declares it. */
  readonly declared?: Pick<DesiredResource, 'fields'>;
  /** The reason why a field cannot be declared. */
  readonly leftOut: (field: string) => string | undefined;
  /** The undo deletes or recreates the object. */
  readonly isRemade: (kind: KindName, key: string) => boolean;
}

/** All fields with their former values, the restored ones, and those that cannot be restored. */
interface FormerFields {
  readonly fields: DesiredResource['fields'];
  readonly stated: readonly string[];
  readonly lost: readonly { readonly field: string; readonly why: string }[];
}

interface SentField {
  readonly field: string;
  /** The sent value. Of a map that is compared by key, the sent keys. */
  readonly after: Value | undefined;
}

/** `changed`: the fields that were sent. `now`: the configuration. */
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
        else lost.push({ field: `${field}.${key}`, why: 'the field had no value, and a value cannot be removed' });
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

/** Fields that must not be in a file: secrets, and values that the platform never returns. */
export function isWithheld({ writeOnly, secret }: FieldShape): boolean {
  return writeOnly === true || secret !== undefined;
}

function formerValue({ shape, live, declared, leftOut }: FormerObject, name: string): FormerValue {
  const field = shape.fields[name];
  if (field === undefined || live === undefined) return { why: 'the former value is unknown' };
  if (field.writeOnly) return { why: 'the platform never returns the value' };
  if (field.secret !== undefined) return { why: 'secrets are not in the undo file' };
  const value = live.fields[name];
  if (field.oneWay && value !== true) return { why: 'this change cannot be reverted' };
  const stated = declared?.fields[name];
  if (stated !== undefined) return { value: stated };
  const hadNone = value === undefined || value === null;
  return {
    why: hadNone
      ? 'the field had no value, and cannot be cleared'
      : (leftOut(name) ?? 'a configuration cannot express the former value'),
  };
}

/** Of fields that exclude each other, the one that the platform returned. undefined: the field excludes none. */
function sourceShown({ shape, live }: FormerObject, name: string): string | undefined {
  if (!shape.exactlyOneOf?.includes(name)) return undefined;
  return shape.exactlyOneOf.find(
    (each) => live?.fields[each] !== undefined && live.fields[each] !== null && !shape.fields[each]?.writeOnly,
  );
}
