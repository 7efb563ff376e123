/** Guards lists in each of which somebody must keep a value: a team needs an owner. */
import { listOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { LiveObject } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { type KindShape, shapeOf } from '../kinds/shape.ts';
import { type Draft, type DraftChange, isDeleting, liveParentOf } from './draft.ts';
import { nameOf } from './live-name.ts';

/** Where the last ones who have it would lose it, in a list that itself stays, and nobody gains it. */
export function guardLastInList(
  draft: Draft,
  shape: KindShape,
  keep: { readonly field: string; readonly value: Value },
): void {
  const { world } = draft;
  const holders = world.input.live.objects.filter(
    ({ kind, fields }) => kind === shape.name && fields[keep.field] === keep.value,
  );
  for (const all of groupBy(holders, ({ parentId }) => parentId ?? '').values()) {
    const parent = all[0] && liveParentOf(world, all[0]);
    const losses = all.flatMap((live) => lossOf(draft, live, keep.field) ?? []);
    if (
      parent === undefined ||
      isDeleting(draft, parent) ||
      losses.length < all.length ||
      isGained(draft, shape, parent, keep)
    )
      continue;
    for (const loss of losses) {
      if (loss.blocked || world.input.allowances?.addresses.includes(loss.address)) continue;
      const title = shapeOf(world, parent.kind).title;
      loss.blocked = {
        code: 'B-LAST-OWNER',
        reason: `the ${title} "${nameOf(world, parent)}" would be left without any ${keep.value}`,
        hint: `declare another ${keep.value} for it`,
        override: `--allow ${loss.address}`,
      };
    }
  }
}

/** The change by which it loses the value. */
function lossOf(draft: Draft, live: LiveObject, field: string): DraftChange | undefined {
  const gone = draft.deleting.get(live);
  if (gone !== undefined) return draft.changeAt.get(`${gone}:delete`);
  const address = draft.matches.addressOfLive(live);
  const update = address === undefined ? undefined : draft.changeAt.get(`${address}:update`);
  return update?.fields.some((each) => each.field === field) ? update : undefined;
}

function isGained(
  draft: Draft,
  shape: KindShape,
  parent: LiveObject,
  keep: { readonly field: string; readonly value: Value },
): boolean {
  const isIn = (address: string): boolean => draft.identities.idOf(listOf(address)) === parent.id;
  return [...draft.steps.values()].some(
    ({ kind, address, items = [] }) =>
      kind === shape.name &&
      isIn(address) &&
      items.some(({ operation, fields }) => operation !== 'delete' && fields[keep.field] === keep.value),
  );
}
