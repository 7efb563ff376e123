/** The planner's input with its indexes, the names of live objects, and the ledger after `moved`. */
import {
  type Address,
  byAddress,
  childAddress,
  keyIn,
  type ListAddress,
  listOf,
  topContainerId,
} from '../core/address.ts';
import { compareTexts, groupBy, groupByPair, pairMap } from '../core/compare.ts';
import { type Invitation, intendedIn } from '../core/ledger-marks.ts';
import { once } from '../core/once.ts';
import type {
  Desired,
  DesiredList,
  DesiredResource,
  DesiredValue,
  KindName,
  Ledger,
  LedgerEntry,
  Live,
  LiveList,
  LiveObject,
  OtherConfiguration,
  Value,
} from '../core/state.ts';
import type { FieldShape } from '../kinds/field.ts';
import { listNow, type Renames, renamesOf } from '../kinds/renames.ts';
import { addressPath, type IdentityMap, identityMap, type KindShape, type Shapes, shapeOf } from '../kinds/shape.ts';
import type { Allowances, Companion } from './change.ts';
import { declaredMark } from './compare.ts';
import { type HeldFields, heldFieldsIn, withHeldFields } from './held-back.ts';
import type { Recorded } from './rewritten.ts';
import type { Limit } from './scope.ts';

export interface PlanInput {
  readonly desired: Desired;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly unconfirmed?: ReadonlySet<Address>;
  /** For each of them: ids of objects that looked like the new object before. */
  readonly candidates?: ReadonlyMap<Address, readonly string[]>;
  /** For each of them: companions with their addresses. */
  readonly companions?: ReadonlyMap<Address, readonly Companion[]>;
  readonly interrupted?: ReadonlySet<Address>;
  /** Addresses that an interrupted run was restoring from the trash. */
  readonly restored?: ReadonlySet<Address>;
  /** Invitations that an interrupted run requested without an answer. */
  readonly unanswered?: ReadonlyMap<Address, Invitation>;
  /** Containers whose declared order a partial plan does not read. */
  readonly unreadOrders?: ReadonlySet<Address>;
  readonly shapes: Shapes;
  readonly allowances?: Allowances;
  /** The day for rules of `policy.allow`, in UTC. Missing: no rule applies. */
  readonly today?: string;
  /** Missing: everything. */
  readonly scope?: Limit;
  /** Other configurations of the organization that are in reach. */
  readonly others?: readonly OtherConfiguration[];
}

/** `ledger`: entries after `moved`. */
export interface World extends Omit<RenamedLedger, 'entries'> {
  /** Fields that an earlier apply held back. They are not declared. */
  readonly heldFields: HeldFields;
  readonly input: PlanInput;
  readonly desired: Desired;
  readonly live: Live;
  readonly shapes: Shapes;
  readonly desiredAt: ReadonlyMap<Address, DesiredResource>;
  readonly ledger: ReadonlyMap<Address, LedgerEntry>;
  /** Ledger addresses that are not declared, or external, sorted. */
  readonly leftOver: readonly Address[];
  readonly containers: readonly Address[];
  /** Index in the live objects. `parentId` distinguishes members of several rosters, who have the same id in each. */
  readonly liveIndex: IdentityMap<number>['at'];
  readonly liveObject: (kind: KindName, id: string, parentId?: string | null) => LiveObject | undefined;
  readonly liveIn: (kind: KindName, parentId: string | null) => readonly LiveObject[];
  readonly liveList: (kind: KindName, parentId: string | null) => LiveList | undefined;
}

export function kindOf(world: Pick<World, 'shapes'>, address: Address): KindName | undefined {
  return addressPath(address, world.shapes)?.at(-1)?.kind;
}

export function parentOf(world: Pick<World, 'shapes' | 'desiredAt'>, address: Address): Address | null {
  const declared = world.desiredAt.get(address);
  return declared !== undefined ? declared.parent : (addressPath(address, world.shapes)?.at(-2)?.address ?? null);
}

const nothing: readonly LiveObject[] = [];

export function leftOverOf(ledger: World['ledger'], desiredAt: World['desiredAt']): readonly Address[] {
  const leftOver: Address[] = [];
  for (const address of ledger.keys())
    if (desiredAt.get(address)?.isExternal ?? !desiredAt.has(address)) leftOver.push(address);
  return leftOver.sort();
}

export function createWorld(given: PlanInput): World {
  const { live, shapes } = given;
  const indexes = identityMap<number>(shapes);
  for (let index = 0; index < live.objects.length; index += 1) indexes.set(live.objects[index] as LiveObject, index);
  const byParent = once(() =>
    groupByPair(
      live.objects,
      ({ kind }) => kind,
      ({ parentId }) => parentId ?? topContainerId,
    ),
  );
  const lists = once(() => {
    const found = pairMap<KindName, string, LiveList>();
    for (const list of live.lists) found.set(list.kind, list.parentId ?? topContainerId, list);
    return found;
  });
  const { entries, ...renamed } = renamedLedger(given);
  const heldFields = heldFieldsIn(given.desired, entries, shapes);
  const desired = withHeldFields(given.desired, heldFields);
  const input = { ...given, desired };
  const desiredAt = new Map<Address, DesiredResource>();
  for (const resource of desired.resources) desiredAt.set(resource.address, resource);
  return {
    input,
    desired,
    live,
    shapes,
    desiredAt,
    ledger: entries,
    leftOver: leftOverOf(entries, desiredAt),
    heldFields,
    containers: Object.keys(desired.orders).sort(),
    ...renamed,
    liveIndex: indexes.at,
    liveObject: (kind, id, parentId = null) => live.objects[indexes.at(kind, id, parentId) ?? -1],
    liveIn: (kind, parentId) => byParent().get(kind, parentId ?? topContainerId) ?? nothing,
    liveList: (kind, parentId) => lists().get(kind, parentId ?? topContainerId),
  };
}

export function liveParentOf(
  world: World,
  { kind, parentId }: Pick<LiveObject, 'kind' | 'parentId'>,
): LiveObject | undefined {
  if (parentId === null) return undefined;
  for (const parent of world.shapes.get(kind)?.parents ?? []) {
    const found = world.liveObject(parent, parentId);
    if (found) return found;
  }
  return undefined;
}

/** The objects of a list that are not in the trash. */
export function presentIn(world: World): World['liveIn'] {
  return (kind, parentId) => {
    const all = world.liveIn(kind, parentId);
    return all.some(({ isDeleted }) => isDeleted) ? all.filter(({ isDeleted }) => !isDeleted) : all;
  };
}

/** Fingerprints of the last apply. None after an interrupted update, because the applied values are unknown. */
export function recordedAt({ input, ledger }: World, address: Address): Recorded {
  const entry = input.interrupted?.has(address) ? undefined : ledger.get(address);
  return { applied: entry?.applied && withoutIntended(entry.applied), rewritten: entry?.rewritten };
}

function withoutIntended(applied: NonNullable<LedgerEntry['applied']>) {
  const isIntended = (mark: string) => intendedIn(mark) !== undefined;
  if (!Object.values(applied).some(isIntended)) return applied;
  return Object.fromEntries(Object.entries(applied).filter(([, mark]) => !isIntended(mark)));
}

/** `orders` contains the order that readers see. */
export function inCanonicalOrder(desired: Desired, shapes: Shapes): Desired {
  const ranks = new Map(
    [...shapes].map(([kind, { fields }]) => [kind, new Map(Object.keys(fields).map((name, rank) => [name, rank]))]),
  );
  const resources = desired.resources.map((resource) =>
    isInOrder(resource, ranks.get(resource.kind)) ? resource : { ...resource, fields: fieldsInOrder(resource, shapes) },
  );
  const lists = [...desired.lists].sort((a, b) => compareTexts(a.list, b.list));
  return { ...desired, resources: resources.sort(byAddress), lists };
}

function isInOrder({ fields }: DesiredResource, ranks: ReadonlyMap<string, number> | undefined) {
  let last = -1;
  for (const name in fields) {
    const rank = ranks?.get(name) ?? -1;
    if (rank <= last || fields[name] === undefined) return false;
    last = rank;
  }
  return true;
}

function fieldsInOrder({ kind, fields }: DesiredResource, shapes: Shapes): DesiredResource['fields'] {
  const ordered: { [field: string]: DesiredValue } = {};
  for (const name in shapes.get(kind)?.fields) if (name in fields) ordered[name] = fields[name] ?? null;
  return ordered;
}

/** The name of an object: the last part of its natural key, its title, the name of its target, or its id. */
export function nameOf(world: World, live: LiveObject): string {
  return liveName(world, live) ?? live.id;
}

export function liveName(world: World, live: LiveObject): string | undefined {
  const shape = shapeOf(world, live.kind);
  const read = (name: string): Value | undefined => {
    const value = live.fields[name];
    const type = shape.fields[name]?.type;
    const target = type?.is === 'ref' && typeof value === 'string' ? world.liveObject(type.to, value) : undefined;
    return target ? nameOf(world, target) : value;
  };
  for (const names of shape.naturalKeys.toReversed()) {
    const values = names.map(read);
    if (values.every((value) => typeof value === 'string')) return values.join(' ');
  }
  return undefined;
}

/** Earlier plans can have added undeclared objects to the list. They are neither deleted nor drift. */
export function isFilledByPlans(
  { desiredAt, shapes }: Pick<World, 'desiredAt' | 'shapes'>,
  { list, kind }: Pick<DesiredList, 'list' | 'kind'>,
): boolean {
  const { kind: of = '', fields = {} } = desiredAt.get(listOf(list)) ?? {};
  return Object.keys(fields).some((name) => shapes.get(of)?.fields[name]?.reads?.includes(kind));
}

export function isPrunedWhole(world: World, list: DesiredList): boolean {
  const { kind, prune, pruneIsNamed } = list;
  const shape = shapeOf(world, kind);
  if (isFilledByPlans(world, list)) return false;
  return prune === 'all' && !shape.undeletable && (pruneIsNamed || !shape.pruneMustBeNamed);
}

/** The address of an undeclared object, with the id as key. */
export function unmanagedAddress(shape: KindShape, parent: Address | null, id: string): Address {
  return childAddress(parent, shape.segment, `id:${id}`);
}

interface Renamed {
  readonly from: Address;
  readonly to: Address;
  /** Whether the resource's own key changes, not only the key of a container or target. */
  readonly isOwn: boolean;
}

export interface RenamedLedger {
  readonly entries: ReadonlyMap<Address, LedgerEntry>;
  readonly restated: ReadonlySet<Address>;
  readonly lists: ReadonlySet<ListAddress>;
  readonly orders: ReadonlyMap<Address, string>;
  readonly pending: ReadonlyMap<Address, string>;
  readonly external: ReadonlyMap<Address, string>;
  readonly renamed: readonly Renamed[];
  /** Ledger addresses by new address, if `moved` leads several objects to one address. */
  readonly contested: ReadonlyMap<Address, readonly Address[]>;
  readonly markOf: Renames['markOf'];
}

/** `live`: missing for offline plans, which assume that all objects of the ledger exist. */
type Input = { readonly desired: Desired; readonly live?: Live; readonly ledger: Ledger; readonly shapes: Shapes };

export function renamedLedger(input: Input): RenamedLedger {
  const { desired, ledger, shapes } = input;
  const renames = renamesOf(desired.moved, shapes);
  if (renames.entries.length === 0) return unrenamed(ledger, renames);
  const { now, places, contested } = placesOf(input, renames);
  const entries = new Map<Address, LedgerEntry>();
  for (const [address, old] of places) {
    const entry = ledger.resources[old];
    if (entry !== undefined) entries.set(address, withMark(entry, renames.markOf(address)));
  }
  const renamed = [...places].flatMap(([to, from]) =>
    to === from ? [] : [{ from, to, isOwn: isOwn(from, to, shapes) }],
  );
  const marked = withRenamedLastApplied(entries, renamed, shapes);
  return {
    entries: marked,
    restated: new Set(
      [...marked].flatMap(([address, entry]) => (ledger.resources[address] === entry ? [] : [address])),
    ),
    lists: new Set(ledger.lists.map((list) => listNow(list, now))),
    orders: new Map(Object.entries(ledger.orders ?? {}).map(([container, mark]) => [now(container), mark])),
    pending: new Map(Object.entries(ledger.pending ?? {}).map(([address, mark]) => [now(address), mark])),
    external: new Map(Object.entries(ledger.external ?? {})),
    renamed,
    contested,
    markOf: renames.markOf,
  };
}

/** Without `moved`, only obsolete marks are removed. */
function unrenamed(ledger: Ledger, { markOf }: Renames): RenamedLedger {
  const { resources, lists, orders = {}, pending = {}, external = {} } = ledger;
  const entries = new Map<Address, LedgerEntry>();
  const restated = new Set<Address>();
  for (const address of Object.keys(resources).sort()) {
    const entry = resources[address];
    if (entry === undefined) continue;
    const unmarked = withMark(entry, undefined);
    entries.set(address, unmarked);
    if (unmarked !== entry) restated.add(address);
  }
  return {
    ...{ entries, restated, lists: new Set(lists), orders: new Map(Object.entries(orders)) },
    ...{ pending: new Map(Object.entries(pending)), external: new Map(Object.entries(external)) },
    ...{ renamed: [], contested: new Map(), markOf },
  };
}

/** An old address leads to the new one, unless its own object still exists. `places`: ledger addresses by current address. */
function placesOf({ live, ledger, shapes }: Input, renames: Renames) {
  const markAt = (address: Address) => ledger.resources[address]?.was;
  const known = Object.keys(ledger.resources).sort();
  const rivals = groupBy(known, (address) => renames.now(address, markAt));
  const there = live && new Set(live.objects.map(({ kind, id }) => `${kind}:${id}`));
  const unread = new Set(live?.lists.flatMap(({ kind, unknown }) => (unknown === undefined ? [] : [kind])));
  const places = new Map<Address, Address>();
  const refused: Address[] = [];
  const contested = new Map<Address, readonly Address[]>();
  for (const [target, all] of rivals) {
    const kind = kindAt(target, shapes);
    const isThere = (address: Address) => there?.has(`${kind}:${ledger.resources[address]?.id}`) ?? true;
    const isTaking = (address: Address) => all.length === 1 || isThere(address) || unread.has(kind);
    const taking = all.filter(isTaking);
    const standing = all.find((address) => address === target);
    const winner =
      taking.length < 2 ? (taking[0] ?? all.find((each) => each !== target)) : taking.find((each) => each === standing);
    if (winner !== undefined) places.set(target, winner);
    for (const address of all) if (address !== winner) refused.push(address);
    if (all.filter(isThere).length > 1) contested.set(target, all.filter(isThere));
  }
  // A renamed resource keeps the old address until another one takes it.
  const lost = new Set(refused);
  for (const address of refused) if (!places.has(address)) places.set(address, address);
  return { now: (address: Address) => (lost.has(address) ? address : renames.now(address, markAt)), places, contested };
}

function withMark(entry: LedgerEntry, mark: string | undefined): LedgerEntry {
  if (entry.was === mark) return entry;
  const { was, ...rest } = entry;
  return mark === undefined ? rest : { ...rest, was: mark };
}

/** The key of a site-space is the key of its space. */
function isOwn(from: Address, to: Address, shapes: Shapes) {
  const shape = shapes.get(kindAt(to, shapes));
  const type = shape === undefined || shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  return type?.is !== 'ref' && shape?.singleton !== true && keyIn(from) !== keyIn(to);
}

type MarksOf = (field: FieldShape, kind: KindName) => ReadonlyMap<string, string>;

/** Updates the fingerprints of references to renamed addresses. */
export function withRenamedLastApplied(
  entries: ReadonlyMap<Address, LedgerEntry>,
  renamed: readonly Pick<Renamed, 'from' | 'to'>[],
  shapes: Shapes,
): ReadonlyMap<Address, LedgerEntry> {
  if (renamed.length === 0) return entries;
  const marksOf = renamedMarks(renamed, shapes);
  return new Map(
    [...entries].map(([address, entry]) => [address, withLastApplied(entry, kindAt(address, shapes), marksOf, shapes)]),
  );
}

function renamedMarks(renamed: readonly Pick<Renamed, 'from' | 'to'>[], shapes: Shapes): MarksOf {
  const byKind = groupBy(renamed, ({ to }) => kindAt(to, shapes));
  const known = new Map<FieldShape, ReadonlyMap<string, string>>();
  return (field, kind) => {
    const pairs = byKind.get(kind) ?? [];
    const found =
      known.get(field) ??
      new Map(pairs.map(({ from, to }) => [declaredMark(field, { ref: from }), declaredMark(field, { ref: to })]));
    known.set(field, found);
    return found;
  };
}

function withLastApplied(entry: LedgerEntry, kind: KindName, marksOf: MarksOf, shapes: Shapes): LedgerEntry {
  const changed: { [field: string]: string } = {};
  for (const [name, field] of Object.entries(shapes.get(kind)?.fields ?? {})) {
    const mark = entry.applied?.[name];
    const renamed = field.type.is === 'ref' && mark !== undefined ? marksOf(field, field.type.to).get(mark) : undefined;
    if (renamed !== undefined) changed[name] = renamed;
  }
  return Object.keys(changed).length === 0 ? entry : { ...entry, applied: { ...entry.applied, ...changed } };
}

function kindAt(address: Address, shapes: Shapes) {
  return addressPath(address, shapes)?.at(-1)?.kind ?? '';
}
