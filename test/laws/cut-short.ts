/** Truncates lists of a live state, like a platform that returns incomplete lists. */
import { topContainerId } from '../../src/core/address.ts';
import type { Live, LiveList, LiveObject } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';

export const isIn = (list: Pick<LiveList, 'kind' | 'parentId'>, other: Pick<LiveList, 'kind' | 'parentId'>): boolean =>
  list.kind === other.kind && list.parentId === other.parentId;

/** Removes some items of the chosen lists, with the descendants of these items, and the orders of the lists. */
export function cutShort(
  live: Live,
  isCut: (list: LiveList) => boolean,
  isLost: (object: LiveObject) => boolean,
): Live {
  const cut = live.lists.filter(isCut);
  const gone = new Set<LiveObject>(
    live.objects.filter((object) => cut.some((list) => isIn(list, object)) && isLost(object)),
  );
  // A visitor schema has the id of its site, and a team member the id of a member, so neither id identifies a parent.
  const lostIds = new Set(
    [...gone].flatMap(({ kind, id }) => (shapes.get(kind)?.singleton || shapes.get(kind)?.bulk ? [] : [id])),
  );
  const parents = (object: LiveObject): boolean => object.parentId !== null && lostIds.has(object.parentId);
  const objects = live.objects.filter((object) => !gone.has(object) && !parents(object));
  const unordered = new Set(cut.map(({ parentId }) => parentId ?? topContainerId));
  const lists = live.lists.map(
    (list): LiveList => (isCut(list) ? { ...list, unknown: 'it ends in the middle' } : list),
  );
  const orders = Object.fromEntries(
    Object.entries(live.orders).filter(([id]) => !unordered.has(id) && !lostIds.has(id)),
  );
  return { objects, lists: lists.filter(({ parentId }) => parentId === null || !lostIds.has(parentId)), orders };
}
