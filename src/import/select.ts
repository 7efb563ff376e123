/** Selects the requested addresses of an import, with their parents and references, and merges them into a configuration. */

import {
  type Address,
  compilePatternWithin,
  createWithinTest,
  isWithin,
  type ListAddress,
  listAddress,
  listOf,
  topContainer,
} from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Desired, DesiredResource, Ledger, Live } from '../core/state.ts';
import {
  type Amended,
  type Amendment,
  declareResource,
  finishAmendment,
  removeWithChildren,
  startAmendment,
} from '../kinds/declaration/amendment.ts';
import { membersByContainer, orderedContainerOf } from '../kinds/declaration/container.ts';
import { canBeExternal, createExternal } from '../kinds/declaration/external.ts';
import {
  declarationPart,
  indexByAddress,
  indexDeclared,
  type Resources,
  referencesOf,
  withoutReferencedPeople,
} from '../kinds/declaration/resources.ts';
import { isContainerField } from '../kinds/field.ts';
import { createAddressResolver } from '../kinds/renames.ts';
import { type KindShape, keepsOrderIn, type Shapes, topKind } from '../kinds/shape.ts';
import type { Adopted } from './adopt.ts';

interface SelectInput {
  readonly adopted: Adopted;
  /** Addresses of resources or lists, or patterns; empty: everything. */
  readonly addresses: readonly Address[];
  /** Declared resources stay unchanged unless they are selected. */
  readonly desired?: Desired;
  /** Manages objects that the selected resources only refer to, by title. */
  readonly managesReferences?: boolean;
  /** Whether another configuration in reach owns the object. */
  readonly isOwned?: (address: Address) => boolean;
  readonly shapes: Shapes;
}

export interface Selected extends Adopted {
  /** Whether the address was requested. Other resources contain only their names. */
  readonly isAsked: (address: Address) => boolean;
  readonly unknown: readonly Address[];
}

export function select(input: SelectInput): Selected {
  const { adopted, addresses, desired, shapes } = input;
  if (addresses.length === 0) return { ...adopted, isAsked: () => true, unknown: [] };
  // The top level has the order of its lists.
  const atTop = [...shapes.values()].filter((shape) => keepsOrderIn(shape, topKind));
  const patterns = addresses.map(compilePatternWithin);
  const isAsked = (address: Address): boolean =>
    address === topContainer
      ? atTop.some(({ segment }) => isAsked(listAddress(null, segment)))
      : patterns.some((matches) => matches(address));
  const declared = indexDeclared(desired?.resources ?? []);
  const resources = resourcesOf(input, isAsked, declared);
  const included = new Set(resources.map(({ address }) => address));
  const isKnown = (address: Address) => [...declared.keys(), ...adopted.ids.keys()].some(compilePatternWithin(address));
  const orders = ordersOf(input, resources, declared, isAsked(topContainer));
  // Without sections, an empty list of groups would be written as an empty structure.
  const isTold = (list: ListAddress) =>
    orders[listOf(list)] !== undefined || resources.some(({ address }) => listOf(address) === list);
  return {
    ...adopted,
    isAsked,
    resources,
    orders,
    unknown: addresses.filter((address) => !isKnown(address)),
    lists: adopted.lists.filter((list) => isAsked(list) && isTold(list)),
    ids: new Map([...adopted.ids].filter(([address]) => included.has(address))),
    leftOut: adopted.leftOut.filter(({ address, list }) => {
      const of = address ?? list;
      return of !== undefined && (isAsked(of) || included.has(of));
    }),
  };
}

/** In the order of the import. */
function resourcesOf(
  { adopted, addresses, desired, shapes, managesReferences, isOwned = () => false }: SelectInput,
  isAsked: (address: Address) => boolean,
  declared: Resources,
): readonly DesiredResource[] {
  const at = indexByAddress(adopted.resources);
  const listed = new Set([
    ...(desired?.lists ?? []).map(({ list }) => list),
    ...[...at.keys()].filter(isAsked).map(listOf),
  ]);
  const isListed = (list: ListAddress) => listed.has(list);
  const isReference = (address: Address, shape: KindShape | undefined) => {
    if (shape?.mayBeExternal !== true || managesReferences) return false;
    const isOthers = isOwned(address) && !declared.has(address);
    return (
      !addresses.some((each) => isWithin(each, address) && !(isOthers && each === address)) &&
      (isOthers || !isAsked(address))
    );
  };
  const found = new Map<Address, DesiredResource>();
  const include = (address: Address, from?: KindShape) => {
    const whole = at.get(address);
    const shape = whole && shapes.get(whole.kind);
    if (whole === undefined || shape === undefined || found.has(address)) return;
    if (!isAsked(address) && declared.has(address)) return;
    const resource = canBeExternal(from, shape, isListed)
      ? createExternal(address, shape)
      : isReference(address, shape)
        ? { ...whole, fields: {}, isExternal: true as const, ...withoutUndefined({ pin: adopted.ids.get(address) }) }
        : isAsked(address)
          ? whole
          : nameOnly(whole, shape);
    found.set(address, resource);
    const named = referencesOf(resource, shapes).flatMap(({ names, isKey }) => (isKey ? [] : [names]));
    for (const next of [resource.parent, orderedContainerOf(resource, shapes), ...named])
      if (next !== null) include(next, shape);
  };
  const asked = adopted.resources.filter(({ address }) => isAsked(address));
  const external = asked.filter(({ address, kind }) => isReference(address, shapes.get(kind)));
  const isBelow = createWithinTest(new Set(external.map(({ address }) => address)));
  for (const { address, parent } of asked) if (parent === null || !isBelow(parent)) include(address);
  // If any custom field is declared, all fields with declared values must be.
  for (const resource of [...found.values(), ...(desired?.resources ?? [])])
    for (const { names, isKey } of referencesOf(resource, shapes)) if (isKey && isListed(listOf(names))) include(names);
  return adopted.resources.flatMap(({ address }) => found.get(address) ?? []);
}

/** Reduces a resource to its name, with the pin of an ambiguous name. */
function nameOnly(resource: DesiredResource, shape: KindShape): DesiredResource {
  const key = shape.key === 'name' ? [] : [shape.key.field];
  const names = new Set([...key, ...shape.naturalKeys.flat()]);
  const fields = Object.entries(resource.fields).filter(([name, value]) => {
    const field = shape.fields[name];
    const tellsApart = name === shape.narrowedBy && value === null;
    return (
      names.has(name) || field?.required === true || (field !== undefined && isContainerField(field)) || tellsApart
    );
  });
  return { ...resource, fields: Object.fromEntries(fields) };
}

/** Includes declared siblings, so that new ones find their neighbours. */
function ordersOf(
  { adopted, desired, shapes }: SelectInput,
  resources: readonly DesiredResource[],
  declared: Resources,
  isTopAsked: boolean,
): Adopted['orders'] {
  const known = adopted.resources.filter(({ address }) => declared.has(address));
  const included = indexByAddress(resources);
  const held = membersByContainer(indexByAddress([...known, ...resources]).values(), shapes);
  const kept = Object.entries(adopted.orders).flatMap(([container, members]) => {
    const there = new Set(held.get(container)?.map(({ address }) => address));
    const here = members.filter((address) => there.has(address));
    const isHere = here.some((address) => included.has(address)) && !included.get(container)?.isExternal;
    return isHere ? [[container, here] as const] : [];
  });
  // An undeclared order stays undeclared unless it was requested.
  const isKept = (container: Address) =>
    container !== topContainer || isTopAsked || desired?.orders[topContainer] !== undefined;
  return Object.fromEntries(kept.filter(([container]) => isKept(container)));
}

interface MergeInput {
  readonly desired: Desired;
  readonly selected: Selected;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

interface Merged extends Amended {
  /** Declared and selected resources that do not exist yet. */
  readonly pending: readonly Address[];
  /** Declared and selected resources that were applied before, and no longer exist. */
  readonly gone: readonly Address[];
}

/** Selected resources as they are live, everything else unchanged. */
export function merged(input: MergeInput): Merged {
  const { desired, selected, live, shapes } = input;
  const declaration = declarationPart(desired);
  const amendment = startAmendment(declaration, shapes);
  const { at, before } = amendment;
  const adopted = indexByAddress(selected.resources);
  const missing = [...before.values()].filter(({ address }) => selected.isAsked(address) && !adopted.has(address));
  const applied = new Set(
    Object.keys(input.ledger.resources).map(createAddressResolver(desired.moved, input.ledger, shapes)),
  );
  const gone = missing.filter((resource) => isGone(input, resource, applied)).map(({ address }) => address);
  removeWithChildren(amendment, ...gone);
  const unread = new Set(unreadLists(live).map(({ kind }) => kind));
  for (const found of selected.resources) {
    const was = before.get(found.address);
    // Referenced resources come after declared ones.
    if (was === undefined) at.delete(found.address);
    if (was === undefined) declareResource(amendment, found);
    else if (selected.isAsked(found.address)) declareResource(amendment, withUnread(was, found, unread, shapes));
  }
  declareNamed(amendment);
  const rearranged = new Set(Object.keys(selected.orders).filter(selected.isAsked));
  const pending = missing.map(({ address }) => address).filter((address) => at.has(address));
  return { ...finishAmendment(amendment, declaration, selected, rearranged), pending, gone };
}

/** Lists that the import does not need are not unread. */
function unreadLists({ lists }: Live) {
  return lists.filter(({ unknown, isLeftOut }) => unknown !== undefined && isLeftOut !== true);
}

/** The ledger contains it, its parent exists, and its list was read completely. Children of deleted objects are deleted with them. */
function isGone(
  { live, selected, shapes }: MergeInput,
  { address, kind, parent }: DesiredResource,
  applied: ReadonlySet<Address>,
) {
  if (!applied.has(address)) return false;
  if (parent !== null && !selected.ids.has(parent)) return false;
  // Also the lists of required references: a roster is incomplete without the members.
  const needed = Object.values(shapes.get(kind)?.fields ?? {}).flatMap(({ type, change }) =>
    type.is === 'ref' && change === 'replace' ? [type.to] : [],
  );
  if (unreadLists(live).some((list) => [kind, ...needed].includes(list.kind))) return false;
  return !isLeftOut(selected, address);
}

/** Whether a configuration cannot declare the resource, or could not read its list. */
export function isLeftOut({ leftOut }: Pick<Adopted, 'leftOut'>, address: Address): boolean {
  return leftOut.some(({ address: out, field }) => out !== undefined && field === undefined && isWithin(address, out));
}

/** Keeps a declared reference if the list of its target was not read completely. */
function withUnread({ fields }: DesiredResource, found: DesiredResource, unread: ReadonlySet<string>, shapes: Shapes) {
  const kept = Object.entries(fields).filter(([name]) => {
    const type = shapes.get(found.kind)?.fields[name]?.type;
    if (found.fields[name] !== undefined || type?.is !== 'ref') return false;
    return (
      unread.has(type.to) ||
      (type.within === 'self' && [...unread].some((kind) => shapes.get(kind)?.parents?.includes(found.kind)))
    );
  });
  return kept.length === 0 ? found : { ...found, fields: { ...found.fields, ...Object.fromEntries(kept) } };
}

/** If any member is declared, all members of rosters must be declared. */
function declareNamed({ at, shapes }: Amendment) {
  const kinds = new Set(withoutReferencedPeople(at.values()).map(({ kind }) => kind));
  for (const { isExternal, ...resource } of [...at.values()])
    if (isExternal && kinds.has(resource.kind) && shapes.get(resource.kind)?.missing === 'pending')
      at.set(resource.address, resource);
}
