/** An endpoint and a call as typed data: what client and server both read the contract from. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { listOf, pageQuery } from './wire.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One operation of the contract. */
export interface Endpoint<
  Path extends string = string,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
> {
  /** Camel-case name, unique: `createShareLink`. */
  readonly name: string;
  /** The contract's table it stands in: `Share links`. */
  readonly section: string;
  readonly method: Method;
  /** Path with `{parameters}`. */
  readonly path: Path;
  readonly query?: Query;
  readonly body?: Body;
  /** Schema of the reply's body; missing where success has no body. */
  readonly reply?: Reply;
  /** The status the contract names. */
  readonly success: number;
  /** Further statuses that mean success (seen in practice; see the contract's silent points). */
  readonly alsoSuccess?: readonly number[];
  /** Sending it twice leaves the same state as once. */
  readonly isIdempotent: boolean;
  /** The reply is a list envelope with pages. */
  readonly isPaged?: true;
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;
export type PathParameters<Path extends string> = { readonly [Name in ParameterNames<Path>]: string };

/** The reply of an endpoint as a TypeScript type. */
export type ReplyOf<E> = E extends { readonly reply?: infer R }
  ? NonNullable<R> extends TSchema
    ? Static<NonNullable<R>>
    : undefined
  : never;

/** One HTTP request as a value; nothing is sent by making it. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly path: { readonly [parameter: string]: string };
  readonly query?: { readonly [name: string]: string | number | boolean | readonly string[] };
  readonly body?: unknown;
}

/** What is said of an operation beside its name and path; its `success` only where it is not the usual one of its method. */
type Said<Q extends TObject, B extends TSchema, R extends TSchema> = Pick<
  Endpoint<string, Q, B, R>,
  'query' | 'body' | 'reply' | 'alsoSuccess' | 'isPaged'
> & {
  readonly success?: number;
  readonly isIdempotent?: boolean;
};

/** What the contract answers with where it says nothing else: making something is told from other calls, and deleting leaves nothing to tell. */
const usualSuccess: { readonly [M in Method]: number } = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 205 };

/** What a list takes. */
type Paged<Q extends TProperties> =
  TObject<{ [Name in keyof (typeof pageQuery & Q)]: (typeof pageQuery & Q)[Name] }> extends infer Query extends TObject
    ? Query
    : never;

export function operation(section: string, method: Method) {
  return <P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
    name: string,
    path: P,
    said: Said<Q, B, R> = {},
  ): Endpoint<P, Q, B, R> => ({
    name,
    section,
    method,
    path,
    success: usualSuccess[method],
    isIdempotent: method !== 'POST',
    ...said,
  });
}

/** The operations of one table of the contract. What follows from a method, or from being a list or a move, is said here. */
export function operations(section: string) {
  const [get, post] = [operation(section, 'GET'), operation(section, 'POST')];
  return {
    get,
    post,
    put: operation(section, 'PUT'),
    patch: operation(section, 'PATCH'),
    remove: operation(section, 'DELETE'),
    /** Pages of items; `query`: what it takes beside the page. */
    list: <P extends string, I extends TSchema, Q extends TProperties = Record<never, never>>(
      name: string,
      path: P,
      item: I,
      query?: Q,
    ) =>
      get(name, path, {
        query: Type.Object({ ...pageQuery, ...query }) as unknown as Paged<Q>,
        reply: listOf(item),
        isPaged: true,
      }),
    /** Puts something in another place; again, it stands there already. */
    move: <P extends string, B extends TSchema, R extends TSchema>(name: string, path: P, body: B, reply: R) =>
      post(name, path, { body, reply, success: 200, isIdempotent: true }),
  };
}

/** An endpoint without a body takes none, and one whose body has to say something has to have one. */
type BodyInput<B extends TSchema> = TSchema extends B
  ? { readonly body?: never }
  : object extends Static<B>
    ? { readonly body?: Deep<Static<B>> }
    : { readonly body: Deep<Static<B>> };

/** What is read only fits as well. */
type Deep<T> = T extends readonly (infer Item)[]
  ? readonly Deep<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Deep<T[Name]> }
    : T;

/** Makes a call of an endpoint: what is no path, query or body of it does not compile. */
export function call<P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
  target: Endpoint<P, Q, B, R>,
  input: { readonly path: PathParameters<P>; readonly query?: Partial<Static<Q>> } & BodyInput<B>,
): Call {
  return {
    endpoint: target as unknown as Endpoint,
    path: input.path as { readonly [parameter: string]: string },
    ...(input.query === undefined ? {} : { query: input.query as NonNullable<Call['query']> }),
    ...(input.body === undefined ? {} : { body: input.body }),
  };
}

/** The path of a call with its parameters filled in and percent-encoded. */
export function pathOf(target: Call): string {
  return target.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = target.path[name];
    if (value === undefined || value === '')
      throw new Error(`${target.endpoint.name}: path parameter ${name} is missing`);
    // Percent-encoding leaves dots alone, and a path with `..` in it may end up at another operation.
    if (value === '.' || value === '..')
      throw new Error(`${target.endpoint.name}: path parameter ${name} cannot be ${value}`);
    return encodeURIComponent(value);
  });
}

/** True when `status` means success for the endpoint: any 2xx; on a delete, 404 too, for it says that the thing is gone. */
export function isSuccess(target: Endpoint, status: number): boolean {
  if (status === target.success || target.alsoSuccess?.includes(status)) return true;
  if (target.method === 'DELETE' && status === 404) return true;
  return status >= 200 && status < 300;
}

/** An operation that somebody names by method and path alone, with whatever it answers; nothing is known of it, so that only what HTTP says can be repeated. */
export function anyEndpoint(method: Method, path: string): Endpoint {
  return operation('Any', method)('api', path, { reply: Type.Unknown(), success: 200 }) as unknown as Endpoint;
}
