/** Generates bodies that a published client can send: every word, both limits, and null where it is allowed. */
import type { Schema, SchemaReader } from './published-schema.ts';

/** Documents are recursive. */
const defaultDeepest = 6;

/** Texts that match the patterns of the description. */
const patterned = [
  'acme',
  'acme-docs',
  'acme.dev/docs',
  'docs.acme.dev',
  '/old/start',
  '/old/*',
  '#346ddb',
  'The text',
];

const formatted: { readonly [format: string]: string } = {
  uri: 'https://acme.dev/docs',
  'date-time': '2026-01-01T00:00:00.000Z',
  emoji: '1f389',
  icon: 'rocket',
  email: 'new@acme.dev',
};

export interface Sampling extends Pick<SchemaReader, 'alternatives'> {
  /** Texts of a member with this name, such as ids that exist. */
  readonly textsOf?: (member: string) => readonly string[] | undefined;
  /** Levels of nesting. Default: 6. */
  readonly deepest?: number;
}

/** `member`: the name of the member that has the value. */
export function samples(sampling: Sampling, schema: Schema, member = '', depth = 0): readonly unknown[] {
  return sampling
    .alternatives(schema)
    .flatMap((one) => [...samplesOfOne(sampling, one, member, depth), ...(one.nullable === true ? [null] : [])]);
}

function samplesOfOne(sampling: Sampling, schema: Schema, member: string, depth: number): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  switch (schema.type) {
    case 'string':
      return sampling.textsOf?.(member) ?? texts(schema);
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'number':
    case 'integer':
      return [schema.minimum ?? 0, schema.maximum ?? 1];
    case 'array':
      return lists(sampling, schema, member, depth);
    default:
      return objects(sampling, schema, depth);
  }
}

function texts({ format, pattern, minLength = 1, maxLength }: Schema): readonly string[] {
  if (pattern !== undefined) return patterned.filter((text) => new RegExp(pattern).test(text));
  if (format !== undefined && formatted[format] !== undefined) return [formatted[format]];
  return ['x'.repeat(minLength), ...(maxLength === undefined ? [] : ['x'.repeat(maxLength)])];
}

function lists(sampling: Sampling, { items, minItems = 0 }: Schema, member: string, depth: number): readonly unknown[] {
  const empty = minItems === 0 ? [[]] : [];
  if (depth > (sampling.deepest ?? defaultDeepest) || items === undefined) return empty;
  return [...empty, ...samples(sampling, items, member, depth + 1).map((item) => [item])];
}

/** The required members alone, and with each other member. */
function objects(
  sampling: Sampling,
  { properties = {}, required = [], additionalProperties, propertyNames }: Schema,
  depth: number,
): readonly unknown[] {
  if (depth > (sampling.deepest ?? defaultDeepest)) return [];
  const members = Object.entries(properties).map(
    ([name, member]) => [name, samples(sampling, member, name, depth + 1)] as const,
  );
  const least = Object.fromEntries(
    members
      .filter(([name, found]) => required.includes(name) && found.length > 0)
      .map(([name, [first]]) => [name, first]),
  );
  const [name = 'plan'] = propertyNames === undefined ? [] : samples(sampling, propertyNames, '', depth + 1);
  const free =
    typeof additionalProperties === 'object'
      ? samples(sampling, additionalProperties, '', depth + 1).map((value) => ({ ...least, [String(name)]: value }))
      : [];
  return [least, ...members.flatMap(([name, found]) => found.map((value) => ({ ...least, [name]: value }))), ...free];
}
