/** Finds ledger entries without a declaration: dropped objects, and entries of objects that are gone. */
import { type Address, listOf } from '../../core/address.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import { addressPath, shapeOf } from '../../kinds/shape.ts';
import { kindOf, parentOf, type World } from '../world.ts';
import { liveIdOf, type Matches } from './identity.ts';

/** The ids of an object and its container in the ledger. */
export function ledgerObject(
  world: World,
  address: Address,
  kind: KindName,
  id: string,
): Pick<LiveObject, 'kind' | 'id' | 'parentId'> {
  const parent = shapeOf(world, kind).bulk ? parentOf(world, address) : null;
  return { kind, id, parentId: parent === null ? null : (world.ledger.get(parent)?.id ?? null) };
}

/** Splits undeclared ledger addresses by whether the object exists. */
export function findLeftovers(
  world: World,
  at: Matches['at'],
  claimantOf: (object: Pick<LiveObject, 'kind' | 'id' | 'parentId'>) => Address | undefined,
): Pick<Matches, 'dropped' | 'gone'> {
  const dropped: { address: Address; live: LiveObject }[] = [];
  const gone: Address[] = [];
  // Two entries with one object, from a merge or an edit: the object can be deleted only once.
  const seen = new Set<LiveObject>();
  const { leftOut } = world.input.live;
  for (const address of world.leftOver) {
    if (leftOut?.has(address) || leftOut?.has(listOf(address))) continue;
    if (world.desiredAt.has(address)) {
      gone.push(address);
      continue;
    }
    const kind = kindOf(world, address);
    const entry = world.ledger.get(address);
    if (kind === undefined || entry === undefined) continue;
    const object = ledgerObject(world, address, kind, entry.id);
    const holder = claimantOf(object);
    const live = holder === undefined ? world.liveObject(kind, entry.id, object.parentId) : undefined;
    if (live !== undefined && !live.isDeleted && !seen.has(live)) dropped.push({ address, live });
    else if (live !== undefined && seen.has(live)) gone.push(address);
    else if (holder !== undefined || isCertainlyGone(world, at, address, kind)) gone.push(address);
    if (live !== undefined) seen.add(live);
  }
  return { dropped, gone };
}

/** The list was read completely, or the container is gone. */
function isCertainlyGone(world: World, at: Matches['at'], address: Address, kind: KindName): boolean {
  const parent = addressPath(address, world.shapes)?.at(-2);
  if (parent === undefined) return isComplete(world, kind, null);
  const parentId = liveIdOf({ at }, parent.address) ?? world.ledger.get(parent.address)?.id;
  if (parentId === undefined) return true;
  if (world.liveObject(parent.kind, parentId) === undefined)
    return isCertainlyGone(world, at, parent.address, parent.kind);
  return isComplete(world, kind, parentId);
}

function isComplete(world: World, kind: KindName, parentId: string | null): boolean {
  const list = world.liveList(kind, parentId);
  return list !== undefined && list.unknown === undefined;
}
