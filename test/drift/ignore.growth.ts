/** Measures that matching an address with many wildcards takes linear time. */
import { expect, test } from 'vitest';
import { nowhere } from '../../src/core/problem.ts';
import { applyRules } from '../../src/review/drift/entry.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';

test('a pattern with many wildcards takes time proportional to the address', async () => {
  const rules = ['*a'.repeat(200), '**a'.repeat(150)].map((address) => ({ address, reason: 'because', span: nowhere }));
  const growth = await growthOf(
    (length) =>
      applyRules([{ class: 'missing', address: 'a'.repeat(length), kind: 'x', marks: [] }], rules, '2026-06-15'),
    200,
  );
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
