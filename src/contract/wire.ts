/** Common parts of the contract's schemas: lists, errors, positions, roles. */
import { type TSchema, Type } from '@sinclair/typebox';
import { roles } from './roles.ts';

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });
}

/** An enumeration that can have further values: any string is valid, and known values are examples. */
export function openEnum<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number] | (string & {})>({ type: 'string', examples: [...values] });
}

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export const Id = Type.String({ pattern: '^[a-zA-Z0-9_-]+$' });
export const DateTime = Type.String({ format: 'date-time' });
export const Role = oneOf(roles);
export const RoleOrNull = nullable(Role);
/** New content has `inherit`, which the contract's list of roles omits. */
export const DefaultLevel = nullable(oneOf([...roles, 'inherit']));
/** Decides which visitors see a section or site-space. */
export const Condition = Type.String({ minLength: 1, maxLength: 1024 });
export const SitePath = Type.String({ minLength: 1, maxLength: 100 });
export const Urls = Type.Record(Type.String(), Type.String());
export const Permissions = Type.Record(Type.String(), Type.Boolean());

/** `next` is missing on the last page, `count` can be missing. */
export function listOf<S extends TSchema>(item: S) {
  return Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Optional(Type.Number()),
    items: Type.Array(item),
  });
}

export const mostPerPage = 1000;

export const pageQuery = {
  page: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: mostPerPage })),
};

/** The contract shows only `desc`. */
export const ListOrder = openEnum(['asc', 'desc']);

/** The body of every error. */
export const ErrorBody = Type.Object({ error: Type.Object({ code: Type.Integer(), message: Type.String() }) });

/** Exactly one of both is sent. Without a position, nothing moves. */
export function positionBody<S extends TSchema>(reference: S) {
  return Type.Object({
    position: Type.Optional(Type.Object({ before: Type.Optional(reference), after: Type.Optional(reference) })),
  });
}
