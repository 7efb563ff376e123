/** Measures that hostile configurations are refused, and valid ones loaded, in time proportional to their size. */
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { aboutLinear, growthOf, leastRatio } from '../support/growth.ts';
import { seedTexts } from '../support/seed-texts.ts';
import { hostileFiles, numbered } from './hostile-files.ts';
import { head, load, loadDesired } from './memory-files.ts';

test.each(hostileFiles)('%s are reported in time proportional to their length', async (_, size, text, code) => {
  const small = size / 8;
  const bytes = text(size).length / text(small).length;
  const growth = await growthOf(
    (length) => expect(load(text(length)).problems.map((problem) => problem.code)).toContain(code),
    small,
  );
  expect(growth.cost).toBeLessThan(aboutLinear({ size: bytes }));
});

test('thousands of problems take time proportional to their number', async () => {
  const wrong = (size: number): string =>
    `${head}teams:\n${numbered(size, (index) => `  t${index}: null`).join('\n')}\n`;
  const growth = await growthOf((size) => expect(load(wrong(size)).problems.length).toBeLessThanOrEqual(5_001), 4_000);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('a large map of duplicates takes time proportional to its size', async () => {
  const wide = (size: number): string =>
    `${head}teams:\n${numbered(2 * size, (index) => `  t${index % size}: { title: T${index} }`).join('\n')}\n`;
  const growth = await growthOf(
    (size) => expect(load(wide(size), { limits: { problems: 100_000 } }).problems).toHaveLength(size),
    1_875,
  );
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('loading ten thousand resources costs little more than parsing', async () => {
  const files = Object.fromEntries(await seedTexts('large', 1));
  // Without the search for duplicate keys, which takes quadratic time.
  const parse = () => Object.values(files).map((text) => parseDocument(text, { uniqueKeys: false }));
  const loadAll = () => expect(loadDesired(files).resources.length).toBeGreaterThan(10_000);
  expect(await leastRatio({ of: loadAll, to: parse, bound: 8 })).toBeLessThan(8);
});
