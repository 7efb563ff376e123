/** What a configuration has to declare so that what drifted is wanted: the live values of just that, and everything else as it is. Pure. */
import { type Address, isWithin, type ListAddress, listOf } from '../core/address.ts';
import type { DesiredResource } from '../core/state.ts';
import { movesAmong } from '../kinds/renames.ts';
import type { DriftEntry } from './entry.ts';
import { settleReferences } from './loose-references.ts';
import { takeFields } from './take-fields.ts';
import { takeOrders } from './take-orders.ts';
import type { TakeInInput, TakenIn, Taking } from './taking.ts';

export type { NotTaken, TakenIn } from './taking.ts';

export function takeIn(input: TakeInInput): TakenIn {
  const { desired, entries, addresses, live } = input;
  const chosen = entries.filter(({ address }) => addresses.length === 0 || addresses.some((each) => isWithin(address, each)));
  const taking: Taking = {
    ...{ ...input, chosen, added: new Set(), removed: new Set(), notTaken: [], released: [] },
    resources: new Map(desired.resources.map((resource) => [resource.address, resource])),
    liveAt: new Map(live.resources.map((resource) => [resource.address, resource])),
  };
  for (const entry of chosen) if (entry.class === 'missing') remove(taking, entry);
  for (const entry of chosen) if (entry.class === 'unmanaged') add(taking, entry);
  for (const entry of chosen) if (entry.class === 'changed') takeFields(taking, entry);
  settleReferences(taking);
  // An entry that leads to what is gone would lead to nothing.
  const moved = movesAmong(desired.moved, (address) => taking.resources.has(address), taking.shapes);
  return {
    after: { resources: [...taking.resources.values()], orders: takeOrders(taking), lists: listsOf(taking), moved },
    chosen,
    notTaken: taking.notTaken,
    released: taking.released,
  };
}

/** What stands somewhere else is owned all the same: without its block here it would be deleted there. */
function remove({ desired, resources, removed, notTaken }: Taking, { address: root, isElsewhere }: DriftEntry): void {
  if (isElsewhere) {
    const top = root.split('/').slice(0, 2).join('/');
    return void notTaken.push({ address: root, reason: `it stands somewhere else by now: docform import ${top} tells where` });
  }
  for (const { address } of desired.resources) {
    if (!isWithin(address, root)) continue;
    resources.delete(address);
    removed.add(address);
  }
}

/** With all that stands in it, under the key that an import would give it. */
function add({ live, liveAt, desired, resources, added, notTaken, shapes }: Taking, entry: DriftEntry): void {
  const list = listOf(entry.address);
  const root = [...liveAt.keys()].find((address) => listOf(address) === list && live.ids.get(address) === entry.id);
  if (root === undefined) {
    const why = live.leftOut.find(({ address }) => address !== undefined && live.ids.get(address) === entry.id)?.why;
    notTaken.push({ address: entry.address, reason: why ?? 'a configuration cannot declare it' });
    return;
  }
  const isDeclared = desired.resources.some(({ address, isLookUp }) => address === root && !isLookUp);
  if (isDeclared) return;
  const inside = [...liveAt].filter(([address]) => isWithin(address, root));
  const secret = inside.flatMap(([, { kind, fields }]) => Object.keys(fields).filter((name) => shapes.get(kind)?.fields[name]?.secret))[0];
  if (secret !== undefined) {
    const reason = `its ${secret} is never written where others may read it: docform import ${root} brings it in`;
    return void notTaken.push({ address: entry.address, reason });
  }
  for (const [address, resource] of inside) {
    resources.set(address, resource);
    added.add(address);
  }
}

/** A list that is declared stays so, also once it is empty; that of something that was removed goes with it. */
function listsOf({ desired, live, resources, added }: Taking): readonly ListAddress[] {
  const kept = desired.lists.map(({ list }) => list).filter((list) => isStanding(list, resources));
  const isNew = (list: ListAddress) => [...added].some((address) => isWithin(list, address));
  return [...new Set([...kept, ...live.lists.filter((list) => isNew(list) && isStanding(list, resources))])];
}

function isStanding(list: ListAddress, resources: ReadonlyMap<Address, DesiredResource>): boolean {
  return !list.includes('/') || resources.has(listOf(list));
}
