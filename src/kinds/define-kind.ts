/** What a kind file widens: its shape, how it is read, and the calls that write it. */
import type { Call } from '../contract/endpoint.ts';
import type { moveSpace } from '../contract/spaces.ts';
import type { Address } from '../core/address.ts';
import type { KindName } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { type BodyOf, bodyOf, type Sent } from './contract-field.ts';
import type { FieldShape } from './field.ts';
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
  /** What the platform creates along with it, by role. */
  readonly companions: readonly { readonly role: string; readonly address: Address }[];
}

/** Ids bound by a create: the object's own and those of what came with it, by role. */
export interface Bound {
  readonly id: string;
  readonly companionIds: { readonly [role: string]: string };
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
  /** Reads the ids out of the create's reply. Default: `reply.id`, no companions. */
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

/** The body of a move: the neighbour as the kind refers to it. Missing: only the container changes. */
export function positionOf<Reference>(
  { beside }: StepInput,
  reference: (kind: KindName, id: string) => Reference,
): { readonly position?: { readonly [relation in 'before' | 'after']?: Reference } } {
  return beside === undefined ? {} : { position: { [beside.relation]: reference(beside.kind, beside.id) } };
}

/** The body of a move of a space or collection: new parent, new place, or both. */
export function contentMove(step: StepInput): BodyOf<typeof moveSpace> {
  const position = positionOf(step, (kind, id) =>
    kind === 'collection' ? { type: 'collection' as const, collection: id } : { type: 'space' as const, space: id },
  );
  return { ...(step.container === undefined ? {} : { parent: step.container }), ...position };
}

type Fields = { readonly [field: string]: FieldShape };

/** A step whose fields stand in the body of its call. */
export type Writing<F, By extends 'create' | 'update'> = StepInput & { readonly body: Sent<F, By> };

type Typed<F extends Fields> = Omit<KindDefinition, 'fields' | 'create' | 'update'> & {
  readonly fields: F;
  readonly create?: (step: Writing<F, 'create'>) => Call;
  readonly update?: (step: Writing<F, 'update'>) => readonly Call[];
};

/** Gives create and update the fields of their step as the contract names and types them. */
export function defineKind<const F extends Fields>({ create, update, ...definition }: Typed<F>): KindDefinition {
  const writing = <By extends 'create' | 'update'>(step: StepInput) => ({
    ...step,
    body: bodyOf(definition.fields, step.fields) as Sent<F, By>,
  });
  return {
    ...definition,
    ...(create === undefined ? {} : { create: (step) => create(writing<'create'>(step)) }),
    ...(update === undefined ? {} : { update: (step) => update(writing<'update'>(step)) }),
  };
}
