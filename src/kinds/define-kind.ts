/** The definition of a kind: its shape, how it is read, and the calls that write it. */
import type { Call } from '../contract/endpoint.ts';
import type { moveSpace } from '../contract/spaces.ts';
import type { Address } from '../core/address.ts';
import type { Dialect } from '../core/dialect.ts';
import type { KindName } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { type BodyOf, bodyOf, type Sent } from './contract-field.ts';
import type { FieldShape } from './field.ts';
import type { Reading } from './reading.ts';
import type { KindShape } from './shape.ts';

/** The input of the calls of a kind. All references are ids. */
export interface StepInput {
  readonly organization: string;
  readonly address: Address;
  /** Empty for creates and for singletons. */
  readonly id: string;
  readonly fields: { readonly [field: string]: Value };
  /** The whole live object, for kinds with `replacesWhole`. */
  readonly passthrough: { readonly [field: string]: Value };
  /** Id of the nearest ancestor of this kind; empty if there is none. */
  readonly up: (kind: KindName) => string;
  readonly beside?: { readonly relation: 'before' | 'after'; readonly kind: KindName; readonly id: string };
  /** New container of a move, join or leave; null: the top level. */
  readonly container?: string | null;
  readonly items?: readonly {
    readonly operation: 'create' | 'update' | 'delete';
    readonly id: string;
    readonly fields: { readonly [field: string]: Value };
  }[];
  /** Objects that the platform creates with it. */
  readonly companions: readonly { readonly role: string; readonly address: Address }[];
}

export type Reservations = { readonly [key: string]: string };

export interface Bound {
  readonly id: string;
  readonly companionIds: { readonly [role: string]: string };
}

/** A list to read if the reply of a create does not contain the ids of all companions. */
export interface LookUp {
  readonly roles: readonly string[];
  readonly call: (step: StepInput, id: string) => Call;
  readonly find: (items: readonly unknown[], step: StepInput, id: string) => { readonly [role: string]: string };
}

export interface Refusal {
  readonly reason: string;
  readonly hint: string;
}

export interface KindDefinition extends KindShape {
  readonly reading: Reading;
  /** Missing for singletons, which are created by their update. */
  readonly create?: (step: StepInput) => Call;
  /** Default: `reply.id`, no companions. */
  readonly bind?: (reply: unknown, step: StepInput) => Bound | undefined;
  readonly lookUps?: readonly LookUp[];
  /** Usually one PATCH. A member's role and SSO are two calls. */
  readonly update?: (step: StepInput) => readonly Call[];
  /** Why the platform did not do what a request asked for, although it answered with a success. */
  readonly refusal?: (reply: unknown) => Refusal | undefined;
  readonly delete?: (step: StepInput) => Call;
  readonly restore?: (step: StepInput) => Call;
  readonly move?: (step: StepInput) => Call;
  readonly join?: (step: StepInput) => Call;
  readonly leave?: (step: StepInput) => Call;
  readonly invite?: (step: StepInput) => Call;
  /** E-mail addresses from the reply of `invite` with a setting that the platform did not accept, and the reason. */
  readonly reservations?: (reply: unknown) => Reservations;
  readonly bulkCalls?: (step: StepInput) => readonly Call[];
  /** The id of an item that only its key identifies. Default: the id of the object that the key references. */
  readonly idOfKey?: (key: string) => string;
  /** What differs in other dialects than the contract. */
  readonly overrides?: { readonly [D in Dialect]?: Override };
}

/** Replaces parts of a definition. A part that is set to undefined does not exist in the dialect. */
export type Override = { readonly [Part in keyof KindDefinition]?: KindDefinition[Part] | undefined };

/** The position of a move. Missing: only the container changes. */
export function positionOf<Reference>(
  { beside }: StepInput,
  reference: (kind: KindName, id: string) => Reference,
): { position?: { [relation in 'before' | 'after']?: Reference } } {
  return beside === undefined ? {} : { position: { [beside.relation]: reference(beside.kind, beside.id) } };
}

export function contentMove(step: StepInput): BodyOf<typeof moveSpace> {
  const position = positionOf(step, (kind, id) =>
    kind === 'collection' ? { type: 'collection' as const, collection: id } : { type: 'space' as const, space: id },
  );
  return { ...(step.container === undefined ? {} : { parent: step.container }), ...position };
}

type Fields = { [field: string]: FieldShape };

export type Writing<F, By extends 'create' | 'update'> = StepInput & { readonly body: Sent<F, By> };

interface Writers<F extends Fields> {
  create?: ((step: Writing<F, 'create'>) => Call) | undefined;
  update?: ((step: Writing<F, 'update'>) => readonly Call[]) | undefined;
}

type Typed<F extends Fields> = Omit<KindDefinition, 'fields' | 'create' | 'update' | 'overrides'> &
  Writers<F> & {
    fields: F;
    overrides?: {
      [D in Dialect]?: Omit<Override, 'fields' | 'create' | 'update' | 'overrides'> & Writers<F>;
    };
  };

/** Passes create and update their body, typed by the contract. */
export function defineKind<const F extends Fields>({ overrides, ...written }: Typed<F>): KindDefinition {
  const writing = <By extends 'create' | 'update'>(step: StepInput) => ({
    ...step,
    body: bodyOf(written.fields, step.fields) as Sent<F, By>,
  });
  const withBodies = <W extends Writers<F>>(writers: W) => {
    const { create, update } = writers;
    return {
      ...writers,
      ...(create === undefined ? {} : { create: (step: StepInput) => create(writing<'create'>(step)) }),
      ...(update === undefined ? {} : { update: (step: StepInput) => update(writing<'update'>(step)) }),
    };
  };
  const entries = Object.entries(overrides ?? {}).map(
    ([dialect, override]) => [dialect, withBodies(override)] as const,
  );
  const whole = withBodies(written) as KindDefinition;
  return { ...whole, ...(overrides === undefined ? {} : { overrides: Object.fromEntries(entries) }) };
}
