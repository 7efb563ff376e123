/** Marks of values as last applied: equal values have equal marks, however they are written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '../../src/core/state.ts';
import { definitions } from '../../src/kinds/index.ts';
import { computeLastApplied, originOfChange } from '../../src/plan/fields/compare.ts';
import { settings } from '../laws/law.ts';

type Map = { readonly [key: string]: Value };

const claim = fc.record({
  type: fc.constant('string'),
  description: fc.string(),
  enum: fc.array(fc.string(), { maxLength: 3 }),
});
const claims = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), claim, { maxKeys: 5, noNullPrototype: true });

/** The same value with its keys in other orders, at every level. */
function reordered(value: Value): fc.Arbitrary<Value> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fc.constant(value);
  const keys = Object.keys(value);
  const entries = fc.tuple(
    ...keys.map((key) => reordered((value as Map)[key] ?? null).map((each) => [key, each] as const)),
  );
  return entries
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
    .map((all) => Object.fromEntries(all));
}

const shape = definitions.get('adaptive-schema');
const identities = { addressOf: () => undefined };

test('a map has the same mark in any order of its keys', () => {
  if (shape === undefined) throw new Error('no such kind');
  const field = shape.fields.claims;
  if (field === undefined) throw new Error('no such field');
  fc.assert(
    fc.property(
      claims.chain((value) => fc.tuple(fc.constant(value as Value), reordered(value as Value), claims)),
      ([declared, live, next]) => {
        const applied = computeLastApplied(shape, { claims: declared });
        expect(computeLastApplied(shape, { claims: live })).toEqual(applied);
        const recorded = { applied, rewritten: undefined };
        expect(originOfChange('claims', field, next as Value, live, recorded, identities)).toBe('configuration');
      },
    ),
    settings(200),
  );
});
