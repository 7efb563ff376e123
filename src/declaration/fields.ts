/** Adds or removes one field, or one key of a map, of what a resource states. */
import type { DesiredResource } from '../core/state.ts';
import { asMap, type DesiredValue } from '../core/value.ts';
import type { KindShape } from '../kinds/shape.ts';

type Fields = DesiredResource['fields'];

/** States a field; of those that exclude each other, only this one. */
export function withField(fields: Fields, { exactlyOneOf = [] }: KindShape, field: string, value: DesiredValue): Fields {
  if (!exactlyOneOf.includes(field)) return { ...fields, [field]: value };
  const others = Object.entries(fields).filter(([other]) => !exactlyOneOf.includes(other));
  return { ...Object.fromEntries(others), [field]: value };
}

export function withoutField(fields: Fields, field: string): Fields {
  const { [field]: _, ...others } = fields;
  return others;
}

/** States the value of a key in the map that a field is. */
export function withKey(fields: Fields, field: string, key: string, value: DesiredValue): Fields {
  return { ...fields, [field]: { ...asMap(fields[field]), [key]: value } as DesiredValue };
}

export function withoutKey(fields: Fields, field: string, key: string): Fields {
  const { [key]: _, ...others } = asMap(fields[field]);
  return { ...fields, [field]: others };
}
