/** Schemas of roles and of default levels. */
import { type TSchema, Type } from '@sinclair/typebox';
import { roles } from './roles.ts';

export function enumSchema<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });
}

export function nullableSchema<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export const Role = enumSchema(roles);

export const RoleOrNull = nullableSchema(Role);

/** New content has `inherit`, which the contract's list of roles omits. */
export const DefaultLevel = nullableSchema(enumSchema([...roles, 'inherit']));
