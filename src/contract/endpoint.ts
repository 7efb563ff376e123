/** Endpoints and calls as typed data, with the schemas that several sections share. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint<
  Path extends string = string,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  /** Unique, in camel case: `createShareLink`. */
  name: string;
  /** The section of the contract: `Share links`. */
  section: string;
  method: Method;
  /** Path with `{parameters}`. */
  path: Path;
  query?: Query;
  body?: Body;
  /** Schema of the response body; missing if there is none. */
  reply?: Reply;
  success: number;
  /** Further success statuses that occur in practice. */
  alsoSuccess?: readonly number[];
  isIdempotent: boolean;
  isPaged?: true;
  /** The member of the response that contains the list. Default: `items`. */
  listMember?: string;
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

export type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };

export type ReplyOf<E> = E extends { readonly reply?: infer R }
  ? NonNullable<R> extends TSchema
    ? Static<NonNullable<R>>
    : undefined
  : never;

/** An HTTP request as a value. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly path: { readonly [parameter: string]: string };
  readonly query?: { readonly [name: string]: string | number | boolean | readonly string[] };
  readonly body?: unknown;
}

/** Options of an operation. `success` only if it is not the usual status of the method. */
type OperationOptions<Q extends TObject, B extends TSchema, R extends TSchema> = Pick<
  Endpoint<string, Q, B, R>,
  'query' | 'body' | 'reply' | 'alsoSuccess' | 'isPaged' | 'listMember'
> & {
  success?: number;
  isIdempotent?: boolean;
};

const defaultSuccess: { [M in Method]: number } = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 205 };

type Paged<Q extends TProperties> =
  TObject<{ [Name in keyof (typeof pageQuery & Q)]: (typeof pageQuery & Q)[Name] }> extends infer Query extends TObject
    ? Query
    : never;

export function createOperationDefiner(section: string, method: Method) {
  return <P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
    name: string,
    path: P,
    options: OperationOptions<Q, B, R> = {},
  ): Endpoint<P, Q, B, R> => ({
    name,
    section,
    method,
    path,
    success: defaultSuccess[method],
    isIdempotent: method !== 'POST',
    ...options,
  });
}

/** Defines the operations of one section of the contract. */
export function createSectionDefiners(section: string) {
  const [get, post] = [createOperationDefiner(section, 'GET'), createOperationDefiner(section, 'POST')];
  return {
    get,
    post,
    put: createOperationDefiner(section, 'PUT'),
    patch: createOperationDefiner(section, 'PATCH'),
    remove: createOperationDefiner(section, 'DELETE'),
    /** A list with pages; `query`: its parameters besides the page. */
    list: <P extends string, I extends TSchema, Q extends TProperties = Record<never, never>>(
      name: string,
      path: P,
      item: I,
      query?: Q,
    ) =>
      get(name, path, {
        query: Type.Object({ ...pageQuery, ...query }) as unknown as Paged<Q>,
        reply: listAnswer(item),
        isPaged: true,
      }),
    /** An idempotent POST, such as a move. */
    act: <P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
      name: string,
      path: P,
      options: OperationOptions<Q, B, R>,
    ) => post(name, path, { ...options, success: 200, isIdempotent: true }),
  };
}

/** A body is required if it has required properties, and not allowed if the endpoint has none. */
export type BodyInput<B extends TSchema> = TSchema extends B
  ? { body?: never }
  : object extends Static<B>
    ? { body?: Deep<Static<B>> }
    : { body: Deep<Static<B>> };

/** Also accepts readonly values. */
type Deep<T> = T extends readonly (infer Item)[]
  ? readonly Deep<Item>[]
  : T extends object
    ? { [Name in keyof T]: Deep<T[Name]> }
    : T;

/** Makes a call. Wrong paths, queries and bodies do not compile. */
export function createCall<P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
  target: Endpoint<P, Q, B, R>,
  input: { path: PathParameters<P>; query?: Partial<Static<Q>> } & BodyInput<B>,
): Call {
  return {
    endpoint: target as unknown as Endpoint,
    path: input.path as { [parameter: string]: string },
    ...(input.query === undefined ? {} : { query: input.query as NonNullable<Call['query']> }),
    ...(input.body === undefined ? {} : { body: input.body }),
  };
}

/** The path of a call with percent-encoded parameters. */
export function callPath(target: Call): string {
  return target.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = target.path[name];
    if (value === undefined || value === '')
      throw new Error(`${target.endpoint.name}: path parameter ${name} is missing`);
    // Percent-encoding keeps dots, and `..` in a path could lead to another operation.
    if (value === '.' || value === '..')
      throw new Error(`${target.endpoint.name}: path parameter ${name} cannot be ${value}`);
    return encodeURIComponent(value);
  });
}

/** Any 2xx. A 404 for a delete is a failure here: the operation can be missing instead of the object. */
export function isSuccessStatus(target: Endpoint, status: number): boolean {
  if (status === target.success || target.alsoSuccess?.includes(status)) return true;
  return status >= 200 && status < 300;
}

/** An arbitrary operation. Nothing is known about it, so only idempotent methods can be retried. */
export function anyEndpoint(method: Method, path: string): Endpoint {
  return createOperationDefiner('Any', method)('api', path, {
    reply: Type.Unknown(),
    success: 200,
  }) as unknown as Endpoint;
}

/** An enumeration that can have further values: any string is valid, and known values are examples. */
export function openEnumSchema<const Values extends readonly string[]>(values: Values) {
  return Type.Unsafe<Values[number] | (string & {})>({ type: 'string', examples: [...values] });
}

/** An object whose members can all be missing. */
export function partialObject<P extends TProperties>(members: P) {
  return Type.Partial(Type.Object(members));
}

export const Id = Type.String({ pattern: '^[a-zA-Z0-9_-]+$' });

export const DateTime = Type.String({ format: 'date-time' });

/** Decides which visitors see a section or site-space. */
export const Condition = Type.String({ minLength: 1, maxLength: 1024 });

export const SitePath = Type.String({ minLength: 1, maxLength: 100 });

const Urls = Type.Record(Type.String(), Type.String());

const Permissions = Type.Record(Type.String(), Type.Boolean());

/** Members that an object can lack. */
export const optional = {
  text: Type.Optional(Type.String()),
  flag: Type.Optional(Type.Boolean()),
  number: Type.Optional(Type.Number()),
  id: Type.Optional(Id),
  time: Type.Optional(DateTime),
  urls: Type.Optional(Urls),
  permissions: Type.Optional(Permissions),
};

/** `next` is missing on the last page, `count` can be missing. */
export function listAnswer<S extends TSchema>(item: S) {
  return Type.Object({
    next: Type.Optional(Type.Object({ page: Type.String() })),
    count: optional.number,
    items: Type.Array(item),
  });
}

export const maxPerPage = 1000;

export const pageQuery = {
  page: optional.text,
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: maxPerPage })),
};

/** The contract shows only `desc`. */
export const ListOrder = openEnumSchema(['asc', 'desc']);

/** The body of every error. */
export const ErrorBody = Type.Object({ error: Type.Object({ code: Type.Integer(), message: Type.String() }) });

/** Exactly one of both is sent. Without a position, nothing moves. */
export function positionSchema<S extends TSchema>(reference: S) {
  return Type.Object({
    position: Type.Optional(Type.Object({ before: Type.Optional(reference), after: Type.Optional(reference) })),
  });
}
