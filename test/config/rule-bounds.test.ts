/** Rules can come from a pull request, so reading and checking them takes limited work. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileReader } from '../../src/config/file-reader.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { parseFile } from '../../src/config/parse.ts';
import { createProblemList } from '../../src/config/problem-list.ts';
import { loadRules } from '../../src/config/rules.ts';
import { nowhere } from '../../src/core/problem.ts';
import { ruleSubjects } from '../../src/library/policy.ts';
import { always } from '../laws/law.ts';
import { aboutLinear, growthOf, leastRatio } from '../support/growth.ts';

const subjects = ruleSubjects();

/** JSON is YAML. */
function load(...schemas: readonly unknown[]) {
  const texts = new Map(schemas.map((must, at) => [`rules/${at}.json`, JSON.stringify({ message: 'm', must })]));
  const files: FileReader = {
    read: (path) => {
      const text = texts.get(path) ?? '';
      return { text, bytes: text.length };
    },
    list: () => [...texts.keys()].map((path) => ({ name: path.slice('rules/'.length), isDirectory: false })),
  };
  return loadRules([{ path: 'rules', span: nowhere, files }], subjects);
}

const codesOf = async (...schemas: readonly unknown[]): Promise<readonly string[]> => [
  ...new Set((await load(...schemas)).problems.map(({ code }) => code)),
];

/** Returns a function that checks the title of a change with the schema. */
async function asksOfTitle(schema: object): Promise<((title: unknown) => boolean) | undefined> {
  const { rules } = await load({ properties: { title: schema } });
  return rules[0] && ((title) => rules[0]?.isKept({ title }) === true);
}

const keywords = [
  'properties',
  'patternProperties',
  'items',
  'not',
  'anyOf',
  'allOf',
  'oneOf',
  'if',
  'then',
  'else',
  'const',
  'enum',
];
const others = [
  'pattern',
  'format',
  'required',
  'dependencies',
  'contains',
  'additionalProperties',
  '$ref',
  '$id',
  'uniqueItems',
  'title',
];
const keyword = fc.constantFrom(...keywords, ...others);
const text = fc.constantFrom(
  '^((a+)+)+$',
  '(',
  '(a{99}){99}',
  '#',
  '#/must',
  'title',
  'uri',
  'regex',
  '\\p{L}{500}',
  '[a-z]{1,999}',
);

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let schema: unknown = {};
  for (let at = 0; at < depth; at += 1) schema = wrap(schema);
  return schema;
};
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

test.each([
  ['a list of 2,000 values', { enum: numbers(2_000) }, 'E-LIMIT-RULE'],
  ['a list of 200,000 values', { enum: numbers(200_000) }, 'E-LIMIT-NODES'],
  ['a list of as many texts', { properties: { title: { enum: numbers(200_000).map(String) } } }, 'E-LIMIT-NODES'],
  ['as many properties', { required: numbers(2_000).map((at) => `p${at}`) }, 'E-LIMIT-RULE'],
  [
    'alternatives side by side',
    { anyOf: numbers(2_000).map((at) => ({ title: at, minProperties: at })) },
    'E-LIMIT-RULE',
  ],
  ['schemas in each other', nested(60, (inner) => ({ not: inner })), 'E-LIMIT-DEPTH'],
  ['lists in each other', { const: nested(60, (inner) => [inner]) }, 'E-LIMIT-DEPTH'],
  ['a rule in itself', { $ref: '#' }, 'E-POLICY-SCHEMA'],
  ['a rule in a part of itself', { not: { not: { $ref: '#/not' } } }, 'E-POLICY-SCHEMA'],
  ['a rule by an id of its own', { $id: 'x', allOf: [{ $ref: 'x' }] }, 'E-POLICY-SCHEMA'],
  ['an answer that comes later', { $async: true }, 'E-POLICY-SCHEMA'],
  ['repetitions of repetitions', { properties: { title: { pattern: '^((a{30}){30}){30}$' } } }, 'E-POLICY-SCHEMA'],
  ['a pattern that is long', { properties: { title: { pattern: 'a'.repeat(5_000) } } }, 'E-POLICY-SCHEMA'],
  ['a pattern that looks ahead', { properties: { title: { pattern: '(?=a)' } } }, 'E-POLICY-SCHEMA'],
  ['a format that takes long', { properties: { title: { format: 'url' } } }, 'E-POLICY-SCHEMA'],
])('%s: the rule is refused, with a place', async (_, schema, code) => {
  expect(await codesOf(schema)).toEqual([code]);
});

test('many rules together have a limit', async () => {
  const rule = { properties: { title: { enum: numbers(900) } } };
  expect(await codesOf(...numbers(20).map(() => rule))).toEqual([]);
  expect(await codesOf(...numbers(30).map(() => rule))).toEqual(['E-LIMIT-RULE']);
  expect(await codesOf(...numbers(1_500).map(() => ({})))).toEqual(['E-LIMIT-FILES']);
});

test.each([
  '^(([a-z/]+)+)+$',
  '(x+x+)+y',
  '(a|a)*b',
  '^(a|aa)+$',
  '(.*)*!',
  '(a?){30}a{30}b',
  '([a-z]+)*[0-9]',
  '(\\s*,)*$',
])('the pattern %s answers at a cost that grows with the text', async (pattern) => {
  const asks = await asksOfTitle({ pattern });
  // A backtracking engine takes a second for these texts, instead of microseconds.
  const texts = (size: number) => ['a', 'x', ',', 'a,x '].map((fill) => `${fill.repeat(size / fill.length)}\u0000`);
  const some = await leastRatio({
    of: () => texts(28).map((text) => asks?.(text)),
    to: () => texts(2_800).map((text) => asks?.(text)),
    bound: 1,
  });
  expect(some).toBeLessThan(1);
  const growth = await growthOf((size) => texts(size).map((text) => asks?.(text)), 8_000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('checking unique items takes time proportional to their number', async () => {
  const asks = await asksOfTitle({ uniqueItems: true });
  const items = (count: number) => numbers(count).map((at) => ({ at: [at] }));
  expect(
    asks?.([
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]),
  ).toBe(false);
  const growth = await growthOf((size) => expect(asks?.(items(size))).toBe(true), 1_000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

/** Unusual schemas: any keyword with any value, wide, deep, and with any pattern. */
const odd = fc.letrec((tie) => ({
  schema: fc.dictionary(
    keyword,
    fc.oneof({ maxDepth: 6 }, fc.constant(true), fc.integer(), text, tie('schema'), tie('list')),
    {
      maxKeys: 6,
    },
  ),
  list: fc.array(fc.oneof({ maxDepth: 6 }, text, fc.integer(), tie('schema')), { maxLength: 6 }),
})).schema;
const repeated = fc
  .tuple(odd, fc.integer({ min: 1, max: 300 }))
  .map(([schema, count]) => ({ anyOf: Array(count).fill(schema) }));

test('reading a rule takes at most about as long as parsing it and compiling a rule of the largest size', async () => {
  const largest = { properties: { title: { enum: numbers(900) } } };
  await always(20, [fc.oneof(odd, repeated)], async (schema) => {
    const text = JSON.stringify({ message: 'm', must: schema });
    const cost = await leastRatio({
      of: () => load(schema),
      to: async () => [await load(largest), parseFile('x.json', text, createProblemList(), defaultLimits)],
      bound: 8,
    });
    expect(cost, text.slice(0, 2_000)).toBeLessThan(8);
  });
});
