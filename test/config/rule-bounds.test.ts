/** Rules can come from a pull request, so reading and checking them takes limited work. */
import { expect, test } from 'vitest';
import { always } from '../laws/law.ts';
import { hostilePatterns, loadRuleSchemas, numbers, oddSchema, titleCheck } from './odd-rules.ts';

const codesOf = async (...schemas: readonly unknown[]): Promise<readonly string[]> => [
  ...new Set((await loadRuleSchemas(...schemas)).problems.map(({ code }) => code)),
];

const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let schema: unknown = {};
  for (let at = 0; at < depth; at += 1) schema = wrap(schema);
  return schema;
};

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

/** A backtracking engine would never answer for texts of this length. */
test.each(hostilePatterns)('the pattern %s answers for long texts', async (pattern) => {
  const isKept = await titleCheck({ pattern });
  for (const fill of ['a', 'x', ',', 'a,x ']) expect(isKept?.(`${fill.repeat(10_000)}\u0000`)).toBeTypeOf('boolean');
});

test('unique items are compared by value', async () => {
  const isKept = await titleCheck({ uniqueItems: true });
  expect(
    isKept?.([
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]),
  ).toBe(false);
  expect(isKept?.(numbers(8_000).map((at) => ({ at: [at] })))).toBe(true);
});

test('an unusual rule is read, or refused with a problem', async () => {
  await always(20, [oddSchema], async (schema) => {
    const { rules, problems } = await loadRuleSchemas(schema);
    expect(rules.length > 0 || problems.length > 0, JSON.stringify(schema).slice(0, 2_000)).toBe(true);
  });
});
