/** The planner's input with its indexes: desired by address, live by id and by list, the ledger with `moved` applied. */
import { type Address, topContainerId } from '../core/address.ts';
import { groupByPair, pairMap } from '../core/pair-map.ts';
import type { Desired, DesiredList, DesiredResource, KindName, Ledger, LedgerEntry, Live, LiveList, LiveObject } from '../core/state.ts';
import { addressPath, identityMap, type Shapes } from '../kinds/shape.ts';
import type { Allowances, Companion } from './change.ts';
import { type RenamedLedger, renamedLedger } from './ledger/renamed-ledger.ts';

export interface PlanInput {
  readonly desired: Desired;
  readonly live: Live;
  readonly ledger: Ledger;
  /** Addresses whose creation was sent by a run that never learned what became of it. */
  readonly unsettled?: ReadonlySet<Address>;
  /** Of those: ids of objects that looked just like it before. */
  readonly candidates?: ReadonlyMap<Address, readonly string[]>;
  /** Of those: what the platform makes along with them, and the addresses that it gets. */
  readonly companions?: ReadonlyMap<Address, readonly Companion[]>;
  /** Addresses that a run was changing when it ended, and never learned what became of that. */
  readonly interrupted?: ReadonlySet<Address>;
  readonly shapes: Shapes;
  readonly allowances?: Allowances;
}

/** `ledger`: its entries after `moved`. */
export interface World extends Omit<RenamedLedger, 'entries'> {
  readonly input: PlanInput;
  readonly shapes: Shapes;
  readonly desiredAt: ReadonlyMap<Address, DesiredResource>;
  readonly listAt: ReadonlyMap<Address, DesiredList>;
  readonly ledger: ReadonlyMap<Address, LedgerEntry>;
  /** `parentId` tells members of several rosters apart, who have the same id in each. */
  readonly liveObject: (kind: KindName, id: string, parentId?: string | null) => LiveObject | undefined;
  readonly liveIn: (kind: KindName, parentId: string | null) => readonly LiveObject[];
  readonly liveList: (kind: KindName, parentId: string | null) => LiveList | undefined;
}

/** The kind an address is of; undefined for an address of no known kind. */
export function kindOf(world: Pick<World, 'shapes'>, address: Address): KindName | undefined {
  return addressPath(address, world.shapes)?.at(-1)?.kind;
}

/** The address of what an address stands in; null at the top level. */
export function parentOf(world: Pick<World, 'shapes'>, address: Address): Address | null {
  return addressPath(address, world.shapes)?.at(-2)?.address ?? null;
}

const nothing: readonly LiveObject[] = [];

export function createWorld(input: PlanInput): World {
  const { desired, live, shapes } = input;
  const byId = identityMap<LiveObject>(shapes);
  for (const object of live.objects) byId.set(object, object);
  const byParent = groupByPair(
    live.objects,
    ({ kind }) => kind,
    ({ parentId }) => parentId ?? topContainerId,
  );
  const lists = pairMap<KindName, string, LiveList>();
  for (const list of live.lists) lists.set(list.kind, list.parentId ?? topContainerId, list);
  const { entries, ...renamed } = renamedLedger(input);
  return {
    input,
    shapes,
    desiredAt: new Map(desired.resources.map((resource) => [resource.address, resource])),
    listAt: new Map(desired.lists.map((list) => [list.list, list])),
    ledger: entries,
    ...renamed,
    liveObject: (kind, id, parentId = null) => byId.at(kind, id, parentId),
    liveIn: (kind, parentId) => byParent.get(kind, parentId ?? topContainerId) ?? nothing,
    liveList: (kind, parentId) => lists.get(kind, parentId ?? topContainerId),
  };
}

/** What stands in a list, but for what is in the trash. */
export function presentIn(world: World): World['liveIn'] {
  return (kind, parentId) => {
    const all = world.liveIn(kind, parentId);
    return all.some(({ isDeleted }) => isDeleted) ? all.filter(({ isDeleted }) => !isDeleted) : all;
  };
}

/** Marks as last applied; none where a run ended while it changed the object: nobody knows what it has set, so nobody else is to blame. */
export function lastAppliedAt({ input, ledger }: World, address: Address): LedgerEntry['applied'] {
  return input.interrupted?.has(address) ? undefined : ledger.get(address)?.applied;
}
