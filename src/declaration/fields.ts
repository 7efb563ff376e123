/** Adds or removes one field, or one key of a map. */
import { asMap, type DesiredValue } from '../core/value.ts';
import type { KindShape } from '../kinds/shape.ts';

/** Declared or live fields. */
type Fields<V extends DesiredValue = DesiredValue> = { readonly [field: string]: V };

/** Sets a field, and removes fields that exclude it. */
export function withField<V extends DesiredValue>(
  fields: Fields<V>,
  { exactlyOneOf = [] }: Pick<KindShape, 'exactlyOneOf'>,
  field: string,
  value: V,
): Fields<V> {
  if (!exactlyOneOf.includes(field)) return { ...fields, [field]: value };
  const others = Object.entries(fields).filter(([other]) => !exactlyOneOf.includes(other));
  return { ...Object.fromEntries(others), [field]: value };
}

export function withoutField<V extends DesiredValue>(fields: Fields<V>, field: string): Fields<V> {
  const { [field]: _, ...others } = fields;
  return others;
}

export function withKey(fields: Fields, field: string, key: string, value: DesiredValue): Fields {
  return { ...fields, [field]: { ...asMap(fields[field]), [key]: value } as DesiredValue };
}

export function withoutKey(fields: Fields, field: string, key: string): Fields {
  const { [key]: _, ...others } = asMap(fields[field]);
  return { ...fields, [field]: others };
}
