/** Decides how each missing resource is created: by its own call, from the trash, or together with another object. */

import { type Address, childAddress } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { type Desired, type DesiredResource, isReference, type KindName, type LiveObject } from '../../core/state.ts';
import {
  hasCopySource,
  type KindShape,
  liveNaturalKey,
  naturalKeyFields,
  naturalKeyOf,
  shapeOf,
} from '../../kinds/shape.ts';
import type { World } from '../context/world.ts';
import type { Blocked } from '../result/change.ts';
import type { Companion } from '../result/step.ts';
import { liveIdOf, type Match, type Matches, originalOfCopy, type Waiting } from './identity.ts';

/** A flat container that gets its first wrapper. */
export interface ImplicitSection {
  readonly container: Address;
  readonly trigger: Address;
  /** The declared wrapper that the platform creates. Missing: none, and the platform's wrapper is deleted last. */
  readonly takenBy?: Address;
  readonly wrapper: Address;
  /** Live children that move into the platform's wrapper. */
  readonly swallowed: readonly LiveObject[];
  /** A child that the platform creates with the container. */
  readonly companion?: Address;
}

export interface Creates {
  /** Declared resources that the platform creates together with another object. All others have a create call or are restored. */
  readonly createdWith: ReadonlyMap<Address, { readonly creator: Address; readonly role: Companion['role'] }>;
  readonly companions: ReadonlyMap<Address, readonly Companion[]>;
  readonly wraps: readonly ImplicitSection[];
  readonly blocked: ReadonlyMap<Address, Blocked>;
  /** Resources that only people can create, and resources that need one of those. */
  readonly manual: ReadonlyMap<Address, Waiting>;
}

interface LinkedCompanion {
  readonly container: Address;
  readonly object: Address;
  readonly link: DesiredResource;
}

type CreatesDraft = ReturnType<typeof startCreates>;

function startCreates(world: World, matches: Matches) {
  return {
    world,
    matches,
    createdWith: new Map<Address, { creator: Address; role: Companion['role'] }>(),
    companions: new Map<Address, Companion[]>(),
    blocked: new Map<Address, Blocked>(),
    manual: new Map<Address, Waiting>(),
  };
}

export function planCreates(world: World, matches: Matches): Creates {
  const missing = matches.unmatched.filter((match) => match.state === 'absent' || match.state === 'trashed');
  const allLinked = findLinkedCompanions(world, missing);
  const wraps = findImplicitSections(world, matches, allLinked);
  const creates = startCreates(world, matches);
  for (const wrap of wraps) addCompanion(creates, wrap.trigger, 'wrapper', wrap.wrapper, wrap.takenBy !== undefined);
  for (const linked of allLinked) {
    addCompanion(creates, linked.container, 'space', linked.object);
    const wrap = wraps.find((each) => each.container === linked.container);
    const isKept = isDirectlyInContainer(linked) || wrap?.takenBy === linked.link.parent;
    const link = isKept
      ? linked.link.address
      : wrap && `${wrap.wrapper}/${shapeOf(world, linked.link.kind).segment}/${linked.link.key}`;
    if (link !== undefined) addCompanion(creates, linked.container, 'site-space', link, isKept);
  }
  for (const match of missing) {
    const awaited = awaitedFirstMember(matches, match);
    if (awaited !== undefined) creates.manual.set(match.resource.address, pendingUntil(awaited));
    else addFirstCompanion(creates, match);
  }
  const called = missing.filter(
    ({ state, resource }) => state === 'absent' && !creates.createdWith.has(resource.address),
  );
  for (const match of called) blockImpossibleCreates(creates, match);
  addWaitingCopies(
    creates,
    called.filter(({ blocked }) => !blocked),
  );
  return { ...creates, wraps };
}

function addCompanion(
  { createdWith, companions }: CreatesDraft,
  creator: Address,
  role: Companion['role'],
  address: Address,
  isDeclared = true,
) {
  if (isDeclared) createdWith.set(address, { creator, role });
  companions.set(creator, [...(companions.get(creator) ?? []), { role, address }]);
}

/** The link is directly in the container (a flat site). */
function isDirectlyInContainer(linked: LinkedCompanion) {
  return linked.link.parent === linked.container;
}

/** Finds objects that only a new container can create: one for each container, the first in reading order. An unnamed object can be an existing one, so it is not created. */
function findLinkedCompanions(world: World, missing: readonly Match[]): readonly LinkedCompanion[] {
  const canBeLinkedCompanion = ({ shape, state, resource }: Match) =>
    state === 'absent' &&
    shape.companionOf !== undefined &&
    shape.createsEmpty !== true &&
    resource.fields[shape.createNeeds ?? ''] === undefined &&
    naturalKeyFields(shape, resource.fields) !== undefined;
  const wanting = new Map(
    missing.filter(canBeLinkedCompanion).map((match) => [match.resource.address, match.shape.companionOf]),
  );
  const containers = new Set([...wanting.values()].map((companionOf) => companionOf?.container));
  const possible = missing.flatMap(({ resource, shape, state }) => {
    if (state !== 'absent' || !containers.has(shape.name)) return [];
    const found = membersAtAnyDepth(world, resource.address).flatMap((link): readonly LinkedCompanion[] => {
      const objects = Object.values(link.fields).flatMap((value) => (isReference(value) ? [value.ref] : []));
      const object = objects.find(
        (address) => wanting.get(address)?.container === shape.name && wanting.get(address)?.link === link.kind,
      );
      return object === undefined ? [] : [{ container: resource.address, object, link }];
    });
    return found.length === 0 ? [] : [found];
  });
  return matchCompanions(possible);
}

/** Finds a maximum matching: each container creates the first free object, or one whose creator can create another object instead. */
function matchCompanions(possible: readonly (readonly LinkedCompanion[])[]): readonly LinkedCompanion[] {
  const creators = new Map<Address, { readonly each: LinkedCompanion; readonly choices: readonly LinkedCompanion[] }>();
  const assignContainer = (choices: readonly LinkedCompanion[], asked: Set<Address>): boolean => {
    const free = choices.find(({ object }) => !creators.has(object));
    const chosen =
      free ??
      choices.find(({ object }) => {
        if (asked.has(object)) return false;
        asked.add(object);
        const former = creators.get(object);
        return former !== undefined && assignContainer(former.choices, asked);
      });
    if (chosen !== undefined) creators.set(chosen.object, { each: chosen, choices });
    return chosen !== undefined;
  };
  for (const choices of possible) assignContainer(choices, new Set());
  const taken = new Set([...creators.values()].map(({ each }) => each));
  return possible.flat().filter((each) => taken.has(each));
}

/** Members of a container at any depth, in reading order. */
function membersAtAnyDepth(world: World, container: Address): readonly DesiredResource[] {
  return (world.desired.orders[container] ?? []).flatMap((address) => {
    const resource = world.desiredAt.get(address);
    return [...(resource ? [resource] : []), ...membersAtAnyDepth(world, address)];
  });
}

/** Flat containers (existing, or with a companion inside) that are declared with wrappers. */
function findImplicitSections(
  world: World,
  matches: Matches,
  allLinked: readonly LinkedCompanion[],
): readonly ImplicitSection[] {
  const wraps: ImplicitSection[] = [];
  if (matches.unmatched.length === 0) return wraps;
  for (const match of matches.at.values()) {
    const words = match.shape.wraps;
    if (words === undefined || match.state === 'hidden') continue;
    const swallowed = match.live ? world.liveIn(words.child, match.live.id) : [];
    const linked = allLinked.find((each) => each.container === match.resource.address && !isDirectlyInContainer(each));
    if (swallowed.length === 0 && linked === undefined) continue;
    const kindOf = (address: Address) => matches.at.get(address)?.resource.kind;
    const wrappers = wrappersOf(match.resource.address, words.wrapper, world.desired.orders, kindOf);
    const fresh = wrappers.filter((wrapper) => matches.at.get(wrapper)?.state === 'absent');
    if (fresh.length === 0) continue;
    wraps.push(chooseImplicitSection(world, matches, match.resource.address, words, fresh, swallowed, linked));
  }
  return wraps;
}

/** A flat container does not list groups, so its first wrapper comes before them, at the top level. */
export function isWrapTrigger({ wraps }: Pick<Creates, 'wraps'>, address: Address): boolean {
  return wraps.some(({ trigger }) => trigger === address);
}

/** The wrapper with most of the existing children becomes the platform's wrapper. The create of another wrapper triggers it. */
function chooseImplicitSection(
  world: World,
  matches: Matches,
  container: Address,
  words: NonNullable<KindShape['wraps']>,
  fresh: readonly Address[],
  swallowed: readonly LiveObject[],
  linked: LinkedCompanion | undefined,
) {
  const objects = new Set(swallowed.flatMap((live) => liveIdentity(world, live) ?? []));
  const takenBy = wrapperTakingOver(fresh, (wrapper) => {
    const held = matches
      .membersOf(wrapper)
      .filter(
        ({ resource, shape }) =>
          shape.name === words.child &&
          (resource.address === linked?.link.address || objects.has(desiredIdentity(matches, resource, shape) ?? '')),
      );
    return held.length;
  });
  const trigger = fresh.find((wrapper) => wrapper !== takenBy) ?? container;
  const wrapper = takenBy ?? wrapperAddress(world, container, words);
  return withoutUndefined({ container, trigger, wrapper, swallowed, takenBy, companion: linked?.link.address });
}

/** No declaration can have this key. */
export function wrapperAddress(
  world: World,
  container: Address,
  { wrapper }: NonNullable<KindShape['wraps']>,
): Address {
  return childAddress(container, shapeOf(world, wrapper).segment, '(wrapper)');
}

function liveIdentity(world: World, live: LiveObject) {
  const shape = shapeOf(world, live.kind);
  return liveNaturalKey(shape, live, shape.naturalKeys[0] ?? []);
}

function desiredIdentity(matches: Matches, { fields }: DesiredResource, shape: KindShape) {
  return naturalKeyOf(shape, fields, (address) => liveIdOf(matches, address), shape.naturalKeys[0])?.text;
}

/** Existing children under their new addresses in the declared wrapper. */
export function childrenMovedIn(
  world: World,
  matches: Matches,
  wraps: readonly ImplicitSection[],
): ReadonlyMap<Address, LiveObject> {
  const placed = new Map<Address, LiveObject>();
  for (const wrap of wraps) {
    const byIdentity = groupBy(wrap.swallowed, (live) => liveIdentity(world, live));
    for (const address of wrap.takenBy === undefined ? [] : (world.desired.orders[wrap.takenBy] ?? [])) {
      const match = matches.at.get(address);
      const wanted = match && desiredIdentity(matches, match.resource, match.shape);
      const [live] = (wanted !== undefined && byIdentity.get(wanted)) || [];
      if (live) placed.set(address, live);
    }
  }
  return placed;
}

function pendingUntil({ resource: { address } }: Match): Waiting {
  return { state: 'pending', reason: `waits for ${address}`, waitsFor: address };
}

/** The first member of a new section or group whose declared members are all pending. The platform shows no place of an empty group. */
function awaitedFirstMember({ membersOf }: Matches, { shape, resource, state, blocked }: Match) {
  const { firstCompanion, takesIn = [firstCompanion] } = shape;
  const possible = membersOf(resource.address).filter((each) => takesIn.includes(each.shape.name));
  const isWaiting = state === 'absent' && !blocked && possible.every((each) => each.state === 'pending');
  return isWaiting ? possible[0] : undefined;
}

/** A new section creates its first declared site-space. */
function addFirstCompanion(creates: CreatesDraft, { shape, resource }: Match) {
  const { world, matches } = creates;
  if (shape.firstCompanion === undefined || creates.createdWith.has(resource.address)) return;
  const first = world.desired.orders[resource.address]?.find((address) => {
    const child = matches.at.get(address);
    return child !== undefined && child.shape.name === shape.firstCompanion && child.state === 'absent';
  });
  if (first !== undefined) addCompanion(creates, resource.address, 'first', first);
  else {
    const child = shapeOf(world, shape.firstCompanion);
    const reason = `a new ${shape.title} needs at least one ${child.title}, and none of the declared ones exists`;
    const hint = `list one under \`${child.segment}:\``;
    creates.blocked.set(resource.address, { code: 'B-NEEDS-CHILD', reason, hint });
  }
}

/** Copies wait for a pending original, and their own copies wait for them. */
function addWaitingCopies({ matches, manual }: CreatesDraft, copies: readonly Match[]) {
  const copiesOf = groupBy(copies, (match) => originalOfCopy(matches, match)?.resource.address);
  const originals = [...copiesOf.keys()].flatMap((address) => matches.at.get(address ?? '') ?? []);
  const queue = originals.filter(({ resource, state }) => state === 'pending' || manual.has(resource.address));
  for (const original of queue) {
    for (const copy of copiesOf.get(original.resource.address) ?? []) {
      if (manual.has(copy.resource.address)) continue;
      manual.set(copy.resource.address, pendingUntil(original));
      queue.push(copy);
    }
  }
}

/** Blocks creates that could not be identified later, and creates of kinds that the API creates only as copies. */
function blockImpossibleCreates({ world, blocked, manual }: CreatesDraft, match: Match) {
  const { resource, shape } = match;
  if (match.blocked || hasCopySource(shape, resource.fields)) return;
  const isKnown = resource.pin !== undefined || world.ledger.has(resource.address);
  const isCreated = shape.createNeeds === undefined || shape.createsEmpty === true;
  if (hasNoFindableName(shape, resource) && (!isKnown || isCreated)) {
    const names = shape.naturalKeys.map((fields) => fields.join(' and ')).join(' nor a ');
    const name = shape.naturalKeys.at(-1)?.join(' and ');
    const toCreate = isCreated ? 'to create a new one' : `and \`${shape.createNeeds}:\` to create a copy`;
    blocked.set(resource.address, {
      code: 'B-CANNOT-CREATE',
      reason: `the ${shape.title} cannot be identified: it has neither \`id:\` nor a ${names}`,
      hint: `pin the right one with \`id:\`, or declare a ${name} ${toCreate}`,
    });
    return;
  }
  if (isCreated) return;
  const container = shape.companionOf?.container ?? 'container';
  const reason = `there is no such ${shape.title}, and the platform's API cannot create one`;
  // An object that existed before was deleted outside docform, or its create got no response.
  if (!isKnown && world.input.unconfirmed?.has(resource.address) !== true)
    return void manual.set(resource.address, { state: 'pending', reason });
  blocked.set(resource.address, {
    code: 'B-CANNOT-CREATE',
    reason,
    hint: `copy another one (\`${shape.createNeeds}:\`), use it in a ${container} that this plan creates (one per new ${container}), or create it on the platform and pin its \`id:\``,
  });
}

/** No later plan would find the object by a name. A key that is a field names it, and a container has at most one singleton. */
function hasNoFindableName(shape: KindShape, { fields }: DesiredResource) {
  return shape.key === 'name' && shape.singleton !== true && naturalKeyFields(shape, fields) === undefined;
}

export function pendingCreates(world: World, matches: Matches): ReadonlyMap<Address, Waiting> {
  const waiting = new Map<Address, Waiting>();
  if (!matches.unmatched.some(({ state }) => state === 'hidden')) return waiting;
  for (const match of matches.unmatched) {
    const cause =
      match.state === 'absent'
        ? (findUnreadCompanion(world, matches, match) ?? findUnreadFirstMember(matches, match))
        : undefined;
    if (cause === undefined) continue;
    const { resource, reason = 'it could not be read' } = cause;
    const text = `it waits for ${resource.address}, which it would create if necessary: ${reason}`;
    waiting.set(match.resource.address, { state: 'hidden', reason: text });
  }
  return waiting;
}

/** A companion without a create call (a space) for which a new container (a site) can be the only creator. */
function findUnreadCompanion(world: World, matches: Matches, { resource, shape }: Match) {
  for (const link of membersAtAnyDepth(world, resource.address)) {
    for (const value of Object.values(link.fields)) {
      const target = isReference(value) ? matches.at.get(value.ref) : undefined;
      const { companionOf, createNeeds = '', createsEmpty } = target?.shape ?? {};
      if (target?.state !== 'hidden' || createsEmpty || target.resource.fields[createNeeds] !== undefined) continue;
      if (companionOf?.container === shape.name && companionOf.link === link.kind) return target;
    }
  }
  return undefined;
}

/** The first member of a container is unknown, and no other member can be the first. */
function findUnreadFirstMember(matches: Matches, { resource, shape }: Match) {
  const firsts = matches.membersOf(resource.address).filter((child) => child.shape.name === shape.firstCompanion);
  return firsts.some(({ state }) => state === 'absent') ? undefined : firsts.find(({ state }) => state === 'hidden');
}

/** Declared wrappers of a container in order, including those in its groups. */
export function wrappersOf(
  container: Address,
  kind: KindName,
  orders: Desired['orders'],
  kindOf: (address: Address) => KindName | undefined,
): readonly Address[] {
  const isWrapper = (address: Address) => kindOf(address) === kind;
  return (orders[container] ?? []).flatMap((address) =>
    isWrapper(address) ? [address] : (orders[address] ?? []).filter(isWrapper),
  );
}

/** The new wrapper with most of the existing children. None, if no other create would trigger it. */
export function wrapperTakingOver(
  fresh: readonly Address[],
  heldBy: (wrapper: Address) => number,
): Address | undefined {
  const held = fresh.map((wrapper) => ({ wrapper, count: heldBy(wrapper) })).filter(({ count }) => count > 0);
  return fresh.length > 1 ? held.sort((a, b) => b.count - a.count)[0]?.wrapper : undefined;
}
