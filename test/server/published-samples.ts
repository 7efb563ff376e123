/** Generates bodies that a published client can send: every word, both limits, and null where it is allowed. */
import { alternatives, type Schema } from './published-description.ts';

/** Documents are recursive. */
const deepest = 6;

/** Texts that match the patterns of the description. */
const patterned = ['acme', 'acme-docs', 'acme.dev/docs', 'docs.acme.dev'];

const formatted: { readonly [format: string]: string } = {
  uri: 'https://acme.dev/docs',
  'date-time': '2026-01-01T00:00:00.000Z',
  emoji: '1f389',
  icon: 'rocket',
};

export function samples(schema: Schema, depth = 0): readonly unknown[] {
  return alternatives(schema).flatMap((one) => [...samplesOfOne(one, depth), ...(one.nullable === true ? [null] : [])]);
}

function samplesOfOne(schema: Schema, depth: number): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'boolean':
      return [true, false];
    case 'number':
    case 'integer':
      return [schema.minimum ?? 0, schema.maximum ?? 1];
    case 'array':
      return depth > deepest || schema.items === undefined
        ? [[]]
        : [[], ...samples(schema.items, depth + 1).map((item) => [item])];
    default:
      return objects(schema, depth);
  }
}

function texts({ format, pattern, minLength = 1, maxLength }: Schema): readonly string[] {
  if (pattern !== undefined) return patterned.filter((text) => new RegExp(pattern).test(text));
  if (format !== undefined && formatted[format] !== undefined) return [formatted[format]];
  return ['x'.repeat(minLength), ...(maxLength === undefined ? [] : ['x'.repeat(maxLength)])];
}

/** The required members alone, and with each other member. */
function objects({ properties = {}, required = [], additionalProperties }: Schema, depth: number): readonly unknown[] {
  if (depth > deepest) return [];
  const members = Object.entries(properties).map(([name, member]) => [name, samples(member, depth + 1)] as const);
  const least = Object.fromEntries(
    members
      .filter(([name, found]) => required.includes(name) && found.length > 0)
      .map(([name, [first]]) => [name, first]),
  );
  const free =
    typeof additionalProperties === 'object'
      ? samples(additionalProperties, depth + 1).map((value) => ({ ...least, plan: value }))
      : [];
  return [least, ...members.flatMap(([name, found]) => found.map((value) => ({ ...least, [name]: value }))), ...free];
}
