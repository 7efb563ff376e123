/** A few kills in the middle of writes; `npm run chaos` does hundreds. */
import { expect, test } from 'vitest';
import { crash } from './crash.ts';

test('a kill -9 loses nothing that was acknowledged, and leaves nothing half done', async () => {
  const tally = await crash({ crashes: 8, seed: 1, crashesPerFile: 4 });
  expect(tally.violations).toEqual([]);
  expect(tally.crashes).toBe(8);
  expect(tally.acknowledged).toBeGreaterThan(10);
  expect(tally.checks).toBeGreaterThan(3);
});
