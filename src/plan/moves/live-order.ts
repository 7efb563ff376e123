/** The current order of siblings on the platform, as far as lists show it. */
import { type Address, topContainerId } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { isReference } from '../../core/state.ts';
import { type KindShape, placeField } from '../../kinds/shape.ts';
import type { Draft } from '../draft.ts';
import { type Match, originalOf } from '../identity/identity.ts';

/** Siblings with comparable places. Kinds whose relative order the platform hides are separate. */
export function comparable<M extends { readonly shape: KindShape }>(members: readonly M[]): readonly (readonly M[])[] {
  if (!members.some(({ shape }) => shape.orderedApart)) return members.length === 0 ? [] : [members];
  return [...groupBy(members, ({ shape }) => (shape.orderedApart ? shape.name : 'shared')).values()];
}

export function isOrderShown(draft: Draft, container: Address, members: readonly Match[]): boolean {
  const shown = new Set(liveRuns(draft, container).flat());
  return members.every(
    (match) => match.state !== 'matched' || !isHere(draft, match, container) || shown.has(match.live?.id ?? ''),
  );
}

/** Whether the platform lists another order than the last apply reached. */
export function isOrderAssumed({ world, matches }: Draft, container: Address): boolean {
  return world.input.live.assumedOrders?.includes(matches.idOf(container) ?? '-') === true;
}

/** Whether the platform lists the members of a site in an order that no structure has: all lists are complete, but show no places. */
export function isOrderContradictory(draft: Draft, container: Address, members: readonly Match[]): boolean {
  const { world, matches } = draft;
  const id = matches.idOf(container) ?? '-';
  const isListed = ({ resource, live, shape }: Match): boolean =>
    shape.orderedApart !== true &&
    live?.parentId === id &&
    isHere(draft, { shape, live, by: undefined }, container) &&
    world.liveList(resource.kind, id)?.unknown === undefined;
  return world.input.live.orders[id]?.length === 0 && members.filter(isListed).length > 1;
}

/** Whether the member is in this container, or moves into the wrapper that takes over its address. */
export function isHere(
  draft: Draft,
  { shape, live, by }: Pick<Match, 'shape' | 'live' | 'by'>,
  container: Address,
): boolean {
  if (live === undefined || by === 'place') return live !== undefined;
  const field = placeField(shape);
  const place = field === undefined ? undefined : live.fields[field];
  return (typeof place === 'string' ? place : (live.parentId ?? topContainerId)) === draft.matches.idOf(container);
}

/** A copy appears in the current or new container of its original. */
export function mayLandIn(draft: Draft, copy: Match, container: Address): boolean {
  const original = originalOf(draft.matches, copy);
  if (original === undefined) return false;
  const wanted = original.resource.fields[placeField(original.shape) ?? ''];
  if (isReference(wanted) && wanted.ref === container) return true;
  return original.live === undefined ? mayLandIn(draft, original, container) : isHere(draft, original, container);
}

/** Groups of members with a known order, by id. */
export function liveRuns(draft: Draft, container: Address): readonly (readonly string[])[] {
  const wrap = draft.creates.wraps.find((each) => each.takenBy === container);
  const id = draft.matches.idOf(wrap?.container ?? container);
  return id === undefined ? [] : (draft.world.input.live.orders[id] ?? []);
}
