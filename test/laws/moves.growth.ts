/** Measures that finding the fewest moves takes time proportional to the length of the list. */
import { expect, test } from 'vitest';
import { fewestMoves } from '../../src/plan/changes/moves/moves.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';

test('a reversed list takes time proportional to its length', async () => {
  const growth = await growthOf((length) => {
    const plain = Array.from({ length }, (_, at) => String(at));
    return fewestMoves(plain, [...plain].reverse());
  }, 12_500);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});

test('a list whose sections rotate takes time proportional to its length', async () => {
  const growth = await growthOf((length) => {
    const ring = Array.from({ length }, (_, at) => (at % 4 === 0 ? `section-${at}` : `group-${at}`));
    const wanted = ring.map((item, at) => (at % 4 === 0 ? (ring[(at + ring.length - 4) % ring.length] ?? '') : item));
    return fewestMoves(ring, wanted, { limited: (item) => item.startsWith('section') });
  }, 12_500);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
