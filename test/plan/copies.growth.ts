/** Measures that a plan of copies of copies takes time proportional to their number, if the first space is pending. */
import { expect, test } from 'vitest';
import { plan } from '../../src/plan/plan.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';
import { chainOfCopies } from './copies.ts';

const inputs = new Map([100, 800].map((length) => [length, chainOfCopies(length)]));

test('a plan of copies of pending spaces takes time proportional to their number', async () => {
  const growth = await growthOf((length) => plan(inputs.get(length) ?? chainOfCopies(length)), 100);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
