/** The definition of a kind: its fields from the request bodies of the contract, how it is read, and the calls that write it. */

import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { BodyInput, Call, Endpoint } from '../contract/endpoint.ts';
import type { Address } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Dialect } from '../core/dialect.ts';
import { cachePerObject } from '../core/once.ts';
import type { KindName, Value } from '../core/state.ts';
import { type FieldShape, type FieldType, type RefWords, referenceField, type Words } from './field.ts';
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
  /** The reply of the read that `basis` asks for. Missing in a request that is only announced. */
  readonly basis?: unknown;
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
  /** Fields of the first child, if the reply contains the child. */
  readonly first?: { readonly [field: string]: Value };
}

/** A list to read if the reply of a create does not contain the ids of all companions. */
export interface LookUp {
  readonly roles: readonly string[];
  readonly call: (step: StepInput, id: string) => Call;
  readonly find: (items: readonly unknown[], step: StepInput, id: string) => { readonly [role: string]: string };
}

interface Refusal {
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
  /** A read right before each update, which therefore keeps what others have changed since the plan. */
  readonly basis?: (step: StepInput) => Call;
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
  /** Differences in dialects other than the contract. */
  readonly overrides?: { readonly [D in Dialect]?: Override };
}

/** Replaces parts of a definition. A part that is set to undefined does not exist in the dialect. */
type Override = { readonly [Part in keyof KindDefinition]?: KindDefinition[Part] | undefined };

/** An operation without a body ignores the body of a step. */
type CallInput<B extends TSchema> = Pick<StepInput, 'organization' | 'up'> & {
  readonly id?: string;
} & (TSchema extends B ? object : BodyInput<B>);

const parametersOf = cachePerObject(({ path }: Endpoint) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
);

/**
 * Returns the function that makes the call of an operation. The last parameter of its path is the object, if there is one. All others are
 * its organization and its ancestors.
 */
export function callOf<P extends string, Q extends TObject, B extends TSchema, R extends TSchema>(
  operation: Endpoint<P, Q, B, R>,
): (input: CallInput<B>, id?: string) => Call {
  const endpoint = operation as unknown as Endpoint;
  const names = parametersOf(endpoint);
  return ({ organization, up, ...input }, id = input.id) => {
    const pathParameter = (name: string) => {
      if (name === 'organizationId') return organization;
      return name === names.at(-1) && id ? id : up(name.replace(/Id$/, ''));
    };
    const path = Object.fromEntries(names.map((name) => [name, pathParameter(name)]));
    return { endpoint, path, ...(endpoint.body && 'body' in input ? { body: input.body } : {}) };
  };
}

/** The path parameters of the site that contains the object. */
export function sitePath({ organization, up }: Pick<StepInput, 'organization' | 'up'>) {
  return { organizationId: organization, siteId: up('site') };
}

/** The position of a move. Missing: only the container changes. */
export function movePosition<Reference>(
  { beside }: StepInput,
  reference: (kind: KindName, id: string) => Reference,
): { position?: { [relation in 'before' | 'after']?: Reference } } {
  return beside === undefined ? {} : { position: { [beside.relation]: reference(beside.kind, beside.id) } };
}

type Fields = { [field: string]: FieldShape };

type Writing<F, By extends 'create' | 'update'> = StepInput & { readonly body: Sent<F, By> };

interface Writers<F extends Fields> {
  create?: ((step: Writing<F, 'create'>) => Call) | undefined;
  /** One call, or several. */
  update?: ((step: Writing<F, 'update'>) => Call | readonly Call[]) | undefined;
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
  const withBody = <By extends 'create' | 'update'>(step: StepInput) => ({
    ...step,
    body: requestBody(written.fields, step.fields) as Sent<F, By>,
  });
  const addBodies = <W extends Writers<F>>(writers: W) => {
    const { create, update } = writers;
    return {
      ...writers,
      ...(create === undefined ? {} : { create: (step: StepInput) => create(withBody<'create'>(step)) }),
      ...(update === undefined ? {} : { update: (step: StepInput) => [update(withBody<'update'>(step))].flat() }),
    };
  };
  const entries = Object.entries(overrides ?? {}).map(([dialect, override]) => [dialect, addBodies(override)] as const);
  const whole = addBodies(written) as KindDefinition;
  return { ...whole, ...(overrides === undefined ? {} : { overrides: Object.fromEntries(entries) }) };
}

export type BodyOf<E> = E extends { readonly body?: infer B }
  ? TSchema extends NonNullable<B>
    ? object
    : NonNullable<B> extends TSchema
      ? Static<NonNullable<B>>
      : object
  : object;

declare const carried: unique symbol;

/** A field with the name `wire` in request bodies. The type parameters are its parts of the bodies. */
interface ContractField<Created, Updated> extends FieldShape {
  readonly wire: string;
  readonly [carried]?: { readonly create: Created; readonly update: Updated };
}

type Part<Body, Name> = Name extends keyof Body ? Pick<Body, Name> : never;
type Both<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer Each) => void
  ? Each
  : never;

type Sent<Fields, By extends 'create' | 'update'> = Both<
  {
    [Name in keyof Fields]: Fields[Name] extends ContractField<infer Created, infer Updated>
      ? { create: Created; update: Updated }[By]
      : never;
  }[keyof Fields]
>;

export interface BodySchema {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
  readonly anyOf?: readonly BodySchema[];
  readonly items?: BodySchema;
  readonly properties?: { readonly [name: string]: BodySchema };
  readonly patternProperties?: { readonly [pattern: string]: BodySchema };
  readonly required?: readonly string[];
}

type TextFormat = Extract<FieldType, { is: 'text' }>['format'] | undefined;

type FieldWords = Omit<Words, 'createMax' | 'placedAtCreation'> & {
  format?: 'condition' | 'pem';
  compare?: 'set' | 'atomic';
};

/** Returns a function that defines fields by their name in the bodies. If one call creates and updates, pass it twice. */
export function defineFieldsOf<C extends Endpoint | undefined, U extends Endpoint | undefined>(create: C, update: U) {
  const bodies = [create, update].map((endpoint) => (endpoint?.body as BodySchema | undefined)?.properties ?? {});
  const shown = [create, update].flatMap((endpoint) => (endpoint?.reply as BodySchema | undefined)?.required ?? []);
  const isApart = create !== undefined && create !== (update as unknown);
  const withWriteProperties = (name: string, words: Words): Words => {
    const [created, updated] = bodies.map((body) => body[name]);
    const isCleared = [created, updated].some((schema) => schema?.anyOf?.some(({ type }) => type === 'null'));
    const most = created && updated && nonNullSchema(created).maxLength;
    return {
      ...(isCleared ? { clearable: true } : {}),
      ...(shown.includes(name) ? { isAlwaysShown: true } : {}),
      ...(isApart && !(created && updated) ? { writtenBy: created ? 'create' : 'update' } : {}),
      ...(words.writtenBy === 'move' && created ? { placedAtCreation: true } : {}),
      ...(most !== undefined && updated && most !== nonNullSchema(updated).maxLength ? { createMax: most } : {}),
      ...words,
    };
  };
  type Name = (keyof BodyOf<C> | keyof BodyOf<U>) & string;
  type Field<N extends string> = ContractField<Part<BodyOf<C>, N>, Part<BodyOf<U>, N>>;

  function field<N extends Name>(
    name: N,
    description: string,
    { format, compare, ...words }: FieldWords = {},
  ): Field<N> {
    const schema = bodies[1]?.[name] ?? bodies[0]?.[name] ?? {};
    return {
      type: fieldTypeOfSchema(schema, { format, compare }),
      description,
      ...withWriteProperties(name, words),
      wire: name,
    };
  }
  field.ref = <N extends Name>(name: N, to: KindName, description: string, words: RefWords = {}): Field<N> => {
    const { within, under, ...rest } = words;
    return {
      ...referenceField(to, description, {
        ...withWriteProperties(name, rest),
        ...withoutUndefined({ within, under }),
      }),
      wire: name,
    };
  };
  return field;
}

export function fieldFromSchema(schema: TSchema, description: string, words: Words = {}): FieldShape {
  return { type: fieldTypeOfSchema(schema as BodySchema, {}), description, ...words };
}

function nonNullSchema(schema: BodySchema): BodySchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function fieldTypeOfSchema(
  whole: BodySchema,
  { format, compare = 'set' }: { [Name in 'format' | 'compare']?: FieldWords[Name] | undefined },
): FieldType {
  const schema = nonNullSchema(whole);
  const values = schema.enum ?? schema.examples;
  if (values !== undefined) return { is: 'choice', values, ...(schema.enum ? {} : { isOpen: true }) };
  if (schema.type === 'boolean') return { is: 'boolean' };
  if (schema.type === 'array') {
    const { minItems: min, maxItems: max, items = {} } = schema;
    return { is: 'list', compare, of: fieldTypeOfSchema(items, {}), ...withoutUndefined({ min, max }) };
  }
  const { minLength: min, maxLength: max, pattern, format: own } = schema;
  const form: TextFormat = format ?? (own === 'uri' || own === 'emoji' ? own : undefined);
  return { is: 'text', ...withoutUndefined({ min, max, pattern, format: form }) };
}

/** The fields of a step by their names in the body. Fields without `wire` are added by the kind. */
export function requestBody(
  shapes: { [field: string]: FieldShape },
  fields: { [field: string]: unknown },
): { [name: string]: unknown } {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const wire = (shapes[name] as Partial<ContractField<never, never>> | undefined)?.wire;
      return wire === undefined ? [] : [[wire, value]];
    }),
  );
}
