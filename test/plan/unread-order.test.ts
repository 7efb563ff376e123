/** Orders that the platform did not show are never recorded in the ledger. */
import { expect, test } from 'vitest';
import type { Ledger, Live, LiveObject } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/plan/plan.ts';
import { loadDesired } from '../config/memory-files.ts';

const desired = loadDesired({
  'docform.yaml': `version: 1
organization: acme
order: [b, a]
collections:
  a: { title: A, order: [d, c] }
  b: { title: B }
  c: { title: C, parent: a }
  d: { title: D, parent: a }
`,
});

const objects = [
  ['a', null],
  ['b', null],
  ['c', 'a'],
  ['d', 'a'],
].map(
  ([id, parent = null]): LiveObject => ({
    kind: 'collection',
    id: String(id),
    parentId: null,
    fields: { title: '', parent },
  }),
);

const ids = Object.fromEntries(objects.map(({ id }) => [`collections/${id}`, { id }]));

function noted(orders: Live['orders'], known?: Ledger['orders']) {
  const live: Live = {
    objects,
    lists: [{ kind: 'collection', parentId: null, unknown: 'it ends in the middle' }],
    orders,
  };
  const ledger: Ledger = { resources: ids, lists: ['collections'], ...(known ? { orders: known } : {}) };
  return plan({ desired, live, ledger, shapes }).stateUpdates.orders;
}

test('orders that were shown are recorded', () => {
  expect(noted({ '': [['b', 'a']], a: [['d', 'c']] })).toMatchObject([
    { container: 'collections/a', members: ['collections/d', 'collections/c'] },
    { container: 'organization', members: ['collections/b', 'collections/a'] },
  ]);
});

test('orders that were not shown completely are not recorded', () => {
  expect(noted({ a: [['d']] })).toEqual([]);
});

test('the ledger keeps its earlier record of an order that was not shown', () => {
  expect(noted({}, { organization: 'aaaaaa.bbbbbb' })).toEqual([
    { container: 'organization', former: 'aaaaaa.bbbbbb', after: [] },
  ]);
});
