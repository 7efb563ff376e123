/** Routes: endpoints of the contract with their handlers. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { Endpoint, PathParameters } from '../contract/endpoint.ts';
import type { Context } from './context.ts';
import type { Need } from './rules/needs.ts';

export interface RouteInput<P extends string = string, Q extends TObject = TObject, B extends TSchema = TSchema> {
  context: Context;
  path: PathParameters<P>;
  query: Static<Q>;
  body: Static<B>;
}

export type BodyOf<E> = E extends { body?: infer B } ? Static<Extract<B, TSchema>> : never;

export type QueryOf<E> = E extends { query?: infer Q } ? Static<Extract<Q, TSchema>> : never;

export interface Route {
  endpoint: Endpoint;
  need: Need;
  /** Returns undefined if the answer has no body. */
  handle: (input: RouteInput) => unknown;
  /** Creates the answer from the result of `handle` after the transaction, for slow work. */
  complete?: (handled: unknown) => Promise<unknown>;
}

export function route<P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
  endpoint: Endpoint<P, Q, B, R>,
  need: Need,
  handle: (input: RouteInput<P, Q, B>) => Static<R>,
): Route {
  return { endpoint: endpoint as unknown as Endpoint, need, handle: handle as unknown as Route['handle'] };
}

/** Like `route`, for slow answers: `handle` uses the state, `complete` runs after the transaction. */
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
