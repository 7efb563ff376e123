/** Measures that formatting takes time proportional to the size of the file, however its items are written. */
import { expect, test } from 'vitest';
import { formatOrder, formatText } from '../../src/edit/format.ts';
import { shapes } from '../../src/kinds/index.ts';
import { aboutLinear, growthOf } from '../support/growth.ts';

const many = (size: number, make: (at: number) => string) => Array.from({ length: size }, (_, at) => make(at)).join('');

test.each<[string, (size: number) => string]>([
  ['items between brackets, one a line', (size) => `a:\n${many(size, (at) => `  - {b: x${at}, c: [{d: y}]}\n`)}`],
  ['one list of maps between brackets', (size) => `a: [${many(size, (at) => `{b: x${at}}, `)}]\n`],
  ['pairs in a list between brackets', (size) => `a: [${many(size, (at) => `b${at}: c, `)}]\n`],
  ['comments between brackets', (size) => `a: [\n${many(size, (at) => `  # c\n  x${at},\n`)}]\n`],
])('formatting takes linear time: %s', async (_, make) => {
  const order = formatOrder(shapes);
  const growth = await growthOf((size) => expect(formatText(make(size), order)).not.toHaveProperty('refused'), 200);
  expect(growth.cost).toBeLessThan(aboutLinear(growth));
});
