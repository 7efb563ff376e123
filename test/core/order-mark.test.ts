/** Marks of orders in the ledger. */
import { expect, test } from 'vitest';
import {
  addListedOrder,
  idMark,
  intendedPositions,
  isOrderMark,
  listedOrder,
  listedPositions,
  orderMark,
  removeSiblings,
  setListedOrder,
} from '../../src/core/ledger-marks.ts';

const [abc, cab] = [orderMark(['a', 'b', 'c']), orderMark(['c', 'a', 'b'])];
const both = setListedOrder(abc, cab);
const positionsOf = (positions: ReadonlyMap<string, number>) => ['a', 'b', 'c'].map((id) => positions.get(idMark(id)));

test('a mark contains the applied order and, if it differs, the listed order', () => {
  expect([isOrderMark(abc), isOrderMark(both)]).toEqual([true, true]);
  expect(positionsOf(intendedPositions(both))).toEqual([0, 1, 2]);
  expect(positionsOf(listedPositions(both))).toEqual([1, 2, 0]);
  expect([listedOrder(both), listedOrder(abc), listedOrder(undefined)]).toEqual([cab, undefined, undefined]);
  expect(listedPositions(abc).size).toBe(0);
});

test('a new listed order replaces the former one', () => {
  expect(setListedOrder(both, orderMark(['b', 'a', 'c']))).toBe(`${abc}|${orderMark(['b', 'a', 'c'])}`);
  expect(setListedOrder(both, undefined)).toBe(abc);
});

test('an order of other siblings is added', () => {
  expect(addListedOrder(both, orderMark(['y', 'x']))).toBe(setListedOrder(abc, orderMark(['c', 'a', 'b', 'y', 'x'])));
  expect(addListedOrder(both, orderMark(['b', 'a']))).toBe(setListedOrder(abc, orderMark(['c', 'b', 'a'])));
});

test('a sibling is removed from both orders, and a single sibling has no order', () => {
  expect(removeSiblings(both, new Set([idMark('b')]))).toBe(
    setListedOrder(orderMark(['a', 'c']), orderMark(['c', 'a'])),
  );
  expect(removeSiblings(both, new Set(['a', 'b'].map(idMark)))).toBeUndefined();
});

test('damaged marks are refused', () => {
  for (const damaged of [`${abc}|`, `|${abc}`, `${abc}|${abc}|${abc}`, `${abc}|zzz`, orderMark(['a'])])
    expect(isOrderMark(damaged), damaged).toBe(false);
});
