/** Amends a declaration: resources go and come, and whatever depends on them follows until no reference dangles. */
import { type Address, type ListAddress, listOf, type WithinIndex, withinAny, withinIndex } from '../core/address.ts';
import type { Declaration, Desired, DesiredResource, KindName } from '../core/state.ts';
import { movesAmong } from '../kinds/renames.ts';
import { type Shapes, shapeOf } from '../kinds/shape.ts';
import { containerOf, heldIn, isContainerIn, isOrderOptional } from './container.ts';
import { dropLookUps, lookedUp } from './look-up.ts';
import { type Declared, danglingIn, type Name } from './names.ts';
import { inserted, type Order, type Orders } from './order.ts';
import { declaredAt, type Resources, resourcesAt } from './resources.ts';

export interface Amendment extends Declared {
  readonly shapes: Shapes;
  /** As they were declared, without those who are only looked up. */
  readonly before: Resources;
  /** As they are declared by now. */
  readonly at: Map<Address, DesiredResource>;
  /** Addresses that were not declared before. */
  readonly added: Set<Address>;
  /** Addresses that were declared before, and are not any more. */
  readonly removed: Set<Address>;
  /** Addresses that are or were declared. */
  readonly known: WithinIndex<Address>;
}

/** What becomes of an amendment, entries of `moved` that lead to what is gone left out. */
export type Amended = Declaration & Pick<Desired, 'moved'>;

export function amendmentOf({ resources, lists }: Pick<Declaration, 'resources' | 'lists'>, shapes: Shapes): Amendment {
  const [before, at, added, known] = [
    declaredAt(resources),
    resourcesAt(resources),
    new Set<Address>(),
    withinIndex<Address>(),
  ];
  for (const address of at.keys()) known.add(address, address);
  const listed = new Set(lists);
  const isListed = (list: ListAddress): boolean =>
    listed.has(list) || known.of(list).some((address) => added.has(address) && listOf(address) === list);
  return { shapes, before, at, added, removed: new Set(), known, has: (address) => at.has(address), isListed };
}

/** Declares it, instead of what has its address. */
export function declare({ at, added, removed, before, known }: Amendment, resource: DesiredResource): void {
  const { address } = resource;
  if (!at.has(address) && !before.has(address)) known.add(address, address);
  at.set(address, resource);
  removed.delete(address);
  if (!before.has(address)) added.add(address);
}

/** States other fields of it. */
export function state({ at }: Amendment, resource: DesiredResource, fields: DesiredResource['fields']): void {
  at.set(resource.address, { ...resource, fields });
}

/** Takes out these, and all that stands in them. */
export function takeOut({ at, added, removed, before, known }: Amendment, ...roots: readonly Address[]): void {
  for (const address of roots.flatMap(known.of)) {
    const resource = at.get(address);
    if (resource === undefined || resource.isLookUp) continue;
    at.delete(address);
    added.delete(address);
    if (before.has(address)) removed.add(address);
  }
}

/** Declares it again as it was, with what stands in it and what it stood in, as far as that was taken out; answers with the outermost of these. */
export function putBack(amendment: Amendment, address: Address): Address {
  const { before, removed, known } = amendment;
  let root = address;
  for (let above = listOf(address); above !== ''; above = listOf(above)) if (removed.has(above)) root = above;
  for (const each of known.of(root)) {
    const resource = before.get(each);
    if (resource !== undefined) declare(amendment, resource);
  }
  return root;
}

/** Why a resource cannot be declared like this: something that it stands in or names is not there, or the first one that it needs in itself. */
export type Lack =
  | { readonly is: 'parent'; readonly resource: DesiredResource }
  | { readonly is: 'name'; readonly resource: DesiredResource; readonly name: Name }
  | { readonly is: 'first'; readonly resource: DesiredResource; readonly kind: KindName };

/** Has every lack mended until there is none; who may be looked up is. `mend` answers with whether it did anything. */
export function settle(amendment: Amendment, mend: (lack: Lack) => boolean): void {
  const { at, shapes, isListed } = amendment;
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const resource of [...at.values()]) {
      const lack = at.get(resource.address) === resource ? lackOf(amendment, resource) : undefined;
      if (lack === undefined) continue;
      const found = lack.is === 'name' ? lookedUp(resource, lack.name.names, isListed, shapes) : undefined;
      if (found !== undefined) at.set(found.address, found);
      if (found !== undefined || mend(lack)) isSettled = false;
    }
  }
  dropLookUps(at, shapes);
}

function lackOf(amendment: Amendment, resource: DesiredResource): Lack | undefined {
  const { at, added, shapes, known } = amendment;
  if (resource.isLookUp) return undefined;
  if (resource.parent !== null && !at.has(resource.parent)) return { is: 'parent', resource };
  const [name] = danglingIn(resource, amendment, shapes);
  if (name !== undefined) return { is: 'name', resource, name };
  const first = added.has(resource.address) ? shapeOf({ shapes }, resource.kind).firstCompanion : undefined;
  const hasCompanion =
    first === undefined ||
    known
      .of(resource.address)
      .some((each) => at.get(each)?.kind === first && at.get(each)?.parent === resource.address);
  return hasCompanion ? undefined : { is: 'first', resource, kind: first };
}

/** What an amendment takes its new resources from. */
export type Source = Pick<Declaration, 'orders' | 'lists'>;

/**
 * The declaration as it is by now. Who stays in a container keeps the declared place, and who comes stands where the source shows it; of a
 * container that is rearranged it is the other way round.
 */
export function amended(
  amendment: Amendment,
  { orders, lists, moved }: Pick<Amended, 'orders' | 'lists' | 'moved'>,
  source: Source,
  rearranged: ReadonlySet<Address> = new Set(),
): Amended {
  const { at, added, shapes } = amendment;
  const [ownLists, isInside] = [new Set([...added].map(listOf)), withinAny(added)];
  const newLists = source.lists.filter((list) => ownLists.has(list) || isInside(list));
  return {
    resources: [...at.values()],
    orders: ordersAfter(amendment, orders, source.orders, rearranged),
    // A list that is declared stays so, also once it is empty; that of something that goes, goes with it.
    lists: [...new Set([...lists, ...newLists])].filter((list) => !list.includes('/') || at.has(listOf(list))),
    moved: movesAmong(moved, (address) => at.has(address), shapes),
  };
}

/** What a source shows of the orders that are declared, and of those that what came needs. */
export function shownOrders({ at, added, shapes }: Amendment, declared: Orders, shown: Orders): Orders {
  const held = heldIn(at.values(), shapes);
  const isOrdered = (container: Address): boolean =>
    (held.get(container) ?? []).some((each) => !isOrderOptional(each, shapes));
  const isNeeded = (container: Address): boolean =>
    declared[container] !== undefined || added.has(container) || isOrdered(container);
  return Object.fromEntries(Object.entries(shown).filter(([container]) => isNeeded(container)));
}

function ordersAfter(
  { at, before, shapes }: Amendment,
  declared: Orders,
  shown: Orders,
  rearranged: ReadonlySet<Address>,
): Orders {
  const held = heldIn(at.values(), shapes);
  const isNewHere = (resource: DesiredResource): boolean => {
    const was = before.get(resource.address);
    return was === undefined || containerOf(was, shapes) !== containerOf(resource, shapes);
  };
  const result: { [container: Address]: Order } = {};
  for (const container of new Set([...Object.keys(declared), ...Object.keys(shown)])) {
    if (!isContainerIn(at, container)) continue;
    const members = held.get(container) ?? [];
    const there = new Set(members.map(({ address }) => address));
    const here = (order: Order = []): Order => order.filter((each) => there.has(each));
    const [old, live] = [here(declared[container]), here(shown[container])];
    const isComing = (each: DesiredResource): boolean =>
      live.includes(each.address) || (isNewHere(each) && !isOrderOptional(each, shapes));
    const coming = members.filter(isComing).map(({ address }) => address);
    result[container] = rearranged.has(container)
      ? inserted(live, [...old, ...coming], old)
      : inserted(old, coming, live);
  }
  return result;
}
