/** Computes which lists a change of the configuration can affect. A partial plan reads these, and leaves out the others. Pure. */
import { type Address, type ListAddress, listAddress, listOf, topContainer, topOf } from '../core/address.ts';
import { canonicalJson } from '../core/canonical.ts';
import { groupBy } from '../core/group-by.ts';
import type { Desired, DesiredResource, KindName, Ledger } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { isCondition } from '../kinds/field.ts';
import { nowOf } from '../kinds/renames.ts';
import { addressPath, containerKind, type KindShape, keepsOrderIn, shapeOf, topKind } from '../kinds/shape.ts';
import type { Definitions } from './gathering.ts';
import { type Mention, type Mentions, mentionsOf } from './mentions.ts';
import { isStructure } from './site-structure.ts';

export interface TouchedInput {
  /** The configuration before the change. */
  readonly before: Desired;
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly unconfirmed?: ReadonlySet<Address>;
  readonly definitions: Definitions;
}

export interface TouchedLists {
  readonly read: ReadonlySet<ListAddress>;
  /** Mentioned, but not affected. */
  readonly leftOut: ReadonlyMap<ListAddress, KindName>;
  /** Declared orders of containers whose live order is read. */
  readonly orders: Desired['orders'];
}

interface Work extends TouchedInput {
  /** All lists of a full plan. */
  readonly all: ReadonlyMap<ListAddress, KindName>;
  readonly membersOf: ReadonlyMap<ListAddress, readonly Address[]>;
  /** By container. */
  readonly listsIn: ReadonlyMap<Address, readonly ListAddress[]>;
  readonly now: ReadonlyMap<Address, DesiredResource>;
  readonly was: ReadonlyMap<Address, DesiredResource>;
  /** Current addresses of ledger entries. */
  readonly known: ReadonlySet<Address>;
  readonly renamed: ReadonlySet<Address>;
  readonly read: Set<ListAddress>;
  /** Lists whose members are not processed yet. */
  readonly open: ListAddress[];
  readonly touched: Set<Address>;
  /** Kinds whose possible referrers are all read. */
  readonly referred: Set<KindName>;
}

export function touchedLists(input: TouchedInput): TouchedLists {
  const work = begin(input);
  for (const address of [...differing(work), ...work.renamed]) touch(work, address);
  for (const list of changedLists(work)) want(work, list);
  const orders = touchedOrders(work);
  for (const container of orders) for (const list of listsOfOrder(work, container)) want(work, list);
  for (let list = work.open.pop(); list !== undefined; list = work.open.pop()) lookInto(work, list);
  const { all, read, desired } = work;
  const isSeen = (container: Address): boolean => orders.has(container) || isOrderAlongside(work, container);
  return {
    read,
    leftOut: new Map([...all].filter(([list]) => !read.has(list))),
    orders: Object.fromEntries(Object.entries(desired.orders).filter(([container]) => isSeen(container))),
  };
}

function begin(input: TouchedInput): Work {
  const { before, desired, ledger, definitions, unconfirmed } = input;
  const all = new Map<ListAddress, KindName>();
  const membersOf = new Map<ListAddress, readonly Address[]>();
  listMentioned(mentionsOf(desired, ledger, definitions, unconfirmed), definitions, null, (list, kind, members) => {
    all.set(list, kind);
    membersOf.set(
      list,
      members.map(({ address }) => address),
    );
  });
  const now = nowOf(desired.moved, ledger, definitions);
  return {
    ...input,
    all,
    membersOf,
    listsIn: groupBy(
      [...all.keys()].filter((list) => list.includes('/')),
      listOf,
    ),
    now: new Map(desired.resources.map((resource) => [resource.address, resource])),
    was: new Map(before.resources.map((resource) => [resource.address, resource])),
    known: new Set(Object.keys(ledger.resources).map(now)),
    renamed: renamed(input),
    read: new Set(),
    open: [],
    touched: new Set(),
    referred: new Set(),
  };
}

type Found = (list: ListAddress, kind: KindName, members: readonly Mention[]) => void;

function listMentioned(mentions: Mentions, definitions: Definitions, parent: Address | null, found: Found): void {
  for (const [kind, members] of mentions.in(parent)) {
    found(listAddress(parent, shapeOf({ shapes: definitions }, kind).segment), kind, members);
    for (const { address } of members) listMentioned(mentions, definitions, address, found);
  }
}

/** A singleton is a list of its own. */
function listAt({ definitions }: Pick<Work, 'definitions'>, address: Address): ListAddress {
  const kind = addressPath(address, definitions)?.at(-1)?.kind;
  return kind !== undefined && definitions.get(kind)?.singleton ? address : listOf(address);
}

/** Added, removed or changed resources. */
function differing({ was, now }: Work): readonly Address[] {
  return [...new Set([...was.keys(), ...now.keys()])].filter(
    (address) => said(was.get(address)) !== said(now.get(address)),
  );
}

/** The declaration without its position in files. */
function said(resource: DesiredResource | undefined): string {
  if (resource === undefined) return '';
  const { kind, fields, pin = null, protect = null, replace = null, isExternal = false } = resource;
  return canonicalJson({ kind, fields, pin, protect, replace, isExternal });
}

/** Both addresses of each added or removed rename. */
function renamed({ before, desired }: TouchedInput): ReadonlySet<Address> {
  const entries = [before, desired].map(
    ({ moved }) => new Map(moved.map((entry) => [`${entry.from} ${entry.to} ${entry.reused}`, entry])),
  );
  const [old = new Map(), current = new Map()] = entries;
  const one = [...old].filter(([entry]) => !current.has(entry));
  const other = [...current].filter(([entry]) => !old.has(entry));
  return new Set([...one, ...other].flatMap(([, { from, to }]) => [from, to]));
}

/** Lists that were added or removed, or whose prune or protect policy changed. */
function changedLists({ before, desired, all, definitions }: Work): readonly ListAddress[] {
  const words = ({ lists }: Desired) =>
    new Map(lists.map(({ list, prune, pruneIsNamed }) => [list, `${prune} ${pruneIsNamed}`]));
  const [old, current] = [words(before), words(desired)];
  const declared = [...new Set([...old.keys(), ...current.keys()])].filter(
    (list) => old.get(list) !== current.get(list),
  );
  const kinds = [...definitions.keys()].filter(
    (kind) =>
      before.policy.prune(kind) !== desired.policy.prune(kind) ||
      before.policy.protect.includes(kind) !== desired.policy.protect.includes(kind),
  );
  return [...declared, ...[...all].flatMap(([list, kind]) => (kinds.includes(kind) ? [list] : []))];
}

/** Containers with a changed order, or with an affected member. */
function touchedOrders({ before, desired, touched }: Work): ReadonlySet<Address> {
  const containers = new Set([...Object.keys(before.orders), ...Object.keys(desired.orders)]);
  const isTouched = (container: Address): boolean => {
    const [old = [], current = []] = [before.orders[container], desired.orders[container]];
    return old.join('\n') !== current.join('\n') || current.some((member) => touched.has(member));
  };
  return new Set([...containers].filter(isTouched));
}

/** The lists that show the order in a container: those of its members, and its own. */
function listsOfOrder(work: Work, container: Address): readonly ListAddress[] {
  const members = [work.before, work.desired].flatMap((each) => each.orders[container] ?? []);
  return [...members, ...(container === topContainer ? [] : [container])].map((address) => listAt(work, address));
}

/** Whether the lists of the members show the order. */
function isOrderAlongside({ definitions }: Work, container: Address): boolean {
  const kind = containerKind(container, definitions);
  return (
    kind === topKind ||
    [...definitions.values()].some((each) => isStructure({ definitions }, each.name) && keepsOrderIn(each, kind))
  );
}

function want(work: Work, list: ListAddress): void {
  if (!work.all.has(list) || work.read.has(list)) return;
  work.read.add(list);
  work.open.push(list);
  if (list.includes('/')) want(work, listAt(work, listOf(list)));
}

/** If the object can be replaced or deleted, everything in it and everything that can refer to it is read. */
function touch(work: Work, address: Address): void {
  const { touched, was, now, known, definitions } = work;
  if (touched.has(address)) return;
  touched.add(address);
  want(work, listAt(work, address));
  const [old, current] = [was.get(address), now.get(address)];
  for (const resource of [old, current]) if (resource !== undefined) wantNeeded(work, resource);
  const isNew = old === undefined && !known.has(address);
  if (isNew || (old !== undefined && current !== undefined && known.has(address) && isKept(work, old, current))) return;
  wantWithin(work, address);
  const kind = addressPath(address, definitions)?.at(-1)?.kind;
  if (kind !== undefined && !work.renamed.has(address)) wantReferring(work, kind);
}

/** Neither its pin nor an immutable field changes. */
function isKept({ definitions }: Work, old: DesiredResource, current: DesiredResource): boolean {
  const { fields } = shapeOf({ shapes: definitions }, current.kind);
  const fixed = (resource: DesiredResource): string =>
    canonicalJson([
      resource.pin ?? null,
      Object.entries(resource.fields).filter(([name]) => fields[name]?.change === 'replace'),
    ]);
  return fixed(old) === fixed(current);
}

function wantWithin(work: Work, address: Address, isWanted = (_: KindName): boolean => true): void {
  for (const list of work.listsIn.get(address) ?? []) {
    if (isWanted(work.all.get(list) ?? '')) want(work, list);
    for (const member of work.membersOf.get(list) ?? []) wantWithin(work, member, isWanted);
  }
}

/** Only top-level objects have references from elsewhere. */
function wantReferring(work: Work, kind: KindName): void {
  const { definitions, referred } = work;
  if (referred.has(kind) || definitions.get(kind)?.parents !== undefined) return;
  referred.add(kind);
  const refers = ({ fields }: KindShape): boolean =>
    Object.values(fields).some(
      ({ type }) => (type.is === 'ref' && type.to === kind) || (type.is === 'keyed' && type.keysRefer === kind),
    );
  const kinds = new Set([...definitions.values()].filter(refers).map(({ name }) => name));
  for (const [list, each] of work.all) if (kinds.has(each)) want(work, list);
}

/** All declared members of a list are compared, and former members too. */
function lookInto(work: Work, list: ListAddress): void {
  const { definitions, all, membersOf, now, known } = work;
  const kind = all.get(list) ?? '';
  for (const { name, fields, parents } of definitions.values())
    if (parents === undefined && Object.values(fields).some(({ after }) => after?.includes(kind)))
      want(work, listOfKind(work, name, list));
  if (isStructure({ definitions }, kind)) wantWithin(work, topOf(list), (each) => isStructure({ definitions }, each));
  for (const member of membersOf.get(list) ?? []) {
    const resource = now.get(member);
    if (resource !== undefined) wantNeeded(work, resource);
    else if (known.has(member)) touch(work, member);
  }
}

/** Reads what its guards need. References are read only if the resource is affected or must be matched. */
function wantNeeded(work: Work, { address, kind, fields }: DesiredResource): void {
  const shape = shapeOf({ shapes: work.definitions }, kind);
  const isReferring = work.touched.has(address) || !work.known.has(address);
  for (const [name, value] of Object.entries(fields)) {
    const field = shape.fields[name];
    if (field === undefined) continue;
    if (isReference(value) && isReferring) want(work, listAt(work, value.ref));
    if (field.type.is === 'keyed' && isReferring) want(work, listOfKind(work, field.type.keysRefer, address));
    if (value === true || (isCondition(field) && typeof value === 'string'))
      for (const each of field.after ?? []) want(work, listOfKind(work, each, address));
  }
}

/** At the top level, or in the outermost container of the address. */
function listOfKind({ definitions }: Work, kind: KindName, address: Address): ListAddress {
  const { segment, parents } = shapeOf({ shapes: definitions }, kind);
  return listAddress(parents === undefined ? null : topOf(address), segment);
}
