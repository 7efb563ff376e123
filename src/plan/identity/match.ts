/** Matches declared resources with live objects, by pin, then ledger, then natural key, and finds ledger entries without a declaration. */

import { type Address, listOf, topContainer, topContainerId, topLevelAddress } from '../../core/address.ts';
import { groupBy, groupByPair } from '../../core/compare.ts';
import { cacheFirstResult } from '../../core/once.ts';
import {
  type DesiredResource,
  isExternalBlock,
  isReference,
  type KindName,
  type LiveObject,
} from '../../core/state.ts';
import {
  createIdentityMap,
  createKeyFinder,
  hasCopySource,
  type IdentityMap,
  isNamedByPlatform,
  type KindShape,
  narrowByContainer,
  naturalKeyFields,
  naturalKeyOf,
  parseAddress,
  shapeOf,
} from '../../kinds/shape.ts';
import { createPresentObjects, kindAtAddress, liveParent, parentAddress, type World } from '../context/world.ts';
import type { Blocked } from '../result/change.ts';
import { ambiguousRenameBlock, lookAlikeBlock } from './doubtful-matches.ts';
import { ambiguousBlock, findExternal, sameObjectBlock } from './external-matches.ts';
import { type Foreseen, type Identified, liveIdOf, type Match, type Matches } from './identity.ts';
import { findUnfinished } from './unfinished.ts';

interface Work extends Foreseen {
  readonly world: World;
  readonly at: Map<Address, Match>;
  readonly claims: (Address | undefined)[];
  readonly owners: () => IdentityMap<Address>;
  readonly lookAlikes: Map<Address, Address>;
}

/** Parents come before children. Within one level, pins and ledger come before natural keys. */
export function matchAll(world: World, { placed = new Map(), waiting = new Map() }: Partial<Foreseen> = {}): Matches {
  const { objects } = world.live;
  const claims = new Array<Address | undefined>(objects.length).fill(undefined);
  const owners = cacheFirstResult(() => indexOwners(world));
  const work: Work = { world, at: new Map(), claims, owners, lookAlikes: new Map(), placed, waiting };
  for (const level of groupByDepth(world)) {
    const open: DesiredResource[] = [];
    for (const resource of level) {
      const found = matchById(work, resource);
      if (found === undefined) open.push(resource);
      else recordMatch(work, resource, found);
    }
    if (open.length > 0) matchLevel(work, open);
  }
  const addressOfLive: Matches['addressOfLive'] = (live) => claimantOfObject(work, live) ?? owners().of(live);
  const children = cacheFirstResult(() =>
    groupByPair(
      work.at.values(),
      ({ resource }) => resource.kind,
      ({ resource }) => resource.parent ?? '',
    ),
  );
  return {
    at: work.at,
    unmatched: unmatchedIn(work.at),
    childrenOf: (kind, parent) => children().get(kind, parent ?? '') ?? [],
    membersOf: (container) => (world.desired.orders[container] ?? []).flatMap((each) => work.at.get(each) ?? []),
    idOf: (address) => (address === topContainer ? topContainerId : liveIdOf(work, address)),
    addressOf: (kind, id) => addressOfLive({ kind, id, parentId: null }),
    addressOfLive,
    unowned: cacheFirstResult(() =>
      objects.filter((live, index) => claims[index] === undefined && addressOfLive(live) === undefined),
    ),
    lookAlikes: work.lookAlikes,
    ...findLeftovers(world, work.at, (live) => claimantOfObject(work, live)),
  };
}

function unmatchedIn(at: Matches['at']): Matches['unmatched'] {
  const unmatched: Match[] = [];
  for (const match of at.values()) if (match.state !== 'matched') unmatched.push(match);
  return unmatched;
}

function indexOwners(world: World): IdentityMap<Address> {
  const owners = createIdentityMap<Address>(world.shapes);
  for (const [address, entry] of world.ledger) {
    const kind = world.desiredAt.get(address)?.kind ?? kindAtAddress(world, address);
    if (kind !== undefined) owners.set(ledgerObject(world, address, kind, entry.id), address);
  }
  return owners;
}

function claimantOfObject({ world, claims }: Work, { kind, id, parentId }: Identified) {
  return claims[world.liveIndex(kind, id, parentId) ?? -1];
}

/** Resources that only their container distinguishes come later. */
function matchLevel(work: Work, resources: readonly DesiredResource[]) {
  const find = createKeyFinder(createPresentObjects(work.world));
  const open = new Map(resources.map((resource) => [resource.address, resource]));
  const twins = indistinguishableCopies(work.world, resources);
  const visit = (resource: DesiredResource | undefined) => {
    if (resource === undefined || !open.delete(resource.address)) return;
    const container = resource.fields[shapeOf(work.world, resource.kind).narrowedBy ?? ''];
    if (isReference(container)) visit(open.get(container.ref));
    recordMatch(work, resource, matchByNaturalKey(work, resource, { find, isTwin: twins.has(resource.address) }));
  };
  // Existing objects go to resources that cannot be created as copies.
  for (const isCopy of [false, true])
    for (const resource of resources)
      if (hasCopySource(shapeOf(work.world, resource.kind), resource.fields) === isCopy) visit(resource);
  for (const resource of resources) adoptUnfinished(work, resource);
}

/** A free look-alike that did not exist before the create of an interrupted run. */
function adoptUnfinished(work: Work, resource: DesiredResource) {
  const match = work.at.get(resource.address);
  const parentId = parentIdOfResource(work, resource);
  if (match?.state !== 'absent' || match.blocked || parentId === undefined) return;
  const isFree = (live: LiveObject) =>
    claimantOfObject(work, live) === undefined && work.owners().of(live) === undefined;
  const found = findUnfinished(work.world, resource, parentId, work.at).filter(isFree);
  // `refusal.ts` reports several possible copies.
  if (found.length > 1 && isNamedByPlatform(match.shape, resource.fields)) return;
  if (found.length > 1) recordMatch(work, resource, absentMatch(ambiguousBlock(work.world, match.shape, found)));
  else if (found[0]) recordMatch(work, resource, { state: 'matched', live: found[0], by: 'journal' });
}

/** Groups resources by depth. Most have the same depth as the one before, or one more. */
function groupByDepth({ desired, desiredAt }: World): readonly (readonly DesiredResource[])[] {
  const containersOf = (address: Address | null): Address[] =>
    address === null ? [] : [...containersOf(desiredAt.get(address)?.parent ?? null), address];
  const found: DesiredResource[][] = [];
  let path: Address[] = [];
  for (const resource of desired.resources) {
    const { address, parent } = resource;
    while (path.length > 0 && path[path.length - 1] !== parent) path.pop();
    if (path.length === 0) path = containersOf(parent);
    let level = found[path.length];
    if (level === undefined) {
      level = [];
      found[path.length] = level;
    }
    level.push(resource);
    path.push(address);
  }
  return found.filter((level) => level !== undefined);
}

type Found = Pick<Match, 'state'> & Partial<Match>;

function absentMatch(blocked?: Blocked): Found {
  return { state: 'absent', blocked };
}

function recordMatch({ world, at, claims }: Work, resource: DesiredResource, found: Found) {
  const { address, kind } = resource;
  const { state, live, by, reason, blocked, entry = world.ledger.get(address) } = found;
  at.set(address, { resource, shape: shapeOf(world, kind), entry, state, live, by, reason, blocked });
  if (live && state !== 'absent') claims[world.liveIndex(live.kind, live.id, live.parentId) ?? -1] = address;
}

/** Undefined: the parent does not exist yet. Null: the top level. */
function parentIdOfResource(work: Work, resource: DesiredResource): string | null | undefined {
  return resource.parent === null ? null : liveIdOf(work, resource.parent);
}

/** Undefined: neither the pin nor the ledger decides. */
function matchById(work: Work, resource: DesiredResource): Found | undefined {
  const { world } = work;
  const parent = resource.parent === null ? undefined : work.at.get(resource.parent);
  if (parent?.state === 'hidden' || parent?.state === 'pending')
    return { state: parent.state, reason: parent.reason ?? `${resource.parent} is not known` };
  const { leftOut } = world.live;
  if (leftOut?.has(shapeOf(world, resource.kind).singleton ? resource.address : listOf(resource.address)))
    return { state: 'hidden', reason: 'it was not read' };
  const wait = work.waiting.get(resource.address);
  if (wait !== undefined) return wait;
  if (isExternalBlock(resource)) return matchExternal(work, resource);
  if (resource.claim !== undefined) return matchClaimed(work, resource);
  const standIn = work.placed.get(resource.address);
  if (standIn) return { state: 'matched', live: standIn, by: 'place' };
  const parentId = resource.parent === null ? null : parent?.live?.id;
  if (parentId === undefined)
    return resource.pin === undefined ? undefined : pinMissingBlock(world, resource, resource.pin);
  const contested = ambiguousRenameBlock(world, resource);
  if (contested !== undefined) return absentMatch(contested);
  const former = world.ledger.get(resource.address);
  const renamed = former?.claimed && resource.pin === undefined && matchFormerClaim(world, resource, former.id);
  if (renamed) return renamed;
  const known =
    matchObjectWithId(work, resource, parentId, resource.pin, 'pin') ??
    matchObjectWithId(work, resource, parentId, world.ledger.get(resource.address)?.id, 'ledger');
  if (known === undefined && former?.claimed && resource.pin === undefined)
    return { state: 'pending', reason: 'Git Sync managed it, and its file no longer contains it' };
  if (known !== undefined || resource.pin === undefined) return known;
  const unknown = world.liveList(resource.kind, parentId)?.unknown;
  return unknown === undefined ? pinMissingBlock(world, resource, resource.pin) : { state: 'hidden', reason: unknown };
}

/** Git Sync creates the object, so a missing one is pending. */
function matchClaimed({ world, claims }: Work, { address, kind }: DesiredResource): Found {
  const place = world.places().get(address);
  if (place === undefined) return { state: 'pending', reason: 'its site is unknown' };
  if ('state' in place) return { state: place.state, reason: place.reason };
  const live = world.liveObject(kind, place.id);
  if (live === undefined)
    return { state: 'hidden', reason: `the ${shapeOf(world, kind).title} ${place.id} is not visible to this token` };
  if (live.isDeleted) return { state: 'pending', reason: 'it is in the trash' };
  const holder = claims[world.liveIndex(kind, live.id, live.parentId) ?? -1];
  if (holder !== undefined) return absentMatch(sameObjectBlock(address, holder, live.id));
  return { state: 'matched', live, by: waysToPlace[place.by] };
}

const waysToPlace = { pin: 'pin', ledger: 'ledger', place: 'claim', title: 'natural' } as const;

/** A resource that Git Sync managed before: docform neither creates it again, nor takes an object of another address. */
function matchFormerClaim(world: World, { kind }: DesiredResource, id: string | undefined): Found | undefined {
  const now = [...world.places()].find(
    ([at, place]) => 'by' in place && place.id === id && kindAtAddress(world, at) === kind,
  );
  if (now === undefined) return undefined;
  const [address] = now;
  const file = world.desiredAt.get(address)?.claim?.file;
  return absentMatch({
    code: 'B-POSSIBLE-RENAME',
    reason: `${file} now has this ${shapeOf(world, kind).title} as ${address}`,
    hint: `rename its block to ${address}`,
  });
}

function pinMissingBlock(world: World, { kind }: DesiredResource, pin: string) {
  return absentMatch({
    code: 'B-PIN-MISSING',
    reason: `no ${shapeOf(world, kind).title} has the pinned id ${pin}`,
    hint: 'correct or remove `id:`',
  });
}

function matchExternal(work: Work, resource: DesiredResource): Found {
  const found = findExternal(work.world, resource);
  const holder = found.live && claimantOfObject(work, found.live);
  if (holder === undefined || found.live === undefined) return found;
  const blocked = sameObjectBlock(resource.address, holder, found.live.id);
  return { state: 'hidden', reason: blocked.reason, blocked };
}

/** Undefined: no object in this place has the id. */
function matchObjectWithId(
  { world, claims }: Work,
  { kind, address }: DesiredResource,
  parentId: string | null,
  id: string | undefined,
  by: 'pin' | 'ledger',
): Found | undefined {
  const index = id === undefined ? undefined : world.liveIndex(kind, id, parentId);
  const live = index === undefined ? undefined : world.live.objects[index];
  if (index === undefined || live === undefined || live.parentId !== parentId) return undefined;
  const holder = claims[index];
  if (holder !== undefined) return absentMatch(sameObjectBlock(address, holder, live.id));
  return { state: live.isDeleted ? 'trashed' : 'matched', live, by };
}

interface Search {
  readonly find: ReturnType<typeof createKeyFinder>;
  /** Another copy with the same name is declared, so an existing object matches neither. */
  readonly isTwin: boolean;
}

function matchByNaturalKey(work: Work, resource: DesiredResource, { find, isTwin }: Search): Found {
  const { world } = work;
  const shape = shapeOf(world, resource.kind);
  const parentId = parentIdOfResource(work, resource);
  const target = shape.singleton ? undefined : waitingTarget(work, resource, shape);
  if (target) return { state: target.state, reason: target.reason ?? `${target.resource.address} does not exist` };
  if (parentId === undefined) return absentMatch();
  const unknown = world.liveList(resource.kind, parentId)?.unknown;
  if (unknown !== undefined) return { state: 'hidden', reason: unknown };
  if (shape.singleton) {
    const live = world.liveIn(resource.kind, parentId)[0];
    return live ? { state: 'matched', live, by: 'place' } : absentMatch();
  }
  const idOf = (address: Address) => liveIdOf(work, address);
  const key = naturalKeyOf(shape, resource.fields, idOf);
  const found = key === undefined ? [] : narrowByContainer(shape, resource.fields, find(shape, parentId, key), idOf);
  const free = found.filter(
    (live) => claimantOfObject(work, live) === undefined && !isKeptElsewhere(work, resource, live),
  );
  if (free.length > (isTwin ? 0 : 1)) return absentMatch(ambiguousBlock(work.world, shape, free));
  const live = free[0];
  if (live === undefined) return pendingOrAbsent(resource, shape);
  const owner = work.owners().of(live);
  if (owner !== undefined && owner !== resource.address) {
    work.lookAlikes.set(owner, resource.address);
    return absentMatch(lookAlikeBlock(owner, resource.address));
  }
  return { state: 'matched', live, by: 'natural' };
}

function indistinguishableCopies(world: World, resources: readonly DesiredResource[]): ReadonlySet<Address> {
  const named = resources.flatMap(({ address, kind, parent, fields }) => {
    const shape = shapeOf(world, kind);
    const key = hasCopySource(shape, fields) ? naturalKeyOf(shape, fields, (each) => each) : undefined;
    return key === undefined
      ? []
      : [{ address, name: JSON.stringify([kind, parent, key.text, fields[shape.narrowedBy ?? ''] ?? null]) }];
  });
  const alike = [...groupBy(named, ({ name }) => name).values()].filter((each) => each.length > 1);
  return new Set(alike.flatMap((each) => each.map(({ address }) => address)));
}

function isKeptElsewhere(work: Work, resource: DesiredResource, live: LiveObject) {
  const owner = work.owners().of(live);
  return owner !== undefined && owner !== resource.address && work.world.desiredAt.has(owner);
}

/** The pending or hidden target of the natural key (a team member who has not joined). */
function waitingTarget(work: Pick<Work, 'at'>, resource: DesiredResource, shape: KindShape) {
  for (const name of naturalKeyFields(shape, resource.fields) ?? []) {
    const value = resource.fields[name];
    const target = isReference(value) ? work.at.get(value.ref) : undefined;
    if (target?.state === 'pending' || target?.state === 'hidden') return target;
  }
  return undefined;
}

function pendingOrAbsent({ key }: DesiredResource, shape: KindShape): Found {
  const waits = `no such ${shape.title} on the platform yet${shape.invitedWith ? '' : ', and its API cannot create one'}`;
  if (shape.missing === 'pending') return { state: 'pending', reason: waits };
  if (shape.missing !== 'blocked') return absentMatch();
  return absentMatch({
    code: 'B-CANNOT-CREATE',
    reason: `there is no ${shape.title} ${key}, and the platform's API cannot create one`,
    hint: 'create it on the platform, or remove it from the configuration',
  });
}

/** The ids of an object and its container in the ledger. */
export function ledgerObject(world: World, address: Address, kind: KindName, id: string): Identified {
  const parent = shapeOf(world, kind).sharesId ? parentAddress(world, address) : null;
  return { kind, id, parentId: parent === null ? null : (world.ledger.get(parent)?.id ?? null) };
}

function findLeftovers(world: World, at: Matches['at'], claimantOf: (object: Identified) => Address | undefined) {
  const dropped: { address: Address; live: LiveObject }[] = [];
  const gone: Address[] = [];
  const external: Address[] = [];
  const isExternal = (address: Address | undefined) =>
    address !== undefined && world.desiredAt.get(topLevelAddress(address))?.isExternal === true;
  /** Also the contents of an external object that the ledger has under another address. */
  const isPartOfExternal = (object: Identified): boolean => {
    const parent = liveParent(world, object);
    return isExternal(claimantOf(object)) || (parent !== undefined && isPartOfExternal(parent));
  };
  // Two entries with one object, from a merge or an edit: the object can be deleted only once.
  const seen = new Set<LiveObject>();
  const { leftOut } = world.live;
  for (const address of world.leftOver) {
    if (leftOut?.has(address) || leftOut?.has(listOf(address))) continue;
    const kind = kindAtAddress(world, address);
    const entry = world.ledger.get(address);
    if (kind === undefined || entry === undefined) continue;
    const object = ledgerObject(world, address, kind, entry.id);
    if (isExternal(address) || isPartOfExternal(world.liveObject(kind, entry.id, object.parentId) ?? object)) {
      external.push(address);
      continue;
    }
    const holder = claimantOf(object);
    const live = holder === undefined ? world.liveObject(kind, entry.id, object.parentId) : undefined;
    if (live !== undefined && !live.isDeleted && !seen.has(live)) dropped.push({ address, live });
    else if (live !== undefined && seen.has(live)) gone.push(address);
    else if (holder !== undefined || isCertainlyGone(world, at, address, kind)) gone.push(address);
    if (live !== undefined) seen.add(live);
  }
  return { dropped, gone: [...gone, ...external], external };
}

/** The list was read completely, or the container is gone. */
function isCertainlyGone(world: World, at: Matches['at'], address: Address, kind: KindName) {
  const parent = parseAddress(address, world.shapes)?.at(-2);
  if (parent === undefined) return isListComplete(world, kind, null);
  const parentId = liveIdOf({ at }, parent.address) ?? world.ledger.get(parent.address)?.id;
  if (parentId === undefined) return true;
  if (world.liveObject(parent.kind, parentId) === undefined)
    return isCertainlyGone(world, at, parent.address, parent.kind);
  return isListComplete(world, kind, parentId);
}

function isListComplete(world: World, kind: KindName, parentId: string | null) {
  const list = world.liveList(kind, parentId);
  return list !== undefined && list.unknown === undefined;
}
