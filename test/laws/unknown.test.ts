/** A listing that was cut short says nothing about what is missing in it: nothing is made there, and nothing deleted. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topContainerId } from '../../src/core/address.ts';
import type { Live, LiveList, LiveObject } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { addressPath } from '../../src/kinds/shape.ts';
import type { Plan } from '../../src/library/index.ts';
import { plan } from '../../src/plan/plan.ts';
import { statesOf } from './journey.ts';
import { extents, journeys, pairsOf } from './law.ts';

const isIn = (list: Pick<LiveList, 'kind' | 'parentId'>, other: Pick<LiveList, 'kind' | 'parentId'>): boolean =>
  list.kind === other.kind && list.parentId === other.parentId;

/** The chosen listings are cut short: part of what they list is not there, nor what stands in that, nor any order of it. */
function cutShort(live: Live, isCut: (list: LiveList) => boolean, isLost: (object: LiveObject) => boolean): Live {
  const cut = live.lists.filter(isCut);
  const gone = new Set<LiveObject>(live.objects.filter((object) => cut.some((list) => isIn(list, object)) && isLost(object)));
  // A visitor schema has the id of its site, and a team member that of a member: nothing stands in these.
  const lostIds = new Set([...gone].flatMap(({ kind, id }) => (shapes.get(kind)?.singleton || shapes.get(kind)?.bulk ? [] : [id])));
  const parents = (object: LiveObject): boolean => object.parentId !== null && lostIds.has(object.parentId);
  const objects = live.objects.filter((object) => !gone.has(object) && !parents(object));
  const unordered = new Set(cut.map(({ parentId }) => parentId ?? topContainerId));
  const lists = live.lists.map((list): LiveList => (isCut(list) ? { ...list, unknown: 'it ends in the middle' } : list));
  const orders = Object.fromEntries(Object.entries(live.orders).filter(([id]) => !unordered.has(id) && !lostIds.has(id)));
  return { objects, lists: lists.filter(({ parentId }) => parentId === null || !lostIds.has(parentId)), orders };
}

/** Creates and deletes in lists that are not known, by the live parent's id. */
function daring({ changes, ids }: Plan, unknown: readonly LiveList[]): readonly string[] {
  const bold = changes.filter(({ action }) => action === 'create' || action === 'delete' || action === 'replace');
  return bold.flatMap(({ address, kind, action }) => {
    const parent = addressPath(address, shapes)?.at(-2);
    const parentId = parent === undefined ? null : ids[parent.address];
    return parentId !== undefined && unknown.some((list) => isIn(list, { kind, parentId })) ? [`${action} ${address}`] : [];
  });
}

test.each(extents)('nothing is made or deleted where a listing is cut short: %s', async (extent) => {
  await journeys(
    40,
    [pairsOf(extent), fc.func(fc.integer({ min: 0, max: 3 })), fc.func(fc.boolean())],
    async (journey, pair, cuts, loses) => {
      const { live, ...rest } = await statesOf(journey, pair);
      const isCut = ({ kind, parentId }: LiveList): boolean => cuts(kind === 'site-space' ? 'site-spaces' : `${kind} ${parentId}`) === 3;
      const cut = cutShort(live, isCut, ({ kind, id }) => loses(`${kind} ${id}`));
      expect(daring(plan({ ...rest, live: cut, shapes }), cut.lists.filter(isCut))).toEqual([]);
    },
  );
});
