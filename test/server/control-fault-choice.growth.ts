/** Measures that matching a path with many wildcards takes linear time. */
import { expect, test } from 'vitest';
import { aboutLinear, growthOf } from '../support/growth.ts';
import { openControlled } from './controlled.ts';

test('matching a path with many wildcards takes time proportional to its length', async () => {
  const at = await openControlled('in process', { seed: 'medium' });
  at.platform.faults.add({ effect: { type: 'status', status: 503 }, match: { path: `/${'**a'.repeat(160)}b` } });
  const growth = await growthOf(
    async (length) => expect((await at.send('GET', `/v1/${'a'.repeat(length)}`)).status).not.toBe(503),
    625,
  );
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
  await at.close();
});
