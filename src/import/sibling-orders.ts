/** The order of what stands in a container, as a configuration would list it, as far as the platform shows it. */
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Desired, Live } from '../core/state.ts';
import { siblingContainer } from '../kinds/shape.ts';
import type { Draft } from './drafts.ts';
import type { Drafts } from './standing.ts';

type Orders = { readonly [container: Address]: readonly Address[] };

/** `desired`: what the platform does not show of an order is as it is declared there. */
export function siblingOrders(drafts: Drafts, live: Live, desired: Desired | undefined): Orders {
  const orders: { [container: Address]: readonly Address[] } = {};
  const members = groupBy(
    [...drafts.values()].filter(({ out }) => out === undefined),
    (draft) => containerOf(drafts, draft) ?? '',
  );
  for (const [container, held] of [...members].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const draft = drafts.get(container);
    if (draft === undefined) continue;
    const runs = live.orders[draft.object.id] ?? [];
    const isOptional = held.every(({ shape }) => shape.moveCarriesContainer);
    const order = isOptional ? optionalOrder(held, runs, desired?.orders[container]) : wholeOrder(held, runs, desired?.orders[container]);
    if (order !== undefined) orders[container] = order;
  }
  return orders;
}

/** Where it stands among others that have an order; undefined: nowhere, or among others that have none. */
function containerOf(drafts: Drafts, { shape, fields, parent }: Draft): Address | undefined {
  return siblingContainer(shape, { fields, parent }, (container) => drafts.get(container)?.shape.name);
}

/** Every member has its line in the file: those whose place nobody can see keep the one they have there, or come last. */
function wholeOrder(held: readonly Draft[], runs: readonly (readonly string[])[], declared: readonly Address[] = []): readonly Address[] {
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
  const unplaced = new Set(hidden.map(({ address }) => address));
  for (const address of declared.filter((each) => unplaced.has(each))) {
    const before = declared.slice(0, declared.indexOf(address)).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, address);
    unplaced.delete(address);
  }
  return [...order, ...unplaced];
}

/** Kinds whose members interleave in a way that nobody can see: stated for one kind alone, or as the declared one that says how they do. */
function optionalOrder(
  held: readonly Draft[],
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
  held: readonly Draft[],
  byKind: ReadonlyMap<string, readonly Draft[]>,
  declared: readonly Address[],
): readonly Address[] {
  const here = new Map(held.map((draft) => [draft.address, draft]));
  const listed = declared.flatMap((address) => here.get(address) ?? []);
  const isListed = new Set(listed);
  const queues = new Map([...byKind].map(([kind, drafts]) => [kind, drafts.filter((draft) => isListed.has(draft))]));
  return listed.map((draft) => {
    const queue = queues.get(draft.shape.name) ?? [];
    const isRanked = queue.length === listed.filter(({ shape }) => shape === draft.shape).length;
    if (!isRanked) return draft.address;
    const at = listed.filter(({ shape }) => shape === draft.shape).indexOf(draft);
    return (queue[at] ?? draft).address;
  });
}
