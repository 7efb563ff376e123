/** Amends a declaration: adds and removes resources, and everything that depends on them, until no reference dangles. */
import {
  type Address,
  createWithinTest,
  type ListAddress,
  listOf,
  type WithinIndex,
  withinIndex,
} from '../../core/address.ts';
import type { Declaration, Desired, DesiredResource, KindName } from '../../core/state.ts';
import { effectiveMoves } from '../renames.ts';
import { type Shapes, shapeOf } from '../shape.ts';
import { membersByContainer, orderedContainerOf } from './container.ts';
import { externalForReference } from './external.ts';
import { insertSiblings, isDeclaredContainer, isOrderOptional, type Order, type Orders } from './order.ts';
import {
  type Declared,
  danglingReferences,
  dropUnusedExternals,
  indexByAddress,
  indexDeclared,
  type Name,
  type Resources,
} from './resources.ts';

export interface Amendment extends Declared {
  readonly shapes: Shapes;
  /** As declared before, without look-ups. */
  readonly before: Resources;
  /** As declared now. */
  readonly at: Map<Address, DesiredResource>;
  readonly added: Set<Address>;
  readonly removed: Set<Address>;
  /** Addresses declared before or now. */
  readonly known: WithinIndex<Address>;
}

/** The result, without `moved` entries that lead to removed resources. */
export type Amended = Declaration & Pick<Desired, 'moved'>;

export function startAmendment(
  { resources, lists }: Pick<Declaration, 'resources' | 'lists'>,
  shapes: Shapes,
): Amendment {
  const [before, at, added, known] = [
    indexDeclared(resources),
    indexByAddress(resources),
    new Set<Address>(),
    withinIndex<Address>(),
  ];
  for (const address of at.keys()) known.add(address, address);
  const listed = new Set(lists);
  const isListed = (list: ListAddress): boolean =>
    listed.has(list) || known.of(list).some((address) => added.has(address) && listOf(address) === list);
  return { shapes, before, at, added, removed: new Set(), known, has: (address) => at.has(address), isListed };
}

/** Replaces a resource with the same address. */
export function declareResource({ at, added, removed, before, known }: Amendment, resource: DesiredResource): void {
  const { address } = resource;
  if (!at.has(address) && !before.has(address)) known.add(address, address);
  at.set(address, resource);
  removed.delete(address);
  if (!before.has(address)) added.add(address);
}

export function replaceFields({ at }: Amendment, resource: DesiredResource, fields: DesiredResource['fields']): void {
  at.set(resource.address, { ...resource, fields });
}

/** Removes resources with their children. */
export function removeWithChildren(
  { at, added, removed, before, known }: Amendment,
  ...roots: readonly Address[]
): void {
  for (const address of roots.flatMap(known.of)) {
    const resource = at.get(address);
    if (resource === undefined || resource.isExternal) continue;
    at.delete(address);
    added.delete(address);
    if (before.has(address)) removed.add(address);
  }
}

/** Declares a removed resource again, with its removed children and containers; returns the outermost address. */
export function redeclare(amendment: Amendment, address: Address): Address {
  const { before, removed, known } = amendment;
  let root = address;
  for (let above = listOf(address); above !== ''; above = listOf(above)) if (removed.has(above)) root = above;
  for (const each of known.of(root)) {
    const resource = before.get(each);
    if (resource !== undefined) declareResource(amendment, resource);
  }
  return root;
}

/** Why a resource cannot be declared: a container, a reference, or its first required child is missing. */
export type Lack =
  | { readonly is: 'parent'; readonly resource: DesiredResource }
  | { readonly is: 'name'; readonly resource: DesiredResource; readonly name: Name }
  | { readonly is: 'first'; readonly resource: DesiredResource; readonly kind: KindName };

/** Calls `mend` until nothing is missing. Resources that can be looked up are. `mend` returns whether it changed anything. */
export function repairUntilComplete(amendment: Amendment, mend: (lack: Lack) => boolean): void {
  const { at, shapes, isListed } = amendment;
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const resource of [...at.values()]) {
      const lack = at.get(resource.address) === resource ? findMissing(amendment, resource) : undefined;
      if (lack === undefined) continue;
      const found = lack.is === 'name' ? externalForReference(resource, lack.name.names, isListed, shapes) : undefined;
      if (found !== undefined) at.set(found.address, found);
      if (found !== undefined || mend(lack)) isSettled = false;
    }
  }
  dropUnusedExternals(at, shapes);
}

function findMissing(amendment: Amendment, resource: DesiredResource): Lack | undefined {
  const { at, added, shapes, known } = amendment;
  if (resource.isExternal) return undefined;
  if (resource.parent !== null && !at.has(resource.parent)) return { is: 'parent', resource };
  const [name] = danglingReferences(resource, amendment, shapes);
  if (name !== undefined) return { is: 'name', resource, name };
  const first = added.has(resource.address) ? shapeOf({ shapes }, resource.kind).firstCompanion : undefined;
  const hasCompanion =
    first === undefined ||
    known
      .of(resource.address)
      .some((each) => at.get(each)?.kind === first && at.get(each)?.parent === resource.address);
  return hasCompanion ? undefined : { is: 'first', resource, kind: first };
}

/** The source of new resources. */
type Source = Pick<Declaration, 'orders' | 'lists'>;

/** The amended declaration. Existing members keep their order and new members take their place from the source, or the reverse in a rearranged container. */
export function finishAmendment(
  amendment: Amendment,
  { orders, lists, moved }: Pick<Amended, 'orders' | 'lists' | 'moved'>,
  source: Source,
  rearranged: ReadonlySet<Address> = new Set(),
): Amended {
  const { at, added, shapes } = amendment;
  const [ownLists, isInside] = [new Set([...added].map(listOf)), createWithinTest(added)];
  const newLists = source.lists.filter((list) => ownLists.has(list) || isInside(list));
  return {
    resources: [...at.values()],
    orders: updateOrders(amendment, orders, source.orders, rearranged),
    // A declared list stays declared when it becomes empty, unless its container is removed.
    lists: [...new Set([...lists, ...newLists])].filter((list) => !list.includes('/') || at.has(listOf(list))),
    moved: effectiveMoves(moved, (address) => at.has(address), shapes),
  };
}

/** Orders of a source, limited to declared orders and those that new resources need. */
export function limitOrders({ at, added, shapes }: Amendment, declared: Orders, shown: Orders): Orders {
  const held = membersByContainer(at.values(), shapes);
  const isOrdered = (container: Address): boolean =>
    (held.get(container) ?? []).some((each) => !isOrderOptional(each, shapes));
  const isNeeded = (container: Address): boolean =>
    declared[container] !== undefined || added.has(container) || isOrdered(container);
  return Object.fromEntries(Object.entries(shown).filter(([container]) => isNeeded(container)));
}

function updateOrders(
  { at, before, shapes }: Amendment,
  declared: Orders,
  shown: Orders,
  rearranged: ReadonlySet<Address>,
): Orders {
  const held = membersByContainer(at.values(), shapes);
  const isNewHere = (resource: DesiredResource): boolean => {
    const was = before.get(resource.address);
    return was === undefined || orderedContainerOf(was, shapes) !== orderedContainerOf(resource, shapes);
  };
  const result: { [container: Address]: Order } = {};
  for (const container of new Set([...Object.keys(declared), ...Object.keys(shown)])) {
    if (!isDeclaredContainer(at, container)) continue;
    const members = held.get(container) ?? [];
    const there = new Set(members.map(({ address }) => address));
    const stillDeclared = (order: Order = []): Order => order.filter((each) => there.has(each));
    const [old, live] = [stillDeclared(declared[container]), stillDeclared(shown[container])];
    const isNewMember = (each: DesiredResource): boolean =>
      live.includes(each.address) || (isNewHere(each) && !isOrderOptional(each, shapes));
    const coming = members.filter(isNewMember).map(({ address }) => address);
    result[container] = rearranged.has(container)
      ? insertSiblings(live, [...old, ...coming], old)
      : insertSiblings(old, coming, live);
  }
  return result;
}
