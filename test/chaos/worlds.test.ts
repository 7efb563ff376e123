/** A short run of `npm run chaos -- --worlds`. */
import { expect, test } from 'vitest';
import { chaosWorlds } from './worlds.ts';

test('applies reach the desired state despite faults and kills, without duplicates and losses', async () => {
  const tally = await chaosWorlds({ worlds: 30, seed: 1 });
  expect(tally.violations).toEqual([]);
  expect(tally.kills).toBeGreaterThan(10);
  expect([...tally.struck.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(60);
});
