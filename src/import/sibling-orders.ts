/** Lists siblings in their live order, as far as the API returns it. */
import { type Address, topContainer, topContainerId } from '../core/address.ts';
import { byKey } from '../core/compare.ts';
import { groupBy } from '../core/group-by.ts';
import type { Desired, Live } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { containerOf } from '../declaration/container.ts';
import { inserted, type Orders, permuted } from '../declaration/order.ts';
import { placeField, type Shapes } from '../kinds/shape.ts';
import type { ResourceDraft } from './drafts.ts';
import type { Drafts } from './resolve.ts';

/** `desired`: supplies the parts of an order that the API does not return. */
export function siblingOrders(drafts: Drafts, live: Live, desired: Desired | undefined, shapes: Shapes): Orders {
  const orders: { [container: Address]: readonly Address[] } = {};
  const members = groupBy(
    [...drafts.values()].filter(({ out }) => out === undefined),
    (draft) => (isSomewhere(draft) ? containerOf({ ...draft, kind: draft.shape.name }, shapes) : null) ?? '',
  );
  for (const [container, held] of [...members].sort(byKey)) {
    const id = container === topContainer ? topContainerId : drafts.get(container)?.object.id;
    if (id === undefined) continue;
    const runs = live.orders[id] ?? [];
    const isOptional = held.every(({ shape }) => shape.moveCarriesContainer);
    const order = isOptional
      ? optionalOrder(held, runs, desired?.orders[container])
      : wholeOrder(held, runs, desired?.orders[container]);
    if (order !== undefined) orders[container] = order;
  }
  return orders;
}

/** An object in an undeclarable container would look like one at the top level. */
function isSomewhere({ shape, fields, object }: ResourceDraft): boolean {
  const place = placeField(shape) ?? '';
  return typeof object.fields[place] !== 'string' || isReference(fields[place]);
}

/** Members with an unknown position keep their declared position, or come last. */
function wholeOrder(
  held: readonly ResourceDraft[],
  runs: readonly (readonly string[])[],
  declared: readonly Address[] = [],
): readonly Address[] {
  const shown = listed(held, runs[0] ?? []);
  const hidden = held.filter((draft) => !shown.includes(draft));
  const later = listed(hidden, runs.slice(1).flat());
  const unplaced = [...later, ...hidden.filter((draft) => !later.includes(draft))];
  // Kinds with an order of their own keep their declared positions among other kinds.
  const apart = runs.map((run) =>
    listed(held, run).flatMap(({ shape, address }) => (shape.orderedApart ? [address] : [])),
  );
  const order = inserted(shown.map(addressOf), unplaced.map(addressOf), declared);
  return apart.reduce((dealt, own) => (own.length < 2 ? dealt : permuted(dealt, own)), order);
}

function listed(drafts: readonly ResourceDraft[], ids: readonly string[]): readonly ResourceDraft[] {
  const rank = new Map(ids.map((id, at) => [id, at]));
  const rankOf = ({ object }: ResourceDraft): number => rank.get(object.id) ?? 0;
  return drafts.filter(({ object }) => rank.has(object.id)).sort((a, b) => rankOf(a) - rankOf(b));
}

const addressOf = ({ address }: ResourceDraft): Address => address;

/** If the API does not return how kinds interleave, uses the order of one kind or the declared order. */
function optionalOrder(
  held: readonly ResourceDraft[],
  runs: readonly (readonly string[])[],
  declared: readonly Address[] | undefined,
): readonly Address[] | undefined {
  const ranked = listed(held, runs.flat());
  const byKind = groupBy(ranked, ({ shape }) => shape.name);
  if (declared !== undefined) return declaredOrder(held, byKind, declared);
  const isSingle = byKind.size === 1 && new Set(held.map(({ shape }) => shape.name)).size === 1;
  return isSingle && ranked.length > 1 && ranked.length === held.length ? ranked.map(addressOf) : undefined;
}

/** Keeps the declared positions of each kind, and fills them in live order. */
function declaredOrder(
  held: readonly ResourceDraft[],
  byKind: ReadonlyMap<string, readonly ResourceDraft[]>,
  declared: readonly Address[],
): readonly Address[] {
  const here = new Map(held.map((draft) => [draft.address, draft]));
  const standing = declared.filter((address) => here.has(address));
  const isListed = new Set(standing);
  return [...byKind].reduce((order: readonly Address[], [kind, drafts]) => {
    const ranked = drafts.map(({ address }) => address).filter((address) => isListed.has(address));
    const isWhole = ranked.length === standing.filter((address) => here.get(address)?.shape.name === kind).length;
    return isWhole ? permuted(order, ranked) : order;
  }, standing);
}
