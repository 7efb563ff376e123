/** Generates values for schemas of the contract. Ids are references, which are filled in later. */
import type { TSchema } from '@sinclair/typebox';
import fc, { type Arbitrary } from 'fast-check';
import { unicodeText } from '../support/unicode-text.ts';

/** A reference to the n-th known id of the list that the member refers to. */
export class Reference {
  readonly name: string;
  readonly pick: number;
  constructor(name: string, pick: number) {
    this.name = name;
    this.pick = pick;
  }
  toJSON(): string {
    return `{${this.name} ${this.pick}}`;
  }
}

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly patternProperties?: { readonly [pattern: string]: Schema };
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const idPattern = '^[a-zA-Z0-9_-]+$';
/** Members that contain ids although their schema accepts any string. */
const namesUsers = new Set(['add', 'remove', 'members', 'memberships', 'owner', 'authors']);

/** Words of fields whose schema accepts any text. */
const understood: { readonly [name: string]: readonly string[] } = {
  condition: ['visitor.claims.beta', 'visitor.claims.unsigned.plan == "pro"', '!(visitor.claims.beta && true)'],
  format: ['document', 'markdown'],
  path: ['guides', 'guides-2', 'api', 'a', 'x'.repeat(100)],
  status: ['all', 'open', 'resolved'],
  column: ['datetime', 'url', 'visitorsCount', 'eventsCount', 'page'],
  $schema: ['http://json-schema.org/draft-07/schema#'],
};

const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Guides', 'API', 'docs', 'Payments', 'a b', 'Zoë', '日本語', '👩‍💻🚀') },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: unicodeText({ maxLength: 12 }) },
);

/** `name` is the member that contains the value. */
export function valuesOf(schema: TSchema, name = ''): Arbitrary<unknown> {
  return arbitraryOf(schema as Schema, name);
}

function arbitraryOf(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, name)));
  switch (schema.type) {
    case 'string':
      return textOf(schema, name);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { minItems = 0, maxItems = 4 } = schema;
      return fc.array(arbitraryOf(schema.items ?? {}, name), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 4)),
      });
    }
    case 'object':
      return objectOf(schema, name);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function numberOf({ minimum = -1000, maximum = 1000 }: Schema): Arbitrary<number> {
  return fc.oneof(fc.constantFrom(minimum, maximum, Math.min(maximum, 10)), fc.integer({ min: minimum, max: maximum }));
}

function objectOf({ properties, required = [], patternProperties }: Schema, name: string): Arbitrary<unknown> {
  const [values] = Object.values(patternProperties ?? {});
  if (values) {
    const keys = namesUsers.has(name)
      ? fc.nat().map((pick) => `\u0000${pick}`)
      : fc.constantFrom('a', 'beta', 'plan', 'owner', 'status', 'weight', 'unsigned');
    return fc.dictionary(keys, arbitraryOf(values, ''), { maxKeys: 3 });
  }
  const members = Object.fromEntries(
    Object.entries(properties ?? {}).map(([member, one]) => [member, arbitraryOf(one, member)]),
  );
  const any = fc.record(members, { requiredKeys: [...required] });
  return fc.oneof({ weight: 9, arbitrary: any.map((value) => sensible(name, value)) }, any);
}

/** Removes values that the schema accepts but the operation refuses: both ends of a position, an interval of a column other than time. */
function sensible(name: string, value: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  const { before, after, interval, column, ...others } = value;
  if (name === 'position' && before !== undefined && after !== undefined) return { after };
  return interval !== undefined && column !== 'datetime' ? { column, ...others } : value;
}

function textOf(schema: Schema, name: string): Arbitrary<unknown> {
  const { minLength = 0, maxLength = 200, pattern, format, examples } = schema;
  if (pattern === idPattern || namesUsers.has(name)) return fc.nat().map((pick) => new Reference(name, pick));
  if (examples) return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...examples) }, fc.string({ maxLength: 8 }));
  if (format === 'uri') return fc.oneof(fc.constant('https://acme.dev/openapi.json'), fc.webUrl());
  if (format === 'date-time') return fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString());
  if (pattern)
    return fc
      .stringMatching(new RegExp(pattern))
      .filter((text) => text.length >= minLength && text.length <= maxLength);
  const words = understood[name];
  const longest = fc.constantFrom('x'.repeat(Math.min(maxLength, 20_000)), '🚀'.repeat(minLength + 1));
  const fitting = anyText.map((text) => [...text].slice(0, maxLength).join('').padEnd(minLength, 'x'));
  return fc.oneof(
    { weight: 6, arbitrary: words ? fc.constantFrom(...words) : fitting },
    { weight: 2, arbitrary: fitting },
    { weight: 1, arbitrary: longest },
  );
}
