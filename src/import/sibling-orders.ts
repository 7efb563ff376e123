/** Lists the siblings of a container in their live order, as a configuration would, as far as the platform shows it. */
import { type Address, topContainer, topContainerId } from '../core/address.ts';
import { byKey } from '../core/compare.ts';
import { groupBy } from '../core/group-by.ts';
import type { Desired, Live } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { containerOf } from '../declaration/container.ts';
import { inserted, type Orders, permuted } from '../declaration/order.ts';
import { placeField, type Shapes } from '../kinds/shape.ts';
import type { ResourceDraft } from './drafts.ts';
import type { Drafts } from './settled.ts';

/** `desired`: what the platform does not show of an order is as it is declared there. */
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
    const order = isOptional ? optionalOrder(held, runs, desired?.orders[container]) : wholeOrder(held, runs, desired?.orders[container]);
    if (order !== undefined) orders[container] = order;
  }
  return orders;
}

/** Not in what nobody can name: it would look as if it stood at the top level. */
function isSomewhere({ shape, fields, object }: ResourceDraft): boolean {
  const place = placeField(shape) ?? '';
  return typeof object.fields[place] !== 'string' || isReference(fields[place]);
}

/** Every member has its line in the file: those whose place nobody can see keep the one they have there, or come last. */
function wholeOrder(
  held: readonly ResourceDraft[],
  runs: readonly (readonly string[])[],
  declared: readonly Address[] = [],
): readonly Address[] {
  const rank = new Map((runs[0] ?? []).map((id, at) => [id, at]));
  const shown = held
    .filter(({ object }) => rank.has(object.id))
    .sort((a, b) => (rank.get(a.object.id) ?? 0) - (rank.get(b.object.id) ?? 0));
  const order = shown.map(({ address }) => address);
  const later = new Map(
    runs
      .slice(1)
      .flat()
      .map((id, at) => [id, at]),
  );
  const hidden = held
    .filter(({ object }) => !rank.has(object.id))
    .sort((a, b) => (later.get(a.object.id) ?? Number.MAX_SAFE_INTEGER) - (later.get(b.object.id) ?? Number.MAX_SAFE_INTEGER));
  const unplaced = hidden.map(({ address }) => address);
  return inserted(order, unplaced, declared);
}

/** Kinds whose members interleave in a way that nobody can see: stated for one kind alone, or as the declared one that says how they do. */
function optionalOrder(
  held: readonly ResourceDraft[],
  runs: readonly (readonly string[])[],
  declared: readonly Address[] | undefined,
): readonly Address[] | undefined {
  const rank = new Map(runs.flat().map((id, at) => [id, at]));
  const ranked = held
    .filter(({ object }) => rank.has(object.id))
    .sort((a, b) => (rank.get(a.object.id) ?? 0) - (rank.get(b.object.id) ?? 0));
  const byKind = groupBy(ranked, ({ shape }) => shape.name);
  if (declared !== undefined) return declaredOrder(held, byKind, declared);
  const isSingle = byKind.size === 1 && new Set(held.map(({ shape }) => shape.name)).size === 1;
  return isSingle && ranked.length > 1 && ranked.length === held.length ? ranked.map(({ address }) => address) : undefined;
}

/** The places of each kind as they are declared, filled in live order by those who were listed and still stand there. */
function declaredOrder(
  held: readonly ResourceDraft[],
  byKind: ReadonlyMap<string, readonly ResourceDraft[]>,
  declared: readonly Address[],
): readonly Address[] {
  const here = new Map(held.map((draft) => [draft.address, draft]));
  const listed = declared.filter((address) => here.has(address));
  const isListed = new Set(listed);
  return [...byKind].reduce((order: readonly Address[], [kind, drafts]) => {
    const ranked = drafts.map(({ address }) => address).filter((address) => isListed.has(address));
    const isWhole = ranked.length === listed.filter((address) => here.get(address)?.shape.name === kind).length;
    return isWhole ? permuted(order, ranked) : order;
  }, listed);
}
