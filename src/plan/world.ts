/** The planner's input with its indexes: desired by address, live by id and by list, the ledger with `moved` applied. */
import type { Address } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Desired, DesiredList, DesiredResource, KindName, Ledger, LedgerEntry, Live, LiveList, LiveObject } from '../core/state.ts';
import { addressPath, identityOf, renamedAddress, type Shapes } from '../kinds/shape.ts';
import type { Allowances, Brought } from './change.ts';
import { withRenamedMarks } from './ledger/renamed-marks.ts';

export interface PlanInput {
  readonly desired: Desired;
  readonly live: Live;
  readonly ledger: Ledger;
  /** Addresses whose creation was sent by a run that never learned what became of it. */
  readonly unsettled?: ReadonlySet<Address>;
  /** Of those: ids of objects that looked just like it before. */
  readonly twins?: ReadonlyMap<Address, readonly string[]>;
  /** Of those: what the platform makes along with them, and the addresses that it gets. */
  readonly brought?: ReadonlyMap<Address, readonly Brought[]>;
  /** Addresses that a run was changing when it ended, and never learned what became of that. */
  readonly interrupted?: ReadonlySet<Address>;
  readonly shapes: Shapes;
  readonly allowances?: Allowances;
}

export interface Renamed {
  readonly from: Address;
  readonly to: Address;
}

export interface World {
  readonly input: PlanInput;
  readonly shapes: Shapes;
  readonly desiredAt: ReadonlyMap<Address, DesiredResource>;
  readonly listAt: ReadonlyMap<Address, DesiredList>;
  /** Ledger entries after `moved`. */
  readonly ledger: ReadonlyMap<Address, LedgerEntry>;
  readonly renamed: readonly Renamed[];
  /** Where `moved` leads to an address by which the ledger knows another object that is there as well: the addresses it leads from. */
  readonly contested: ReadonlyMap<Address, Address>;
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

export function createWorld(input: PlanInput): World {
  const { desired, live, shapes } = input;
  const byId = new Map(live.objects.map((object) => [identityOf(shapes, object), object]));
  const byParent = groupBy(live.objects, (object) => `${object.kind}:${object.parentId ?? ''}`);
  const lists = new Map(live.lists.map((list) => [`${list.kind}:${list.parentId ?? ''}`, list]));
  const { entries, renamed, contested } = relocate(input);
  return {
    input,
    shapes,
    desiredAt: new Map(desired.resources.map((resource) => [resource.address, resource])),
    listAt: new Map(desired.lists.map((list) => [list.list, list])),
    ledger: entries,
    renamed,
    contested,
    liveObject: (kind, id, parentId = null) => byId.get(identityOf(shapes, { kind, id, parentId })),
    liveIn: (kind, parentId) => byParent.get(`${kind}:${parentId ?? ''}`) ?? [],
    liveList: (kind, parentId) => lists.get(`${kind}:${parentId ?? ''}`),
  };
}

/** Ledger entries under their new addresses: whatever stands at or below `moved.from`, or is named after it, goes along, unless something that is there has that address. */
function relocate({ desired, ledger, live, shapes }: PlanInput): {
  entries: ReadonlyMap<Address, LedgerEntry>;
  renamed: readonly Renamed[];
  contested: ReadonlyMap<Address, Address>;
} {
  const entries = new Map(Object.entries(ledger.resources));
  const renamed: Renamed[] = [];
  const refused: Renamed[] = [];
  const there = new Set(desired.moved.length === 0 ? [] : live.objects.map(({ kind, id }) => `${kind}:${id}`));
  const unread = new Set(live.lists.flatMap(({ kind, unknown }) => (unknown === undefined ? [] : [kind])));
  const kindAt = (address: Address): KindName => kindOf({ shapes }, address) ?? '';
  const isThere = (address: Address): boolean => there.has(`${kindAt(address)}:${entries.get(address)?.id}`);
  const isTaken = (address: Address): boolean => entries.has(address) && (isThere(address) || unread.has(kindAt(address)));
  for (const { from, to } of desired.moved) {
    for (const address of [...entries.keys()].sort()) {
      const target = renamedAddress(address, { from, to }, shapes);
      if (target === address) continue;
      const entry = entries.get(address);
      if (entry === undefined) continue;
      if (isTaken(target)) {
        refused.push({ from: address, to: target });
        continue;
      }
      entries.delete(address);
      entries.set(target, entry);
      renamed.push({ from: address, to: target });
    }
  }
  const contested = new Map(refused.flatMap(({ from, to }) => (isThere(from) && isThere(to) ? [[to, from] as const] : [])));
  return { entries: withRenamedMarks(entries, renamed, shapes), renamed, contested };
}

/** Marks as last applied; none where a run ended while it changed the object: nobody knows what it has set, so nobody else is to blame. */
export function appliedMarks({ input, ledger }: World, address: Address): LedgerEntry['applied'] {
  return input.interrupted?.has(address) ? undefined : ledger.get(address)?.applied;
}
