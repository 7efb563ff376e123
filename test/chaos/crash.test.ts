/** A few kills during writes; `npm run chaos` runs hundreds. */
import { expect, test } from 'vitest';
import { crash } from './crash.ts';

test('a platform killed with kill -9 keeps every acknowledged write, and has no partial writes', async () => {
  const tally = await crash({ crashes: 8, seed: 1, crashesPerFile: 4 });
  expect(tally.violations).toEqual([]);
  expect(tally.crashes).toBe(8);
  expect(tally.acknowledged).toBeGreaterThan(10);
  expect(tally.checks).toBeGreaterThan(3);
});
