/** Adds companions of an object that an interrupted run was creating to the ledger. */
import type { Address } from '../../core/address.ts';
import type { DesiredResource, KindName, LedgerEntry, LiveObject } from '../../core/state.ts';
import { findByKey, type KindShape, naturalKeyOf, shapeOf } from '../../kinds/shape.ts';
import type { Companion } from '../change.ts';
import { kindOf, leftOverOf, presentIn, type World } from '../world.ts';
import type { Matches } from './identity.ts';
import { unfinished } from './unfinished.ts';

/** Adds nothing if several objects can match. */
export function withCompanions(world: World): World {
  if ((world.input.companions?.size ?? 0) === 0) return world;
  const found = new Map<Address, LedgerEntry>();
  const owned = new Set([...world.ledger].map(([address, { id }]) => `${kindOf(world, address)}:${id}`));
  const isFree = ({ kind, id }: Pick<LiveObject, 'kind' | 'id'>): boolean => !owned.has(`${kind}:${id}`);
  for (const [address, companions] of world.input.companions ?? []) {
    const resource = world.desiredAt.get(address);
    const parentId = resource === undefined ? undefined : parentIdOf(world, resource);
    const made = resource && parentId !== undefined ? madeId(world, resource, parentId, isFree) : undefined;
    if (made === undefined || parentId === undefined) continue;
    for (const each of companions) {
      const id = world.ledger.has(each.address) ? undefined : companionId(world, each, { id: made, parentId }, isFree);
      if (id !== undefined) found.set(each.address, { id, ...protectionOf(world, each.address) });
    }
  }
  if (found.size === 0) return world;
  const ledger = new Map([...world.ledger, ...found]);
  return {
    ...world,
    ledger,
    leftOver: leftOverOf(ledger, world.desiredAt),
    restated: new Set([...world.restated, ...found.keys()]),
  };
}

/** Undefined: the container has no id yet. */
function parentIdOf({ ledger }: World, { parent }: DesiredResource): string | null | undefined {
  return parent === null ? null : ledger.get(parent)?.id;
}

/** As the run would have recorded the entry. */
function protectionOf({ input, desiredAt, shapes }: World, address: Address): Pick<LedgerEntry, 'protect'> {
  const protect =
    desiredAt.get(address)?.protect ?? input.desired.policy.protect.includes(kindOf({ shapes }, address) ?? '');
  return protect ? { protect } : {};
}

/** Compares ids, because nothing is matched yet. A copy has no companions. */
const nothingMatched: Matches['at'] = new Map();

type IsFree = (live: Pick<LiveObject, 'kind' | 'id'>) => boolean;

/** Id of the object that was being created: recorded, or the only free look-alike. */
function madeId(world: World, resource: DesiredResource, parentId: string | null, isFree: IsFree): string | undefined {
  const shape = shapeOf(world, resource.kind);
  const known = world.ledger.get(resource.address)?.id;
  if (known !== undefined) return known;
  const found = new Set(
    [
      ...unfinished(world, resource, shape, parentId, nothingMatched),
      ...namesakes(world, resource, shape, parentId),
    ].filter(isFree),
  );
  return found.size === 1 ? [...found][0]?.id : undefined;
}

function namesakes(
  world: World,
  { fields }: DesiredResource,
  shape: KindShape,
  parentId: string | null,
): readonly LiveObject[] {
  const key = naturalKeyOf(shape, fields, (address) => world.ledger.get(address)?.id);
  return key === undefined ? [] : findByKey(presentIn(world))(shape, parentId, key);
}

/** The only free link to the new object in the new container, or the wrapper beside a new first member. */
function companionId(
  world: World,
  { role, address }: Companion,
  made: { readonly id: string; readonly parentId: string | null },
  isFree: IsFree,
): string | undefined {
  const kind = kindOf(world, address);
  if (kind === undefined) return undefined;
  if (role === 'wrapper')
    return only(world.liveIn(kind, made.parentId).filter((live) => live.id !== made.id && isFree(live)))?.id;
  const companion = [...world.shapes.values()].find(({ companionOf }) => companionOf !== undefined)?.companionOf;
  const link = companion && only(linksWithin(world, made.id, companion.link).filter(isFree));
  if (companion === undefined || link === undefined) return undefined;
  if (role === 'site-space') return link.id;
  const id = link.fields[companion.field];
  return role === 'space' && typeof id === 'string' && isFree({ kind, id }) ? id : undefined;
}

/** Includes links that were wrapped since. */
export function linksWithin({ shapes, liveIn }: World, container: string, kind: KindName): readonly LiveObject[] {
  const inside = [...shapes.keys()].flatMap((each) => liveIn(each, container).map(({ id }) => id));
  return [...new Set([container, ...inside])].flatMap((id) => liveIn(kind, id));
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
