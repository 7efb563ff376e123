/** Measures that long and adversarial comments are read and written in linear time. */
import { expect, test } from 'vitest';
import { aboutLinear, growthOf } from '../support/growth.ts';
import { openBodies, writeLongBodies } from './comment-bodies.ts';

test('long and adversarial text takes linear time', async () => {
  const bodies = openBodies();
  const growth = await growthOf((many) => writeLongBodies(bodies, many), 2_500);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
