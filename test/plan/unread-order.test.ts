/** An order that the platform did not show is none that the ledger may note. */
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

test('what was shown is noted', () => {
  expect(noted({ '': [['b', 'a']], a: [['d', 'c']] })).toMatchObject([
    { container: 'collections/a', members: ['collections/d', 'collections/c'] },
    { container: 'organization', members: ['collections/b', 'collections/a'] },
  ]);
});

test('what was not shown, or not for all of them, is not', () => {
  expect(noted({ a: [['d']] })).toEqual([]);
});

test('what the ledger knew of it stays', () => {
  expect(noted({}, { organization: 'aaaaaa.bbbbbb' })).toEqual([
    { container: 'organization', former: 'aaaaaa.bbbbbb', after: [] },
  ]);
});
