/** Finds objects that an interrupted run was creating, and their companions. Later calls may not have set all fields, not even the natural key. */
import type { Address } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import {
  type DesiredResource,
  isReference,
  type KindName,
  type LedgerEntry,
  type LiveObject,
  type Value,
} from '../../core/state.ts';
import {
  createKeyFinder,
  isNamedByPlatform,
  type KindShape,
  naturalKeyFields,
  naturalKeyOf,
  shapeOf,
  valueInCreateCall,
} from '../../kinds/shape.ts';
import { createPresentObjects, kindAtAddress, undeclaredEntries, type World } from '../context/world.ts';
import type { Companion } from '../result/step.ts';
import type { Matches } from './identity.ts';

/** Live objects that look like the new object right after the create. Empty if its natural key identifies it from the start. */
export function findCandidates(world: World, { kind, fields }: DesiredResource, parentId: string | null) {
  const shape = shapeOf(world, kind);
  // The platform chooses the title and the place of a copy, so no existing object matches.
  if (isNamedByPlatform(shape, fields)) return world.liveIn(shape.name, parentId);
  const createdValue = (name: string) => plainCreateValue(shape, name, fields);
  const later = naturalKeyFields(shape, fields)?.some((name) => createdValue(name) !== fields[name]);
  const names = shape.naturalKeys.find((each) => each.every((name) => createdValue(name) !== undefined));
  // A title in other collections does not identify the object that is created.
  if ((later !== true && shape.createNeeds === undefined) || names === undefined) return [];
  return createPresentObjects(world)(shape.name, parentId).filter((live) =>
    names.every((name) => live.fields[name] === createdValue(name)),
  );
}

/** Look-alikes that did not exist before an earlier run. `at`: known matches. */
export function findUnfinished(
  world: World,
  resource: DesiredResource,
  parentId: string | null,
  at: Matches['at'],
): readonly LiveObject[] {
  const shape = shapeOf(world, resource.kind);
  const { unconfirmed, candidates } = world.input;
  const told = candidates?.get(resource.address);
  if (unconfirmed?.has(resource.address) !== true) return [];
  const before = new Set(told);
  const fresh = findCandidates(world, resource, parentId).filter(({ id }) => !before.has(id));
  if (!isNamedByPlatform(shape, resource.fields)) return fresh;
  const source = resource.fields[shape.createNeeds ?? ''];
  const original = isReference(source) ? matchedObjectAt(at, source.ref) : undefined;
  // Journals without this list do not show which objects are new.
  return told === undefined || original === undefined
    ? []
    : fresh.filter((live) => looksLikeCopy(shape, live, original));
}

function matchedObjectAt(at: Matches['at'], address: Address) {
  const match = at.get(address);
  return match?.state === 'matched' ? match.live : undefined;
}

/** The platform chooses the title of a copy. Only titles that contain the title of the original match. */
function looksLikeCopy({ naturalKeys, fields }: KindShape, live: LiveObject, original: LiveObject) {
  const [names] = naturalKeys;
  const isTitled = names?.every((name) => containsTitle(live.fields[name], original.fields[name])) === true;
  const kept = Object.keys(fields).filter((name) => !names?.includes(name) && fields[name]?.copied === true);
  return !live.isDeleted && isTitled && kept.every((name) => isEqual(live.fields[name], original.fields[name]));
}

/** The original title at either end, or its beginning if the platform shortened it. */
function containsTitle(found: Value | undefined, original: Value | undefined) {
  if (typeof found !== 'string' || typeof original !== 'string' || original === '') return false;
  return found.endsWith(original) || found.startsWith(original.slice(0, leastOfTitle));
}

const leastOfTitle = 36;

/** The value of the field in the create call, without references. */
function plainCreateValue(shape: KindShape, name: string, fields: DesiredResource['fields']): Value | undefined {
  const value = fields[name];
  if (value === undefined || value === null || isReference(value)) return undefined;
  return valueInCreateCall(shape, name, fields) as Value | undefined;
}

/** Adds nothing if several objects can match. */
export function addUnfinishedCompanions(world: World): World {
  const found = new Map<Address, LedgerEntry>();
  const owned = new Set([...world.ledger].map(([address, { id }]) => `${kindAtAddress(world, address)}:${id}`));
  const isFree = ({ kind, id }: Pick<LiveObject, 'kind' | 'id'>) => !owned.has(`${kind}:${id}`);
  for (const [address, companions] of world.input.companions ?? []) {
    const resource = world.desiredAt.get(address);
    if (resource === undefined) continue;
    const parentId = resource.parent === null ? null : world.ledger.get(resource.parent)?.id;
    const made = parentId === undefined ? undefined : idBeingCreated(world, resource, parentId, isFree);
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
    leftOver: undeclaredEntries(ledger, world.desiredAt),
    changedEntries: new Set([...world.changedEntries, ...found.keys()]),
  };
}

/** As the run would have recorded the entry. */
function protectionOf({ desired, desiredAt, shapes }: World, address: Address): Pick<LedgerEntry, 'protect'> {
  const protect =
    desiredAt.get(address)?.protect ?? desired.policy.protect.includes(kindAtAddress({ shapes }, address) ?? '');
  return protect ? { protect } : {};
}

/** Compares ids, because nothing is matched yet. A copy has no companions. */
const nothingMatched: Matches['at'] = new Map();

type IsFree = (live: Pick<LiveObject, 'kind' | 'id'>) => boolean;

/** Id of the object that was being created: recorded, or the only free look-alike. */
function idBeingCreated(world: World, resource: DesiredResource, parentId: string | null, isFree: IsFree) {
  const known = world.ledger.get(resource.address)?.id;
  if (known !== undefined) return known;
  const alike = [
    ...findUnfinished(world, resource, parentId, nothingMatched),
    ...objectsWithSameKey(world, resource, parentId),
  ];
  const found = new Set(alike.filter(isFree));
  return found.size === 1 ? [...found][0]?.id : undefined;
}

function objectsWithSameKey(world: World, { kind, fields }: DesiredResource, parentId: string | null) {
  const shape = shapeOf(world, kind);
  const key = naturalKeyOf(shape, fields, (address) => world.ledger.get(address)?.id);
  return key === undefined ? [] : createKeyFinder(createPresentObjects(world))(shape, parentId, key);
}

/** The only free link to the new object in the new container, or the wrapper beside a new first member. */
function companionId(
  world: World,
  { role, address }: Companion,
  made: { readonly id: string; readonly parentId: string | null },
  isFree: IsFree,
) {
  const kind = kindAtAddress(world, address);
  if (kind === undefined) return undefined;
  if (role === 'wrapper')
    return onlyItem(world.liveIn(kind, made.parentId).filter((live) => live.id !== made.id && isFree(live)))?.id;
  const companion = [...world.shapes.values()].find(({ companionOf }) => companionOf !== undefined)?.companionOf;
  const link = companion && onlyItem(linksWithin(world, made.id, companion.link).filter(isFree));
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

function onlyItem<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
