/** Building blocks of the contract's schemas: list envelopes, errors, positions, roles, common words. */
import { type TSchema, Type } from '@sinclair/typebox';
import { roles } from './roles.ts';

/** One of the given strings. */
export function oneOf<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });
}

/** An enumeration of which further values may exist: any string passes, the known ones are listed as examples. */
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
/** `defaultLevel` of a space or collection: new content gets `inherit`, which the contract's own list of roles leaves out. */
export const DefaultLevel = nullable(oneOf([...roles, 'inherit']));
/** Expression that decides whether a section or site-space is shown to the visitor. */
export const Condition = Type.String({ minLength: 1, maxLength: 1024 });
/** Path of a section or site-space on its site. */
export const SitePath = Type.String({ minLength: 1, maxLength: 100 });
export const Urls = Type.Record(Type.String(), Type.String());
export const Permissions = Type.Record(Type.String(), Type.Boolean());

/** `List<T>`: `next` is left out on the last page, `count` may be missing. */
export function listOf<S extends TSchema>(item: S) {
  return Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: Type.Optional(Type.Number()),
    items: Type.Array(item),
  });
}

/** The most items that a page of a list may have. */
export const mostPerPage = 1000;

/** Query parameters of every list. */
export const pageQuery = {
  page: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: mostPerPage })),
};

/** Order of a list by time; the contract shows `desc` only. */
export const ListOrder = openEnum(['asc', 'desc']);

/** `{error: {code, message}}`, the body of every refusal. */
export const ErrorBody = Type.Object({ error: Type.Object({ code: Type.Integer(), message: Type.String() }) });

/** `{position: {before | after: ref}}`; both are optional, exactly one is sent. Without a position nothing moves. */
export function positionBody<S extends TSchema>(reference: S) {
  return Type.Object({
    position: Type.Optional(Type.Object({ before: Type.Optional(reference), after: Type.Optional(reference) })),
  });
}
