/** JSON schemas and examples of values, equivalent to the checks in values.ts. */
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import { cacheFirstResult } from '../../core/once.ts';
import type { Value } from '../../core/state.ts';
import { readShippedText } from '../../disk/shipped-text.ts';
import type { FieldShape, FieldType } from '../../kinds/field.ts';
import type { KindShape, Shapes } from '../../kinds/shape.ts';
import { colorPattern, type TextType } from '../blocks/text-formats.ts';
import {
  claimPattern,
  type FixedFields,
  languagePattern,
  longestCustomValue,
  reservedClaim,
} from '../blocks/values.ts';
import { type Block, grammarOf } from '../grammar.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** A text with a variable can become any value, so its bounds do not apply. */
const variable: JsonSchema = { $ref: '#/definitions/variable' };

export function orVariable(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, variable] };
}

export function closedMap(properties: { readonly [key: string]: JsonSchema }, required: readonly string[] = []) {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

export function textSchema({ min, max, pattern, format }: Omit<TextType, 'is'>): JsonSchema {
  const isBounded = [min, max, pattern, format].some((bound) => bound !== undefined);
  const shown = format === 'uri' || format === 'email' || format === 'date' ? format : undefined;
  // A schema cannot check the content of a certificate.
  const content = { pem: '-----BEGIN CERTIFICATE-----', color: colorPattern };
  const required = format === 'pem' || format === 'color' ? content[format] : pattern;
  const schema = withoutUndefined({ type: 'string', minLength: min, maxLength: max, pattern: required, format: shown });
  return isBounded ? orVariable(schema) : schema;
}

export function fieldSchema(field: FieldShape, shapes: Shapes): JsonSchema {
  const { type, clearable, fromFile, description } = field;
  const schema = typeSchema(type, shapes);
  const file = {
    ...closedMap({ file: pathSchema() }, ['file']),
    description: 'Read the value from a file in this repository.',
  };
  const others = withoutMissing<JsonSchema>(
    fromFile && file,
    clearable && { type: 'null', description: 'Clears the field.' },
  );
  const example = exampleValue(field, shapes);
  const shown = example === undefined ? {} : { examples: [example] };
  return { ...(others.length === 0 ? schema : { anyOf: [...alternatives(schema), ...others] }), description, ...shown };
}

export function fieldSchemas(path: string, fields: FixedFields, shapes: Shapes) {
  return Object.fromEntries(
    Object.entries(fields).map(([key, { type }]) => [key, { ...typeSchema(type, shapes), ...about(`${path}.${key}`) }]),
  );
}

export function fixedSchema(path: string, fields: FixedFields, shapes: Shapes): JsonSchema {
  const required = Object.keys(fields).filter((key) => fields[key]?.required);
  return closedMap(fieldSchemas(path, fields, shapes), required);
}

const words = cacheFirstResult(
  () => JSON.parse(readShippedText('config/assets/keys.json')) as { readonly [path: string]: JsonSchema },
);

/** The description, examples and default of a key that is not a field of a kind. */
export function about(path: string): JsonSchema {
  const found = words()[path];
  if (found === undefined) throw new Error(`keys.json does not describe ${path}`);
  return found;
}

export function pathSchema(): JsonSchema {
  return { ...textSchema({ min: 1 }), ...about('file') };
}

/** Flattens choices, because editors display nested choices badly. */
function alternatives(schema: JsonSchema): readonly unknown[] {
  return Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
}

export function typeSchema(type: FieldType, shapes: Shapes): JsonSchema {
  switch (type.is) {
    case 'text':
      return textSchema(type);
    case 'boolean':
      return orVariable({ type: 'boolean' });
    case 'choice':
      return type.isOpen ? { anyOf: [{ enum: type.values }, { type: 'string' }] } : orVariable({ enum: type.values });
    case 'ref':
      return referenceSchema(type, shapes);
    case 'list':
      return listSchema(typeSchema(type.of, shapes), type);
    case 'keyed':
      return customValuesSchema;
    case 'claims':
      return claimsSchema;
    case 'record':
      return recordSchema(type, shapes);
    case 'texts':
      return {
        type: 'object',
        propertyNames: { pattern: languagePattern },
        additionalProperties: textSchema({ max: type.max }),
      };
  }
}

function recordSchema(
  { members, short: [first = ''] = [], isOneOf }: Extract<FieldType, { is: 'record' }>,
  shapes: Shapes,
) {
  const required = Object.keys(members).filter((key) => members[key]?.required);
  const schemas = Object.entries(members).map(
    ([key, { type }]) => [key, { ...typeSchema(type, shapes), ...about(`member ${key}`) }] as const,
  );
  const closed = closedMap(Object.fromEntries(schemas), required);
  const map = isOneOf ? { ...closed, minProperties: 1, maxProperties: 1 } : closed;
  const shown = members[first]?.type;
  return shown === undefined ? map : { anyOf: [...alternatives(typeSchema(shown, shapes)), map] };
}

function referenceSchema({ to, under }: Extract<FieldType, { is: 'ref' }>, shapes: Shapes): JsonSchema {
  const key = { ...textSchema({ min: 1 }), description: `Key of a ${shapes.get(to)?.title ?? to}.` };
  return under === undefined ? key : closedMap({ [under]: key }, [under]);
}

export function listSchema(items: JsonSchema, { min, max }: { readonly min?: number; readonly max?: number } = {}) {
  return withoutUndefined({ type: 'array', items, minItems: min, maxItems: max, uniqueItems: true });
}

const customText = textSchema({ max: longestCustomValue });
const customTexts: JsonSchema = { type: 'array', items: { type: 'string' } };

const customValuesSchema: JsonSchema = {
  type: 'object',
  additionalProperties: { anyOf: [...alternatives(customText), { type: 'number' }, { type: 'boolean' }, customTexts] },
};

/** The enum of a claim is allowed if it has a schema here. */
function claimSchema(type: JsonSchema, values?: JsonSchema, isEnum = false) {
  const description = { type: 'string', description: 'Meaning of the claim.' };
  const required = ['type', 'description', ...(isEnum ? ['enum'] : [])];
  return closedMap({ type, description, ...(values && { enum: values }) }, required);
}

const claimsSchema: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: claimPattern, not: { const: reservedClaim } },
  additionalProperties: {
    anyOf: [
      claimSchema({ const: 'boolean' }),
      claimSchema({ const: 'string' }, listSchema(textSchema({ min: 1 }), { min: 1 }), true),
      claimSchema(variable, listSchema({ type: 'string' })),
    ],
  },
};

type Example = { readonly [key: string]: Value };

/** Returns a free name, or an example of the field that is the key. */
export function exampleKey(shape: KindShape, shapes: Shapes): string {
  const field = shape.key === 'name' ? undefined : shape.fields[shape.key.field];
  return String((field === undefined ? undefined : exampleValue(field, shapes)) ?? shape.exampleKey ?? shape.name);
}

/** Prefers the most restrictive value, or a value that new objects do not have by default. */
export function exampleValue(field: FieldShape, shapes: Shapes): Value | undefined {
  const { type, example, initial, defaultValue, exposure } = field;
  if (example !== undefined) return example;
  const strictest = exposure?.by === 'rise' ? exposure.order.flat().find((value) => value !== null) : undefined;
  if (strictest !== undefined) return strictest;
  if (type.is === 'boolean') return (initial ?? defaultValue) !== true;
  if (type.is === 'choice') return type.values.find((value) => value !== (initial ?? defaultValue));
  const target = type.is === 'ref' ? shapes.get(type.to) : undefined;
  if (type.is !== 'ref' || target === undefined) return undefined;
  const key = exampleKey(target, shapes);
  return type.under === undefined ? key : { [type.under]: key };
}

/** Contains the required keys, or the first possible key. */
export function exampleBlock({ shape, parts, required, oneOf, whole }: Block, shapes: Shapes): Example {
  if (whole !== undefined) return (exampleValue(shape.fields[whole] as FieldShape, shapes) ?? {}) as Example;
  const word = shape.itemWord;
  const fields = [...parts].flatMap(([name, part]) => (part.is === 'field' ? [[name, part.field] as const] : []));
  const [first] = [...oneOf, ...fields.map(([name]) => name)];
  const shown = fields.filter(([name]) => (required.length > 0 ? required.includes(name) : name === first));
  return {
    ...(word === undefined ? {} : { [word]: exampleKey(shape, shapes) }),
    ...Object.fromEntries(shown.map(([name, field]) => [name, exampleValue(field, shapes) ?? null])),
  };
}

export function exampleMap(shape: KindShape, shapes: Shapes): Example {
  return { [exampleKey(shape, shapes)]: exampleBlock(grammarOf(shapes)(shape.name), shapes) };
}
