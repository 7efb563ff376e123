/** Content that moves to another site is created there before it is deleted here, and stays here if the create fails. */
import { topLevelAddress } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { isReference, type LiveObject } from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';
import type { Draft, DraftStep } from '../draft/draft.ts';
import { deleteStepOf } from '../draft/drafted.ts';
import { addFollow, addNeed } from '../draft/edges.ts';
import { waitsFor } from './waiting.ts';

interface Arrival {
  readonly create: DraftStep;
  /** The id of the object that the item shows. */
  readonly target: string;
  readonly kind: string;
  /** `sites/docs` */
  readonly site: string;
  /** Steps without which readers do not see the item. */
  readonly opening: readonly DraftStep[];
}

export function orderDeletesAfterArrivals(draft: Draft): void {
  if (draft.deleting.size === 0) return;
  const arrivals = groupBy(findArrivals(draft), ({ kind, target }) => `${kind}:${target}`);
  if (arrivals.size === 0) return;
  for (const live of draft.world.live.objects) {
    const field = shownField(draft.world.shapes.get(live.kind));
    const found = field === undefined ? undefined : arrivals.get(`${live.kind}:${String(live.fields[field])}`);
    if (found !== undefined) makeDeleteWaitForArrivals(draft, live, found);
  }
}

/** The field with the object that an item of a structure shows, such as the space of a site-space. */
function shownField(shape: KindShape | undefined): string | undefined {
  if (shape === undefined || shape.itemWord === undefined || shape.key === 'name') return undefined;
  return shape.fields[shape.key.field]?.type.is === 'ref' ? shape.key.field : undefined;
}

function findArrivals({ matches, producers, steps }: Draft): readonly Arrival[] {
  return [...matches.at.values()].flatMap(({ resource, shape, state }): readonly Arrival[] => {
    const { address, kind, fields } = resource;
    const shown = state === 'absent' ? fields[shownField(shape) ?? ''] : undefined;
    const target = isReference(shown) ? matches.idOf(shown.ref) : undefined;
    const create = steps.get(producers.get(address) ?? '');
    if (target === undefined || create === undefined) return [];
    const site = topLevelAddress(address);
    const opening = [`${address}#update`, `${create.address}#update`, `${site}#publish`];
    return [{ create, target, kind, site, opening: opening.flatMap((id) => steps.get(id) ?? []) }];
  });
}

function makeDeleteWaitForArrivals(draft: Draft, live: LiveObject, arrivals: readonly Arrival[]) {
  const removal = draft.steps.get(deleteStepOf(draft, live) ?? '');
  if (removal === undefined) return;
  for (const { create, site, opening } of arrivals) {
    if (site === topLevelAddress(removal.address)) continue;
    // A new site can need the name of the deleted one.
    if (!waitsFor(draft, create, removal)) addNeed(removal, create.id);
    for (const each of opening) if (!waitsFor(draft, each, removal)) addFollow(removal, each.id);
  }
}
