/** How each missing resource comes into being: by its own call, restored, or along with another one's create. */

import type { Address } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { DesiredResource, KindName, LiveObject } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { type KindShape, liveNaturalKey, naturalKeyFields, naturalKeyOf, shapeOf } from '../kinds/shape.ts';
import type { Blocked, Brought } from './change.ts';
import { liveIdOf, type Match, type Matches } from './identity/identity.ts';
import type { World } from './world.ts';

export type Birth =
  | { readonly by: 'call' }
  | { readonly by: 'restore' }
  | { readonly by: 'with'; readonly bringer: Address; readonly role: Brought['role'] };

/** A flat container that gets its first wrapper: which declared wrapper takes over, and whose create triggers it. */
export interface Wrap {
  readonly container: Address;
  readonly trigger: Address;
  /** The declared wrapper that becomes the one the platform makes; missing: that one is deleted last. */
  readonly takenBy?: Address;
  /** Its address either way. */
  readonly wrapper: Address;
  /** Live children that the platform's wrapper swallows. */
  readonly swallowed: readonly LiveObject[];
  /** A child that only comes into being with the container itself. */
  readonly newborn?: Address;
}

export interface Births {
  readonly of: ReadonlyMap<Address, Birth>;
  readonly brings: ReadonlyMap<Address, readonly Brought[]>;
  readonly wraps: readonly Wrap[];
  readonly blocked: ReadonlyMap<Address, Blocked>;
}

interface Newborn {
  readonly container: Address;
  readonly object: Address;
  readonly link: DesiredResource;
}

export function planBirths(world: World, matches: Matches): Births {
  const missing = [...matches.at.values()].filter((match) => match.state === 'absent' || match.state === 'trashed');
  const newborns = findNewborns(world, missing);
  const wraps = findWraps(world, matches, newborns);
  const births = new Map<Address, Birth>();
  const brings = new Map<Address, Brought[]>();
  const blocked = new Map<Address, Blocked>();
  const bring = (bringer: Address, role: Brought['role'], address: Address, isDeclared = true): void => {
    if (isDeclared) births.set(address, { by: 'with', bringer, role });
    brings.set(bringer, [...(brings.get(bringer) ?? []), { role, address }]);
  };
  for (const wrap of wraps) {
    bring(wrap.trigger, 'wrapper', wrap.wrapper, wrap.takenBy !== undefined);
  }
  for (const newborn of newborns) {
    bring(newborn.container, 'space', newborn.object);
    const wrap = wraps.find((each) => each.container === newborn.container);
    const isKept = isPlainChild(newborn) || wrap?.takenBy === newborn.link.parent;
    const link = isKept ? newborn.link.address : wrap && `${wrap.wrapper}/${shapeOf(world, newborn.link.kind).segment}/${newborn.link.key}`;
    if (link !== undefined) bring(newborn.container, 'site-space', link, isKept);
  }
  for (const match of missing) bearFirst(world, matches, match, births, bring, blocked);
  for (const match of missing) settleBirth(match, births, blocked);
  return { of: births, brings, wraps, blocked };
}

/** The link stands directly in the container (a flat site). */
function isPlainChild(newborn: Newborn): boolean {
  return newborn.link.parent === newborn.container;
}

/**
 * Objects without a create of their own, made by a new container that links them: one per container, the one that readers see first. What has
 * no name of its own may be one that is there, of which nobody has said yet which.
 */
function findNewborns(world: World, missing: readonly Match[]): readonly Newborn[] {
  const isWanting = ({ shape, state, resource }: Match): boolean =>
    state === 'absent' &&
    shape.bornWith !== undefined &&
    resource.fields[shape.createNeeds ?? ''] === undefined &&
    naturalKeyFields(shape, resource.fields) !== undefined;
  const wanting = new Map(missing.filter(isWanting).map((match) => [match.resource.address, match.shape.bornWith]));
  const possible = missing.flatMap(({ resource, shape, state }) => {
    if (state !== 'absent' || wanting.size === 0) return [];
    const found = membersWithin(world, resource.address).flatMap((link): readonly Newborn[] => {
      const objects = Object.values(link.fields).flatMap((value) => (isReference(value) ? [value.ref] : []));
      const object = objects.find((address) => wanting.get(address)?.container === shape.name && wanting.get(address)?.link === link.kind);
      return object === undefined ? [] : [{ container: resource.address, object, link }];
    });
    return found.length === 0 ? [] : [found];
  });
  return mostBrought(possible);
}

/** As many as can be: a container takes the first that no other one brings, or else one whose bringer has another to bring instead. */
function mostBrought(possible: readonly (readonly Newborn[])[]): readonly Newborn[] {
  const bringers = new Map<Address, { readonly each: Newborn; readonly choices: readonly Newborn[] }>();
  const take = (choices: readonly Newborn[], asked: Set<Address>): boolean => {
    const free = choices.find(({ object }) => !bringers.has(object));
    const chosen =
      free ??
      choices.find(({ object }) => {
        if (asked.has(object)) return false;
        asked.add(object);
        const former = bringers.get(object);
        return former !== undefined && take(former.choices, asked);
      });
    if (chosen !== undefined) bringers.set(chosen.object, { each: chosen, choices });
    return chosen !== undefined;
  };
  for (const choices of possible) take(choices, new Set());
  const brought = new Set([...bringers.values()].map(({ each }) => each));
  return possible.flat().filter((each) => brought.has(each));
}

/** What stands in a container, at any depth, in the order readers see. */
export function membersWithin(world: World, container: Address): readonly DesiredResource[] {
  return (world.input.desired.orders[container] ?? []).flatMap((address) => {
    const resource = world.desiredAt.get(address);
    return [...(resource ? [resource] : []), ...membersWithin(world, address)];
  });
}

/** Containers that are flat (live, or because a newborn stands in them) and are declared with wrappers. */
function findWraps(world: World, matches: Matches, newborns: readonly Newborn[]): readonly Wrap[] {
  const wraps: Wrap[] = [];
  for (const match of matches.at.values()) {
    const words = match.shape.wraps;
    if (words === undefined || match.state === 'hidden') continue;
    const swallowed = match.live ? world.liveIn(words.child, match.live.id) : [];
    const newborn = newborns.find((each) => each.container === match.resource.address && !isPlainChild(each));
    if (swallowed.length === 0 && newborn === undefined) continue;
    const wrappers = (world.input.desired.orders[match.resource.address] ?? []).flatMap((address) =>
      wrappersIn(world, matches, address, words.wrapper),
    );
    const fresh = wrappers.filter((wrapper) => matches.at.get(wrapper)?.state === 'absent');
    if (fresh.length === 0) continue;
    wraps.push(chooseWrap(world, matches, match.resource.address, words, fresh, swallowed, newborn));
  }
  return wraps;
}

/** The wrappers an ordered member stands for: itself, or the members of a group. */
function wrappersIn(world: World, matches: Matches, address: Address, kind: KindName): readonly Address[] {
  if (matches.at.get(address)?.resource.kind === kind) return [address];
  return (world.input.desired.orders[address] ?? []).filter((member) => matches.at.get(member)?.resource.kind === kind);
}

/** The wrapper that holds most of the swallowed children takes over; another one's create triggers it. */
function chooseWrap(
  world: World,
  matches: Matches,
  container: Address,
  words: NonNullable<KindShape['wraps']>,
  fresh: readonly Address[],
  swallowed: readonly LiveObject[],
  newborn: Newborn | undefined,
): Wrap {
  const wanted = new Map<Address, number>();
  const objects = new Set(swallowed.flatMap((live) => identity(world, live) ?? []));
  for (const wrapper of fresh) {
    const children = (world.input.desired.orders[wrapper] ?? []).flatMap((address) => matches.at.get(address) ?? []);
    const held = children.filter(
      ({ resource, shape }) =>
        shape.name === words.child &&
        (resource.address === newborn?.link.address || objects.has(desiredIdentity(matches, resource, shape) ?? '')),
    );
    if (held.length > 0) wanted.set(wrapper, held.length);
  }
  const takenBy = fresh.length > 1 ? [...wanted].sort(([, a], [, b]) => b - a)[0]?.[0] : undefined;
  const trigger = fresh.find((wrapper) => wrapper !== takenBy) ?? container;
  const wrapper = takenBy ?? `${container}/${shapeOf(world, words.wrapper).segment}/(wrapper)`;
  return { container, trigger, wrapper, swallowed, ...(takenBy ? { takenBy } : {}), ...(newborn ? { newborn: newborn.link.address } : {}) };
}

function identity(world: World, live: LiveObject): string | undefined {
  const shape = shapeOf(world, live.kind);
  return liveNaturalKey(shape, live, shape.naturalKeys[0] ?? []);
}

function desiredIdentity(matches: Matches, { fields }: DesiredResource, shape: KindShape): string | undefined {
  return naturalKeyOf(shape, fields, (address) => liveIdOf(matches, address), shape.naturalKeys[0])?.text;
}

/** Live children of the platform's wrapper under the addresses of the declared wrapper that takes it over. */
export function swallowedBy(world: World, matches: Matches, wraps: readonly Wrap[]): ReadonlyMap<Address, LiveObject> {
  const placed = new Map<Address, LiveObject>();
  for (const wrap of wraps) {
    const byIdentity = groupBy(wrap.swallowed, (live) => identity(world, live));
    for (const address of wrap.takenBy === undefined ? [] : (world.input.desired.orders[wrap.takenBy] ?? [])) {
      const match = matches.at.get(address);
      const wanted = match && desiredIdentity(matches, match.resource, match.shape);
      const [live] = (wanted !== undefined && byIdentity.get(wanted)) || [];
      if (live) placed.set(address, live);
    }
  }
  return placed;
}

/** A new section makes its first declared site-space along with itself. */
function bearFirst(
  world: World,
  matches: Matches,
  match: Match,
  births: Map<Address, Birth>,
  bring: (bringer: Address, role: Brought['role'], address: Address) => void,
  blocked: Map<Address, Blocked>,
): void {
  const { shape, resource } = match;
  if (shape.bearsFirst === undefined || births.has(resource.address)) return;
  const first = world.input.desired.orders[resource.address]?.find((address) => {
    const child = matches.at.get(address);
    return child !== undefined && child.shape.name === shape.bearsFirst && child.state === 'absent';
  });
  if (first !== undefined) bring(resource.address, 'first', first);
  else {
    const child = shapeOf(world, shape.bearsFirst);
    const reason = `a new ${shape.title} needs at least one ${child.title}, and none is declared that is known to exist`;
    blocked.set(resource.address, { code: 'B-NEEDS-CHILD', reason, hint: `list one under \`${child.segment}:\`` });
  }
}

function settleBirth(match: Match, births: Map<Address, Birth>, blocked: Map<Address, Blocked>): void {
  const { resource, shape, state } = match;
  if (births.has(resource.address)) return;
  births.set(resource.address, { by: state === 'trashed' ? 'restore' : 'call' });
  if (state === 'trashed' || match.blocked || shape.createNeeds === undefined || resource.fields[shape.createNeeds] !== undefined) return;
  const container = shape.bornWith?.container ?? 'container';
  blocked.set(resource.address, {
    code: 'B-CANNOT-CREATE',
    reason: `there is no such ${shape.title}, and the platform's interface cannot create one by itself`,
    hint: `copy another one (\`${shape.createNeeds}:\`), use it in a ${container} that this plan creates (one per new ${container}), or create it on the platform and pin its \`id:\``,
  });
}
