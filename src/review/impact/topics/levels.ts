/** Finds who gains or loses access to spaces, collections and sites: by default, by inheritance, and by permissions. */

import {
  hasPermissions,
  openingsIn,
  permissionKinds,
  withCollectionsAbove,
} from '../../../access/audience/of-object.ts';
import { parentOf, type State } from '../../../access/audience/state.ts';
import type { Level } from '../../../access/facts.ts';
import { levelByDefault, type Opening } from '../../../access/reason.ts';
import { joinSome } from '../../../core/count.ts';
import { withoutMissing, withoutUndefined } from '../../../core/defined.ts';
import { type Impact, otherInheritance } from '../../../core/impact.ts';
import type { LiveObject, Value } from '../../../core/state.ts';
import { type Exposure, exposureDirection, rankOfValue, roleOrder } from '../../../kinds/field.ts';
import { about, type Scene } from '../simulation/scene.ts';
import type { Growth } from './growth.ts';
import { maybeShownBy } from './readers.ts';

/** Detail of a consequence whose spaces are not all known. */
export const unreadSpaces = 'other affected spaces: (unknown: not all spaces were read)';

export const trashing = 'the space is moved to the trash and deleted permanently after 7 days';
/** Of drift, if the trash contains the space. */
const inTrash = 'the space is in the trash and will be deleted permanently';

function collectionOf(opening: Opening): string | undefined {
  return 'collection' in opening ? opening.collection : undefined;
}

function levelText(opening: Opening) {
  if (opening.by === 'closed') return 'nobody';
  if (opening.by === 'organization') return 'everyone, with their organization role';
  return opening.by === 'unseen' ? 'unknown' : opening.level;
}

/** As a value of the field `defaultLevel`. Values without a rank are unknown or depend on the member. */
function levelIn(opening: Opening): Level | null {
  return opening.by === 'closed' ? null : levelText(opening);
}

/** The value of `defaultLevel`, or the level that the object inherits. */
export function levelOf(state: State, object: LiveObject, value: Value | undefined): Value | undefined {
  const isInherited = value === 'inherit' && (object.kind === 'space' || object.kind === 'collection');
  return isInherited ? levelIn(openingsIn(state)(object)) : value;
}

/** The effect of a permission, with the object that the permission is for. */
export function inPlace(scene: Scene, object: LiveObject, what: string): string {
  if (!permissionKinds.includes(object.kind)) return what;
  const place = parentOf(scene.after, object) ?? parentOf(scene.before, object);
  return place === undefined ? what : `${what} in ${scene.subjectOf(place)}`;
}

export function spacesIn({ childrenOf }: State): readonly LiveObject[] {
  return childrenOf('space', null);
}

export function membersIn({ childrenOf }: State): readonly LiveObject[] {
  return childrenOf('member', null);
}

export function emailOf({ id, fields }: LiveObject): string {
  return String(fields.email ?? id);
}

/** The highest of the default and the known permissions. null: no access. undefined: unknown. */
export function reachOf(state: State, member: LiveObject, object: LiveObject): Level | null | undefined {
  const { role } = member.fields;
  const byDefault = levelByDefault(role === undefined ? undefined : (role as Level | null), openingsIn(state)(object));
  if (byDefault === undefined) return undefined;
  const ranks = [byDefault, ...permissionsOf(state, member, object)].map(
    (level) => [rankOfValue(roleOrder, level) ?? 0, level] as const,
  );
  return ranks.reduce((best, each) => (each[0] > best[0] ? each : best))[1];
}

/** The member's own permissions, and those of their teams, here and in the collections above. */
function permissionsOf(state: State, member: LiveObject, object: LiveObject): readonly Level[] {
  if (!hasPermissions(state)) return [];
  return withCollectionsAbove(state, object).flatMap(({ id }) => {
    const ofTeams = state
      .childrenOf('team-permission', id)
      .filter((team) => state.find('team-member', member.id, team.id) !== undefined);
    return withoutMissing(state.find('member-permission', member.id, id), ...ofTeams).flatMap(({ fields: { role } }) =>
      typeof role === 'string' ? [role] : [],
    );
  });
}

/** At any depth. */
function spacesWithin(state: State, collection: LiveObject) {
  return spacesIn(state).filter((space) => withCollectionsAbove(state, space).includes(collection));
}

export function inheritedBy({ before, after }: Scene, was: LiveObject, is: LiveObject): readonly string[] {
  const inherited = (when: string, state: State, object: LiveObject) =>
    object.fields.defaultLevel === 'inherit' && `inherited access ${when}: ${levelText(openingsIn(state)(object))}`;
  return withoutMissing(inherited('before', before, was), inherited('after', after, is));
}

export function spacesByDefaultOf(scene: Scene, collection: LiveObject): readonly string[] {
  const openingOfSpace = openingsIn(scene.after);
  const titles = spacesIn(scene.after).flatMap((space) =>
    collectionOf(openingOfSpace(space)) === collection.id ? [scene.titleOf(space)] : [],
  );
  return affected(scene.after, titles);
}

/** Members whose access by role, defaults and known permissions changes. */
export function concernedBy(
  { before, after }: Scene,
  former: LiveObject,
  now: LiveObject,
): Pick<Impact, 'who' | 'details'> {
  if (!after.isWhole('member', null)) {
    // Without managed members, names are not expected.
    const details = before.live.leftOut?.has('members') ? ['their names: (unknown: members not read)'] : [];
    return { who: ['members without a permission of their own'], details };
  }
  const people = membersIn(after).flatMap((member) => {
    const earlier = before.find('member', member.id) ?? member;
    return reachOf(before, earlier, former) === reachOf(after, member, now) ? [] : [emailOf(member)];
  });
  const hasGrants = withCollectionsAbove(after, now).every(({ id }) =>
    permissionKinds.every((kind) => after.isWhole(kind, id)),
  );
  const details = hasGrants ? [] : ['not considered: permissions of individual people and teams (not read by docform)'];
  return { who: people.length === 0 ? ['no current member'] : people.sort(), details };
}

/** Spaces whose inherited access changes because a container moves. */
export function movedSpaces(scene: Scene, { isCause, pairOf }: Growth): readonly Impact[] {
  const [openingBefore, openingAfter] = [openingsIn(scene.before), openingsIn(scene.after)];
  return spacesIn(scene.after).flatMap((space): readonly Impact[] => {
    const former = scene.before.find('space', space.id);
    if (former === undefined || former.fields.defaultLevel !== 'inherit' || space.fields.defaultLevel !== 'inherit')
      return [];
    const [was, is] = [openingBefore(former), openingAfter(space)];
    const field = scene.shapes.get('space')?.fields.defaultLevel;
    const direction = field && exposureDirection(field, levelIn(was), levelIn(is));
    if (direction === undefined || isToldAbove(scene, former, space, was, is)) return [];
    return [
      {
        on: 'people',
        topic: direction.topic,
        severity: isCause(space, 'collection') ? 'high-risk' : 'notable',
        ...withoutUndefined({ audience: isCause(space, 'collection') ? pairOf(space) : undefined }),
        ...about(scene, space, 'collection'),
        field: 'collection',
        what: `${direction.what}, ${otherInheritance}`,
        before: levelText(was),
        after: levelText(is),
        ...concernedBy(scene, former, space),
      },
    ];
  });
}

export function trashedSpaces(scene: Scene, { isCause, pairOf }: Growth): readonly Impact[] {
  const { before, after } = scene;
  const [openingBefore, openingAfter] = [openingsIn(before), openingsIn(after)];
  const who = ['everyone with access to the space'];
  const fact = (space: LiveObject) => ({ on: 'people' as const, ...about(scene, space), who });
  const trashed = spacesIn(before).filter(({ id }) => after.find('space', id) === undefined);
  const restored = spacesIn(after).filter(before.isInTrash);
  return [
    ...trashed.map((space) => ({
      ...fact(space),
      topic: 'restricted' as const,
      severity: 'high-risk' as const,
      what: after.isInTrash(space) ? inTrash : trashing,
      before: levelText(openingBefore(space)),
      after: null,
      details: maybeShownBy(before, scene.titleOf),
    })),
    ...restored.map((space) => ({
      ...fact(space),
      topic: 'opened' as const,
      severity: isCause(space, '') ? ('high-risk' as const) : ('notable' as const),
      ...withoutUndefined({ audience: isCause(space, '') ? pairOf(space) : undefined }),
      what: 'the space is restored from the trash with its content',
      before: null,
      after: levelText(openingAfter(space)),
      details: [],
    })),
  ];
}

/** A changed default of a container has a consequence of its own. The platform deletes only empty collections. */
function isToldAbove({ before, after }: Scene, former: LiveObject, space: LiveObject, was: Opening, is: Opening) {
  const isChanged = (id: string | undefined) =>
    before.find('collection', id)?.fields.defaultLevel !== after.find('collection', id)?.fields.defaultLevel;
  const isInPlace = former.fields.collection === space.fields.collection;
  const isGone = isInPlace && is.by === 'unseen';
  return isGone || (isInPlace && [was, is].some((opening) => isChanged(collectionOf(opening))));
}

/** New and revoked permissions; `impact.ts` reports changed levels. */
export function permissionImpact(scene: Scene, growth: Growth): readonly Impact[] {
  const { before, after } = scene;
  const missingIn = (state: State) => (object: LiveObject) =>
    permissionKinds.includes(object.kind) && state.find(object.kind, object.id, object.parentId) === undefined;
  return [
    ...after.live.objects.filter(missingIn(before)).map((object) => permission(scene, growth, object, 'opened')),
    ...before.live.objects.filter(missingIn(after)).map((object) => permission(scene, growth, object, 'restricted')),
  ];
}

function permission(
  scene: Scene,
  { isCause, pairOf }: Growth,
  object: LiveObject,
  topic: 'opened' | 'restricted',
): Impact {
  const exposure = scene.shapes.get(object.kind)?.fields.role?.exposure as Exposure;
  const role = object.fields.role ?? null;
  const isNew = topic === 'opened';
  const place = parentOf(scene.after, object);
  const audience = place !== undefined && isCause(object, 'role') ? pairOf(place) : undefined;
  return {
    on: 'people',
    topic,
    severity: isCause(object, 'role') ? 'high-risk' : 'notable',
    ...about(scene, object, 'role'),
    field: 'role',
    what: inPlace(scene, object, isNew ? exposure.widens : exposure.restricts),
    ...(isNew ? { before: null, after: role } : { before: role, after: null }),
    ...withoutUndefined({ audience }),
    ...grantedTo(scene, object),
  };
}

/** The people who have the permission, and its place. */
export function grantedTo(scene: Scene, object: LiveObject): Pick<Impact, 'who' | 'details'> {
  const { before, after, titleOf } = scene;
  const state = after.find(object.kind, object.id, object.parentId) === undefined ? before : after;
  const place = parentOf(state, object);
  const { team: id } = object.fields;
  return {
    who: typeof id === 'string' ? teamText(scene, state, id) : [],
    details: place === undefined ? [] : spacesText(state, place, titleOf),
  };
}

function teamText({ subjectOf }: Scene, state: State, id: string) {
  const team = state.find('team', id);
  const people = state.childrenOf('team-member', id).map((each) => state.find('member', each.id));
  const isKnown = state.isWhole('team-member', id) && people.every((each) => each !== undefined);
  const names = people.flatMap((each) => (each === undefined ? [] : [emailOf(each)]));
  return isKnown ? names.sort() : [`members of ${team === undefined ? `team ${id}` : subjectOf(team)}`];
}

/** The permission of a collection applies to everything inside. */
function spacesText(state: State, place: LiveObject, titleOf: Scene['titleOf']) {
  if (place.kind !== 'collection') return [];
  return affected(state, spacesWithin(state, place).map(titleOf).sort());
}

function affected(state: State, titles: readonly string[]) {
  const named = titles.length > 0 && `affected spaces: ${joinSome(titles, 12)}`;
  return withoutMissing(named, !state.isWhole('space', null) && unreadSpaces);
}
