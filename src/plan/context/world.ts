/** The planner's input with its indexes, and the names of live objects. */
import { type Address, childAddress, listOf, topContainerId } from '../../core/address.ts';
import { findClaimPlaces, type Places } from '../../core/claim-places.ts';
import { groupByPair, pairMap } from '../../core/compare.ts';
import { readIntendedMark } from '../../core/ledger-marks.ts';
import { cacheFirstResult } from '../../core/once.ts';
import type { Invitation } from '../../core/pending-marks.ts';
import type {
  Desired,
  DesiredList,
  DesiredResource,
  KindName,
  Ledger,
  LedgerEntry,
  Live,
  LiveList,
  LiveObject,
  OtherConfiguration,
  Value,
} from '../../core/state.ts';
import {
  createIdentityMap,
  type IdentityMap,
  type KindShape,
  kindOfAddress,
  parseAddress,
  type Shapes,
  shapeOf,
} from '../../kinds/shape.ts';
import { addHeldFields, findHeldFields, type HeldFields } from '../fields/held-back.ts';
import type { Recorded } from '../fields/rewritten.ts';
import type { Allowances } from '../result/change.ts';
import type { Limit } from '../result/scope.ts';
import type { Companion } from '../result/step.ts';
import { type RenamedLedger, renameInLedger } from './renamed-ledger.ts';

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
  /** Objects of resources that Git Sync writes. */
  readonly places: () => Places;
  /** Index in the live objects. `parentId` distinguishes members of several rosters, who have the same id in each. */
  readonly liveIndex: IdentityMap<number>['at'];
  readonly liveObject: (kind: KindName, id: string, parentId?: string | null) => LiveObject | undefined;
  readonly liveIn: (kind: KindName, parentId: string | null) => readonly LiveObject[];
  readonly liveList: (kind: KindName, parentId: string | null) => LiveList | undefined;
}

export function kindAtAddress(world: Pick<World, 'shapes'>, address: Address): KindName | undefined {
  return kindOfAddress(address, world.shapes);
}

export function parentAddress(world: Pick<World, 'shapes' | 'desiredAt'>, address: Address): Address | null {
  const declared = world.desiredAt.get(address);
  return declared !== undefined ? declared.parent : (parseAddress(address, world.shapes)?.at(-2)?.address ?? null);
}

const nothing: readonly LiveObject[] = [];

export function undeclaredEntries(ledger: World['ledger'], desiredAt: World['desiredAt']): readonly Address[] {
  const leftOver: Address[] = [];
  for (const address of ledger.keys())
    if (desiredAt.get(address)?.isExternal ?? !desiredAt.has(address)) leftOver.push(address);
  return leftOver.sort();
}

export function createWorld(given: PlanInput): World {
  const { live, shapes } = given;
  const indexes = createIdentityMap<number>(shapes);
  for (let index = 0; index < live.objects.length; index += 1) indexes.set(live.objects[index] as LiveObject, index);
  const byParent = cacheFirstResult(() =>
    groupByPair(
      live.objects,
      ({ kind }) => kind,
      ({ parentId }) => parentId ?? topContainerId,
    ),
  );
  const lists = cacheFirstResult(() => {
    const found = pairMap<KindName, string, LiveList>();
    for (const list of live.lists) found.set(list.kind, list.parentId ?? topContainerId, list);
    return found;
  });
  const { entries, ...renamed } = renameInLedger(given);
  const heldFields = findHeldFields(given.desired, entries, shapes);
  const desired = addHeldFields(given.desired, heldFields);
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
    leftOver: undeclaredEntries(entries, desiredAt),
    heldFields,
    containers: Object.keys(desired.orders).sort(),
    places: cacheFirstResult(() => {
      const idAt = (address: Address) => entries.get(address)?.id;
      return findClaimPlaces({ resources: desired.resources, objects: live.objects, lists: live.lists, idAt });
    }),
    ...renamed,
    liveIndex: indexes.at,
    liveObject: (kind, id, parentId = null) => live.objects[indexes.at(kind, id, parentId) ?? -1],
    liveIn: (kind, parentId) => byParent().get(kind, parentId ?? topContainerId) ?? nothing,
    liveList: (kind, parentId) => lists().get(kind, parentId ?? topContainerId),
  };
}

export function liveParent(
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
export function createPresentObjects(world: World): World['liveIn'] {
  return (kind, parentId) => {
    const all = world.liveIn(kind, parentId);
    return all.some(({ isDeleted }) => isDeleted) ? all.filter(({ isDeleted }) => !isDeleted) : all;
  };
}

/** Fingerprints of the last apply. None after an interrupted update, because the applied values are unknown. */
export function lastAppliedAt({ input, ledger }: World, address: Address): Recorded {
  const entry = input.interrupted?.has(address) ? undefined : ledger.get(address);
  return { applied: entry?.applied && withoutIntended(entry.applied), rewritten: entry?.rewritten };
}

function withoutIntended(applied: NonNullable<LedgerEntry['applied']>) {
  const isIntended = (mark: string) => readIntendedMark(mark) !== undefined;
  if (!Object.values(applied).some(isIntended)) return applied;
  return Object.fromEntries(Object.entries(applied).filter(([, mark]) => !isIntended(mark)));
}

/** The name of an object: the last part of its natural key, its title, the name of its target, or its id. */
export function displayName(world: World, live: LiveObject): string {
  return liveName(world, live) ?? live.id;
}

export function liveName(world: World, live: LiveObject): string | undefined {
  const shape = shapeOf(world, live.kind);
  const readNameField = (name: string): Value | undefined => {
    const value = live.fields[name];
    const type = shape.fields[name]?.type;
    const target = type?.is === 'ref' && typeof value === 'string' ? world.liveObject(type.to, value) : undefined;
    return target ? displayName(world, target) : value;
  };
  for (const names of shape.naturalKeys.toReversed()) {
    const values = names.map(readNameField);
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

export function isPrunedCompletely(world: World, list: DesiredList): boolean {
  const { kind, prune, pruneIsNamed } = list;
  const shape = shapeOf(world, kind);
  if (isFilledByPlans(world, list)) return false;
  return prune === 'all' && !shape.undeletable && (pruneIsNamed || !shape.pruneMustBeNamed);
}

/** The address of an undeclared object, with the id as key. */
export function unmanagedAddress(shape: KindShape, parent: Address | null, id: string): Address {
  return childAddress(parent, shape.segment, `id:${id}`);
}
