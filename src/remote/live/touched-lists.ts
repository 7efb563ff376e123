/** Computes which lists the scope of a partial plan needs. The plan reads these, and leaves out the others. Pure. */
import {
  type Address,
  type ListAddress,
  listAddress,
  listOf,
  topContainer,
  topLevelAddress,
} from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import type { Extent } from '../../core/extent.ts';
import { cacheFirstResult } from '../../core/once.ts';
import { type Desired, type DesiredResource, isReference, type KindName, type Ledger } from '../../core/state.ts';
import { isCondition } from '../../kinds/field.ts';
import { createAddressResolver } from '../../kinds/renames.ts';
import { type KindShape, keepsOrderIn, kindOfAddress, kindOfContainer, shapeOf, topKind } from '../../kinds/shape.ts';
import { isStructureKind } from './gathering.ts';
import { collectMentions, type Definitions, type Mention, type Mentions } from './mentions.ts';

interface TouchedInput {
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly unconfirmed?: ReadonlySet<Address>;
  readonly definitions: Definitions;
  /** The scope: resources, lists and containers with an order. */
  readonly selects: (address: Address) => boolean;
}

type Work = ReturnType<typeof startTouching>;

/** The mentioned lists outside the extent of an import, and the declared orders in it. */
export function listsOutsideExtent(
  { kinds, reaches }: Extent,
  { desired, ledger, definitions }: Omit<TouchedInput, 'selects'>,
) {
  const leftOut = new Map<ListAddress, KindName>();
  forEachMentionedList(collectMentions(desired, ledger, definitions), definitions, null, (list, kind) => {
    const isRead = list.includes('/') ? reaches(topLevelAddress(list)) : kinds.has(kind);
    if (!isRead) leftOut.set(list, kind);
  });
  const isTopRead = [...definitions.values()].every((shape) => !keepsOrderIn(shape, topKind) || kinds.has(shape.name));
  const isSeen = (container: Address) =>
    container === topContainer
      ? isTopRead
      : [container, ...(desired.orders[container] ?? [])].some((address) => reaches(topLevelAddress(address)));
  const orders = Object.entries(desired.orders).filter(([container]) => isSeen(container));
  return { leftOut, orders: Object.fromEntries(orders) };
}

/** `leftOut`: lists that are not read. `orders`: declared orders of containers whose live order is read. */
export function computeTouchedLists(input: TouchedInput) {
  const work = startTouching(input);
  const { selects, ledger } = input;
  // The ledger also records declarations that are pending; their removal is a change.
  const recorded = [...work.known.keys(), ...Object.keys(ledger.pending ?? {})];
  for (const address of [...work.now.keys(), ...recorded]) if (selects(address)) touchObject(work, address);
  for (const list of work.all.keys()) if (selects(list)) addListToRead(work, list);
  const orders = touchedOrders(work);
  for (const container of orders) for (const list of listsOfOrder(work, container)) addListToRead(work, list);
  for (let list = work.open.pop(); list !== undefined; list = work.open.pop()) touchMembers(work, list);
  const { all, read, desired } = work;
  const isSeen = (container: Address) => orders.has(container) || isOrderAlongside(work, container);
  return {
    read,
    leftOut: new Map([...all].filter(([list]) => !read.has(list))),
    orders: Object.fromEntries(Object.entries(desired.orders).filter(([container]) => isSeen(container))),
  };
}

function startTouching(input: TouchedInput) {
  const { desired, ledger, definitions, unconfirmed } = input;
  const all = new Map<ListAddress, KindName>();
  const membersOf = new Map<ListAddress, readonly Address[]>();
  forEachMentionedList(
    collectMentions(desired, ledger, definitions, unconfirmed),
    definitions,
    null,
    (list, kind, members) => {
      all.set(list, kind);
      membersOf.set(
        list,
        members.map(({ address }) => address),
      );
    },
  );
  const now = createAddressResolver(desired.moved, ledger, definitions);
  return {
    ...input,
    all,
    membersOf,
    listsIn: groupBy(
      [...all.keys()].filter((list) => list.includes('/')),
      listOf,
    ),
    now: new Map(desired.resources.map((resource) => [resource.address, resource])),
    known: new Map(Object.entries(ledger.resources).map(([address, { id }]) => [now(address), id])),
    read: new Set<ListAddress>(),
    sitesOf: cacheFirstResult(() => sitesOfSpaces(desired)),
    /** Lists whose members are not processed yet. */
    open: [] as ListAddress[],
    touched: new Set<Address>(),
    /** Kinds whose possible referrers are all read. */
    referred: new Set<KindName>(),
  };
}

type Found = (list: ListAddress, kind: KindName, members: readonly Mention[]) => void;

function forEachMentionedList(mentions: Mentions, definitions: Definitions, parent: Address | null, found: Found) {
  for (const [kind, members] of mentions.in(parent)) {
    found(listAddress(parent, shapeOf({ shapes: definitions }, kind).segment), kind, members);
    for (const { address } of members) forEachMentionedList(mentions, definitions, address, found);
  }
}

function listHolding({ definitions }: Pick<Work, 'definitions'>, address: Address) {
  const kind = kindOfAddress(address, definitions);
  return kind !== undefined && definitions.get(kind)?.singleton ? address : listOf(address);
}

function touchedOrders({ desired, touched, selects }: Work): ReadonlySet<Address> {
  const isTouched = (container: Address) =>
    selects(container) || desired.orders[container]?.some((member) => touched.has(member)) === true;
  return new Set(Object.keys(desired.orders).filter(isTouched));
}

function listsOfOrder(work: Work, container: Address): readonly ListAddress[] {
  return [...(work.desired.orders[container] ?? []), ...(container === topContainer ? [] : [container])].map(
    (address) => listHolding(work, address),
  );
}

function isOrderAlongside({ definitions }: Work, container: Address) {
  const kind = kindOfContainer(container, definitions);
  return (
    kind === topKind ||
    [...definitions.values()].some((each) => isStructureKind({ definitions }, each.name) && keepsOrderIn(each, kind))
  );
}

function addListToRead(work: Work, list: ListAddress) {
  if (!work.all.has(list) || work.read.has(list)) return;
  work.read.add(list);
  work.open.push(list);
  if (list.includes('/')) addListToRead(work, listHolding(work, listOf(list)));
}

/** If the object can be replaced or deleted, everything in it and everything that can refer to it is read. */
function touchObject(work: Work, address: Address) {
  const { touched, now, known, definitions } = work;
  if (touched.has(address)) return;
  touched.add(address);
  addListToRead(work, listHolding(work, address));
  const current = now.get(address);
  if (current !== undefined) addGuardLists(work, current);
  if (!known.has(address) || (current !== undefined && keepsObject(work, current))) return;
  addListsWithin(work, address);
  const kind = kindOfAddress(address, definitions);
  if (kind !== undefined) addListsReferring(work, kind);
}

/** Neither its pin nor an immutable field can change the object. */
function keepsObject({ definitions, known }: Work, { address, kind, pin }: DesiredResource) {
  const fields = Object.values(shapeOf({ shapes: definitions }, kind).fields);
  return (pin === undefined || pin === known.get(address)) && fields.every(({ change }) => change !== 'replace');
}

function addListsWithin(work: Work, address: Address, isWanted = (_: KindName) => true) {
  for (const list of work.listsIn.get(address) ?? []) {
    if (isWanted(work.all.get(list) ?? '')) addListToRead(work, list);
    for (const member of work.membersOf.get(list) ?? []) addListsWithin(work, member, isWanted);
  }
}

/** Only top-level objects have references from elsewhere. */
function addListsReferring(work: Work, kind: KindName) {
  const { definitions, referred } = work;
  if (referred.has(kind) || definitions.get(kind)?.parents !== undefined) return;
  referred.add(kind);
  const refers = ({ fields }: KindShape) =>
    Object.values(fields).some(
      ({ type }) => (type.is === 'ref' && type.to === kind) || (type.is === 'keyed' && type.keysRefer === kind),
    );
  const kinds = new Set([...definitions.values()].filter(refers).map(({ name }) => name));
  for (const [list, each] of work.all) if (kinds.has(each)) addListToRead(work, list);
}

/** All declared members of a list are compared, and former members too. */
function touchMembers(work: Work, list: ListAddress) {
  const { definitions, all, membersOf, now, known } = work;
  const kind = all.get(list) ?? '';
  for (const { name, fields, parents } of definitions.values())
    if (parents === undefined && Object.values(fields).some(({ after }) => after?.includes(kind)))
      addListToRead(work, listOfKind(work, name, list));
  if (isStructureKind({ definitions }, kind))
    addListsWithin(work, topLevelAddress(list), (each) => isStructureKind({ definitions }, each));
  for (const member of membersOf.get(list) ?? []) {
    const resource = now.get(member);
    if (resource !== undefined) addGuardLists(work, resource);
    else if (known.has(member)) touchObject(work, member);
  }
}

/** Reads the lists that the guards of the resource need. References are read only if the resource is affected or must be matched. */
function addGuardLists(work: Work, resource: DesiredResource) {
  const { address, kind, fields, claim } = resource;
  if (claim !== undefined) addClaimPlaceLists(work, resource);
  const shape = shapeOf({ shapes: work.definitions }, kind);
  const isReferring = work.touched.has(address) || !work.known.has(address);
  for (const [name, value] of Object.entries(fields)) {
    const field = shape.fields[name];
    if (field === undefined) continue;
    if (isReference(value) && isReferring) addListToRead(work, listHolding(work, value.ref));
    if (field.type.is === 'keyed' && isReferring) addListToRead(work, listOfKind(work, field.type.keysRefer, address));
    if (value === true || (isCondition(field) && typeof value === 'string'))
      for (const each of field.after ?? []) addListToRead(work, listOfKind(work, each, address));
  }
}

/** The structure of a site shows which objects Git Sync keeps at the places of its file. */
function addClaimPlaceLists(work: Work, { address, kind, parent }: DesiredResource) {
  const isOfSite = kind === 'site' || parent !== null;
  const site = isOfSite ? topLevelAddress(address) : work.sitesOf().get(address);
  if (site === undefined) return;
  addListToRead(work, listOf(site));
  addListsWithin(work, site, (each) => isStructureKind(work, each));
}

/** The claimed site of each claimed space. */
function sitesOfSpaces({ resources }: Desired): ReadonlyMap<Address, Address> {
  return new Map(
    resources.flatMap(({ address, claim, fields }) =>
      claim !== undefined && isReference(fields.space) ? [[fields.space.ref, topLevelAddress(address)] as const] : [],
    ),
  );
}

function listOfKind({ definitions }: Work, kind: KindName, address: Address) {
  const { segment, parents } = shapeOf({ shapes: definitions }, kind);
  return listAddress(parents === undefined ? null : topLevelAddress(address), segment);
}
