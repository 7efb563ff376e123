/** JSON schemas of values: what values.ts checks, said for editors. */
import type { FieldShape, FieldType } from '../kinds/field.ts';
import type { Shapes } from '../kinds/shape.ts';
import { claimPattern, reservedClaim } from './claims.ts';
import { exampleValue } from './examples.ts';
import { longestCustomValue } from './values.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** A text that holds a variable can become anything, so that its bounds are checked only after that. */
const variable: JsonSchema = { $ref: '#/definitions/variable' };

export function orVariable(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, variable] };
}

export function closedMap(
  properties: { readonly [key: string]: JsonSchema },
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

export function textSchema(bounds: {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  readonly format?: string;
}): JsonSchema {
  const { min, max, pattern, format } = bounds;
  const isBounded = min !== undefined || max !== undefined || pattern !== undefined || format !== undefined;
  const schema = {
    type: 'string',
    ...(min === undefined ? {} : { minLength: min }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === 'uri' || format === 'email' ? { format } : {}),
  };
  return isBounded ? orVariable(schema) : schema;
}

export function fieldSchema(field: FieldShape, shapes: Shapes): JsonSchema {
  const { type, clearable, fromFile, description } = field;
  const schema = typeSchema(type, shapes);
  const others = [
    ...(fromFile
      ? [
          {
            ...closedMap({ file: pathSchema }, ['file']),
            description: 'Read the value from a file in this repository.',
          },
        ]
      : []),
    ...(clearable ? [{ type: 'null', description: 'Clears the field.' }] : []),
  ];
  const example = exampleValue(field, shapes);
  const shown = example === undefined ? {} : { examples: [example] };
  return { ...(others.length === 0 ? schema : { anyOf: [...alternatives(schema), ...others] }), description, ...shown };
}

export const pathSchema: JsonSchema = {
  ...textSchema({ min: 1 }),
  description: 'Path of a file in the repository, relative to this configuration file.',
  examples: ['specs/payments.yaml'],
};

/** Flat, as editors explain nested choices badly. */
function alternatives(schema: JsonSchema): readonly unknown[] {
  return Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
}

function typeSchema(type: FieldType, shapes: Shapes): JsonSchema {
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
  }
}

function referenceSchema({ to, under }: Extract<FieldType, { is: 'ref' }>, shapes: Shapes): JsonSchema {
  const key = { ...textSchema({ min: 1 }), description: `Key of a ${shapes.get(to)?.title ?? to}.` };
  return under === undefined ? key : closedMap({ [under]: key }, [under]);
}

export function listSchema(
  items: JsonSchema,
  { min, max }: { readonly min?: number; readonly max?: number } = {},
): JsonSchema {
  return {
    type: 'array',
    items,
    ...(min === undefined ? {} : { minItems: min }),
    ...(max === undefined ? {} : { maxItems: max }),
    uniqueItems: true,
  };
}

const customText = textSchema({ max: longestCustomValue });
const customTexts: JsonSchema = { type: 'array', items: { type: 'string' } };

const customValuesSchema: JsonSchema = {
  type: 'object',
  additionalProperties: { anyOf: [...alternatives(customText), { type: 'number' }, { type: 'boolean' }, customTexts] },
};

const claimDescription = { type: 'string', description: 'Meaning of the claim.' };

const claimsSchema: JsonSchema = {
  type: 'object',
  propertyNames: { pattern: claimPattern, not: { const: reservedClaim } },
  additionalProperties: {
    anyOf: [
      closedMap({ type: { const: 'boolean' }, description: claimDescription }, ['type', 'description']),
      closedMap(
        {
          type: { const: 'string' },
          description: claimDescription,
          enum: listSchema(textSchema({ min: 1 }), { min: 1 }),
        },
        ['type', 'description', 'enum'],
      ),
      {
        ...closedMap({ type: variable, description: claimDescription, enum: listSchema({ type: 'string' }) }, [
          'type',
          'description',
        ]),
      },
    ],
  },
};
