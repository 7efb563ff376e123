/** Derives the type, limits and role of fields from the request bodies of the contract. */

import type { Static, TSchema } from '@sinclair/typebox';
import type { Endpoint } from '../contract/endpoint.ts';
import { defined } from '../core/defined.ts';
import type { KindName } from '../core/state.ts';
import { type FieldShape, type FieldType, type RefWords, ref, type Words } from './field.ts';

export type BodyOf<E> = E extends { readonly body?: infer B }
  ? TSchema extends NonNullable<B>
    ? object
    : NonNullable<B> extends TSchema
      ? Static<NonNullable<B>>
      : object
  : object;

declare const carried: unique symbol;

/** A field with the name `wire` in request bodies. The type parameters are its parts of the bodies. */
export interface ContractField<Created, Updated> extends FieldShape {
  readonly wire: string;
  readonly [carried]?: { readonly create: Created; readonly update: Updated };
}

type Part<Body, Name> = Name extends keyof Body ? Pick<Body, Name> : never;
type Both<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer Each) => void
  ? Each
  : never;

export type Sent<Fields, By extends 'create' | 'update'> = Both<
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
  readonly required?: readonly string[];
}

type FieldWords = Omit<Words, 'createMax' | 'placedAtCreation'> & {
  format?: 'condition' | 'pem';
  /** Default: `set`. */
  compare?: 'set' | 'atomic';
};

/** Returns a function that defines fields by their name in the bodies. If one call creates and updates, pass it twice. */
export function fieldsOf<C extends Endpoint | undefined, U extends Endpoint | undefined>(create: C, update: U) {
  const bodies = [create, update].map((endpoint) => (endpoint?.body as BodySchema | undefined)?.properties ?? {});
  const shown = [create, update].flatMap((endpoint) => (endpoint?.reply as BodySchema | undefined)?.required ?? []);
  const carrying = (name: string, words: Words): Omit<FieldShape, 'type' | 'description'> => {
    const [created, updated] = bodies.map((body) => body[name]);
    const isCleared = [created, updated].some((schema) => schema?.anyOf?.some(({ type }) => type === 'null'));
    const most = created && updated && plain(created).maxLength;
    return {
      ...(isCleared ? { clearable: true } : {}),
      ...(shown.includes(name) ? { isAlwaysShown: true } : {}),
      ...(words.writtenBy === undefined
        ? writtenBy(create !== undefined && create !== (update as unknown), created, updated)
        : {}),
      ...(words.writtenBy === 'move' && created ? { placedAtCreation: true } : {}),
      ...(most !== undefined && updated && most !== plain(updated).maxLength ? { createMax: most } : {}),
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
    return { type: typeIn(schema, { format, compare }), description, ...carrying(name, words), wire: name };
  }
  field.ref = <N extends Name>(name: N, to: KindName, description: string, words: RefWords = {}): Field<N> => {
    const { within, under, ...rest } = words;
    return {
      ...ref(to, description, { ...(within ? { within } : {}), ...(under ? { under } : {}), ...carrying(name, rest) }),
      wire: name,
    };
  };
  return field;
}

/** A field whose schema is not a property of a body. */
export function fieldLike(schema: TSchema, description: string, words: FieldShapeWords = {}): FieldShape {
  return { type: typeIn(schema as BodySchema, {}), description, ...words };
}

type FieldShapeWords = Omit<FieldShape, 'type' | 'description'>;

function writtenBy(
  isApart: boolean,
  created: BodySchema | undefined,
  updated: BodySchema | undefined,
): Pick<FieldShape, 'writtenBy'> {
  if (!isApart || (created && updated)) return {};
  return { writtenBy: created ? 'create' : 'update' };
}

function plain(schema: BodySchema): BodySchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function typeIn(
  whole: BodySchema,
  { format, compare = 'set' }: { format?: 'condition' | 'pem' | undefined; compare?: 'set' | 'atomic' | undefined },
): FieldType {
  const schema = plain(whole);
  const values = schema.enum ?? schema.examples;
  if (values !== undefined) return { is: 'choice', values, ...(schema.enum ? {} : { isOpen: true }) };
  if (schema.type === 'boolean') return { is: 'boolean' };
  if (schema.type === 'array') {
    const { minItems: min, maxItems: max, items = {} } = schema;
    return { is: 'list', compare, of: typeIn(items, {}), ...defined({ min, max }) };
  }
  const { minLength: min, maxLength: max, pattern, format: own } = schema;
  const form: 'condition' | 'pem' | 'uri' | 'emoji' | undefined =
    format ?? (own === 'uri' || own === 'emoji' ? own : undefined);
  return { is: 'text', ...defined({ min, max, pattern, format: form }) };
}

/** The fields of a step by their names in the body. Fields without `wire` are added by the kind. */
export function bodyOf(
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
