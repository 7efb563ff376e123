/** New siblings are placed next to their neighbours; nothing else moves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../support/law-seed.ts';
import { insertSiblings, reorderLike } from '../../src/kinds/declaration/order.ts';

const order = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));

test('inserted places each sibling after its predecessor in the first reference that contains it', () => {
  expect(insertSiblings(['a', 'c'], ['b'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(insertSiblings(['a', 'c'], ['b'], ['b', 'a'])).toEqual(['b', 'a', 'c']);
  expect(insertSiblings(['a', 'c'], ['b', 'd'], ['c', 'd', 'b'])).toEqual(['a', 'c', 'd', 'b']);
  expect(insertSiblings(['a', 'c'], ['b'], ['x'], ['a', 'b'])).toEqual(['a', 'b', 'c']);
  expect(insertSiblings(['a', 'c'], ['b', 'a'])).toEqual(['a', 'c', 'b']);
});

test('inserted keeps all siblings once, and the former order', () => {
  fc.assert(
    fc.property(order, order, order, (standing, arriving, reference) => {
      const found = insertSiblings(standing, arriving, reference);
      expect(new Set(found)).toEqual(new Set([...standing, ...arriving]));
      expect(found).toHaveLength(new Set(found).size);
      expect(found.filter((each) => standing.includes(each))).toEqual(standing);
    }),
  );
});

test('permuted reorders only common members', () => {
  expect(reorderLike(['a', 'b', 'c', 'd'], ['d', 'x', 'a'])).toEqual(['d', 'b', 'c', 'a']);
  fc.assert(
    fc.property(order, order, (standing, other) => {
      const found = reorderLike(standing, other);
      expect(found.filter((each) => other.includes(each))).toEqual(other.filter((each) => standing.includes(each)));
      for (const [at, each] of standing.entries()) if (!other.includes(each)) expect(found[at]).toBe(each);
    }),
  );
});
