/** Orders that the platform still lists after successful moves. */
import { expect, test } from 'vitest';
import { orderMark, setListedOrder } from '../../src/core/ledger-marks.ts';
import type { Live } from '../../src/core/state.ts';
import { withAssumedOrders } from '../../src/remote/live/assumed-orders.ts';

const resources = { 'sites/docs': { id: 's1' } };
const mark = setListedOrder(orderMark(['a', 'b', 'c']), orderMark(['c', 'b', 'a']));
const read = (runs: readonly (readonly string[])[], orders = { 'sites/docs': mark }) => {
  const live: Live = { objects: [], lists: [], orders: { s1: runs } };
  const { orders: assumed, assumedOrders } = withAssumedOrders(live, { resources, lists: [], orders });
  return { runs: assumed.s1, assumedOrders };
};

test('as long as the list shows the recorded order, the applied order counts', () => {
  expect(read([['c', 'b', 'a']])).toEqual({ runs: [['a', 'b', 'c']], assumedOrders: ['s1'] });
});

test('unmanaged siblings keep their positions', () => {
  expect(read([['x', 'c', 'b', 'y', 'a']]).runs).toEqual([['x', 'a', 'b', 'y', 'c']]);
});

test('a deleted sibling does not matter, and each run has an order of its own', () => {
  expect(read([['c', 'a'], ['empty']]).runs).toEqual([['a', 'c'], ['empty']]);
});

test('a list that has changed counts again', () => {
  for (const run of [
    ['b', 'c', 'a'],
    ['a', 'b', 'c'],
  ])
    expect(read([run])).toEqual({ runs: [run], assumedOrders: undefined });
});

test('without a recorded order, the list counts', () => {
  const plain = { 'sites/docs': orderMark(['a', 'b', 'c']) };
  expect(read([['c', 'b', 'a']], plain)).toEqual({ runs: [['c', 'b', 'a']], assumedOrders: undefined });
});
