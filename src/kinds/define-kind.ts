/** What a kind file says: its shape, how it is read, and the calls that write it. */
import type { Call, Endpoint, PathParameters } from '../contract/endpoint.ts';
import type { Address } from '../core/address.ts';
import type { KindName } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import type { Reading } from './reading.ts';
import type { KindShape } from './shape.ts';

/** What a step gives the functions below: everything as ids, nothing left to look up. */
export interface StepInput {
  readonly organization: string;
  readonly address: Address;
  /** The subject's id; empty in a create and for singletons. */
  readonly id: string;
  /** The fields this step sends; references are ids. */
  readonly fields: { readonly [field: string]: Value };
  /** All that was read of it, and of kinds with `replacesWhole` only: what is not declared is sent back as it was. */
  readonly carried: { readonly [field: string]: Value };
  /** Id of the nearest resource of `kind` above the subject in its address; empty where there is none. */
  readonly up: (kind: KindName) => string;
  /** Of a move: the neighbour. */
  readonly beside?: { readonly relation: 'before' | 'after'; readonly kind: KindName; readonly id: string };
  /** Of a move, join, leave: the container's id; null: the top level. */
  readonly container?: string | null;
  readonly items?: readonly {
    readonly operation: 'create' | 'update' | 'delete';
    readonly id: string;
    readonly fields: { readonly [field: string]: Value };
  }[];
  /** What the create brings along, by role. */
  readonly brings: readonly { readonly role: string; readonly address: Address }[];
}

/** Ids bound by a create: the object's own and those of what came with it, by role. */
export interface Bound {
  readonly id: string;
  readonly brought: { readonly [role: string]: string };
}

/** A listing to read after a create whose reply does not tell all that came along; `find` picks the ids by role. */
export interface LookUp {
  readonly roles: readonly string[];
  readonly call: (step: StepInput, id: string) => Call;
  readonly find: (items: readonly unknown[], step: StepInput, id: string) => { readonly [role: string]: string };
}

export interface KindDefinition extends KindShape {
  readonly reading: Reading;
  /** Singletons have none: their update makes them. */
  readonly create?: (step: StepInput) => Call;
  /** Reads the ids out of the create's reply. Default: `reply.id`, nothing brought. */
  readonly bind?: (reply: unknown, step: StepInput) => Bound | undefined;
  readonly lookUps?: readonly LookUp[];
  /** Usually one PATCH; a member's role and SSO are two calls. */
  readonly update?: (step: StepInput) => readonly Call[];
  readonly delete?: (step: StepInput) => Call;
  readonly restore?: (step: StepInput) => Call;
  readonly move?: (step: StepInput) => Call;
  readonly join?: (step: StepInput) => Call;
  readonly leave?: (step: StepInput) => Call;
  /** One call for all items of one parent. */
  readonly bulkCall?: (step: StepInput) => Call;
}

/** A call whose body is made of a kind's fields; test/kinds.test.ts holds such bodies against the contract. */
export function callWith<P extends string>(
  target: Omit<Endpoint, 'path' | 'query' | 'body' | 'reply'> & { readonly path: P },
  path: PathParameters<P>,
  body?: { readonly [field: string]: Value },
): Call {
  return { endpoint: target, path, ...(body === undefined ? {} : { body }) };
}

/** The body of a move: the neighbour as the kind refers to it. Missing: only the container changes. */
export function positionOf(
  step: StepInput,
  reference: (kind: KindName, id: string) => { readonly [name: string]: string },
): { readonly [field: string]: Value } {
  if (step.beside === undefined) return {};
  return { position: { [step.beside.relation]: reference(step.beside.kind, step.beside.id) } };
}

/** The body of a move of a space or collection: new parent, new place, or both. */
export function contentMove(step: StepInput): { readonly [field: string]: Value } {
  const position = positionOf(step, (kind, id) =>
    kind === 'collection' ? { type: 'collection', collection: id } : { type: 'space', space: id },
  );
  return { ...(step.container === undefined ? {} : { parent: step.container }), ...position };
}

/** Checks nothing at run time; it gives the object its type. */
export function defineKind(definition: KindDefinition): KindDefinition {
  return definition;
}
