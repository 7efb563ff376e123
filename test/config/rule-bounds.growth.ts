/** Measures that reading and checking policy rules takes limited work. */
import { expect, test } from 'vitest';
import { defaultLimits } from '../../src/config/files/file-reader.ts';
import { createProblemList } from '../../src/config/problem-list.ts';
import { parseFile } from '../../src/config/yaml/parse.ts';
import { always } from '../laws/law.ts';
import { aboutLinear, growthOf, leastRatio } from '../support/growth.ts';
import { hostilePatterns, loadRuleSchemas, numbers, oddSchema, titleCheck } from './odd-rules.ts';

test.each(hostilePatterns)('the pattern %s answers at a cost that grows with the text', async (pattern) => {
  const isKept = await titleCheck({ pattern });
  // A backtracking engine takes a second for these texts, instead of microseconds.
  const texts = (size: number) => ['a', 'x', ',', 'a,x '].map((fill) => `${fill.repeat(size / fill.length)}\u0000`);
  const some = await leastRatio({
    of: () => texts(28).map((text) => isKept?.(text)),
    to: () => texts(2_800).map((text) => isKept?.(text)),
    bound: 1,
  });
  expect(some).toBeLessThan(1);
  const growth = await growthOf((size) => texts(size).map((text) => isKept?.(text)), 8_000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('checking unique items takes time proportional to their number', async () => {
  const isKept = await titleCheck({ uniqueItems: true });
  const items = (count: number) => numbers(count).map((at) => ({ at: [at] }));
  const growth = await growthOf((size) => expect(isKept?.(items(size))).toBe(true), 1_000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('reading a rule takes at most about as long as parsing it and compiling a rule of the largest size', async () => {
  const largest = { properties: { title: { enum: numbers(900) } } };
  await always(20, [oddSchema], async (schema) => {
    const text = JSON.stringify({ message: 'm', must: schema });
    const cost = await leastRatio({
      of: () => loadRuleSchemas(schema),
      to: async () => [await loadRuleSchemas(largest), parseFile('x.json', text, createProblemList(), defaultLimits)],
      bound: 8,
    });
    expect(cost, text.slice(0, 2_000)).toBeLessThan(8);
  });
});
