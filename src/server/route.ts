/** A route: an endpoint of the contract with the function that answers it. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Endpoint, PathParameters } from '../contract/endpoint.ts';
import type { Context } from './context.ts';
import type { Need } from './rules/needs.ts';

export interface RouteInput<P extends string = string, Q extends TObject = TObject, B extends TSchema = TSchema> {
  readonly context: Context;
  readonly path: PathParameters<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
}

export interface Route {
  readonly endpoint: Endpoint;
  /** What it needs of its caller. */
  readonly need: Need;
  /** Undefined: success has no body. */
  readonly handle: (input: RouteInput) => unknown;
  /** Makes the answer of what `handle` gave, once the transaction is over: for what takes time. It does not see the state. */
  readonly complete?: (handled: unknown) => Promise<unknown>;
}

/** Binds a handler to an endpoint; the compiler checks path, query, body and answer against the contract. */
export function route<P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
  endpoint: Endpoint<P, Q, B, R>,
  need: Need,
  handle: (input: RouteInput<P, Q, B>) => Static<R>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, need, handle: handle as unknown as Route['handle'] };
}

/** Like `route`, for an answer that takes time to make: the state is read and written first, and is not seen afterwards. */
export function routeInTwoSteps<P extends string, Q extends TObject, B extends TSchema, R extends TSchema, H>(
  endpoint: Endpoint<P, Q, B, R>,
  need: Need,
  handle: (input: RouteInput<P, Q, B>) => H,
  complete: (handled: H) => Promise<Static<R>>,
): Route {
  return {
    endpoint: endpoint as unknown as Endpoint,
    need,
    handle: handle as unknown as Route['handle'],
    complete: complete as NonNullable<Route['complete']>,
  };
}
