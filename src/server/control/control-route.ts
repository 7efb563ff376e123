/** A route of the control plane: an operation that is described like one of the contract, with the function that answers it. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import { type Endpoint, type Method, operation, type PathParameters } from '../../contract/endpoint.ts';
import type { Store } from '../objects.ts';
import type { Control } from './control.ts';

export interface ControlInput<P extends string = string, Q extends TObject = TObject, B extends TSchema = TSchema> {
  readonly control: Control;
  readonly store: Store;
  readonly path: PathParameters<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
}

export interface ControlRoute {
  readonly endpoint: Endpoint;
  /** The body of the answer, undefined for none; pieces of text for an answer that goes on. */
  readonly handle: (input: ControlInput & { readonly lastEventId: string | undefined }) => unknown;
}

interface Description<P extends string, Q extends TObject, B extends TSchema> {
  readonly query?: Q;
  readonly body?: B;
  /** Default: 200, or 204 for a delete. */
  readonly success?: number;
  readonly path?: P;
}

/** `path`: what follows `/_platform`. */
export function controlRoute<P extends string, Q extends TObject, B extends TSchema>(
  method: Method,
  path: P,
  { success = method === 'DELETE' ? 204 : 200, ...schemas }: Description<P, Q, B>,
  handle: (input: ControlInput<P, Q, B> & { readonly lastEventId: string | undefined }) => unknown,
): ControlRoute {
  const described = operation('Control', method)(`${method} ${path}`, `/_platform${path}`, { success, ...schemas });
  return { endpoint: described as unknown as Endpoint, handle: handle as unknown as ControlRoute['handle'] };
}
