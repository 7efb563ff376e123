/** Finds the impact of permissions: who gets or loses which level in which space, collection or site. */
import { someOf } from '../core/count.ts';
import type { Impact } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import type { Exposure } from '../kinds/field.ts';
import { emailOf, permissionKinds, spacesWithin, unreadSpaces } from './levels.ts';
import { about, parentIn, type Scene, type State } from './scene.ts';

/** New and revoked permissions; `opened.ts` reports changed levels. */
export function permissionImpact(scene: Scene): readonly Impact[] {
  const { before, after } = scene;
  const missingIn = (state: State) => (object: LiveObject) =>
    permissionKinds.includes(object.kind) && state.find(object.kind, object.id, object.parentId) === undefined;
  return [
    ...after.live.objects.filter(missingIn(before)).map((object) => permission(scene, object, 'opened')),
    ...before.live.objects.filter(missingIn(after)).map((object) => permission(scene, object, 'shut')),
  ];
}

function permission(scene: Scene, object: LiveObject, topic: 'opened' | 'shut'): Impact {
  const exposure = scene.shapes.get(object.kind)?.fields.role?.exposure as Exposure;
  const role = object.fields.role ?? null;
  const isNew = topic === 'opened';
  return {
    ...{
      on: 'people',
      topic,
      severity: isNew ? 'high-risk' : 'notable',
      ...about(scene, object, 'role'),
      field: 'role',
    },
    what: isNew ? exposure.widens : exposure.restricts,
    ...(isNew ? { before: null, after: role } : { before: role, after: null }),
    ...grantedTo(scene, object),
  };
}

/** The people who have the permission, and its place. */
export function grantedTo({ before, after, titleOf }: Scene, object: LiveObject): Pick<Impact, 'who' | 'details'> {
  const state = after.find(object.kind, object.id, object.parentId) === undefined ? before : after;
  const place = parentIn(state, object);
  const { team: id } = object.fields;
  return {
    who: typeof id === 'string' ? teamText(state, id, titleOf) : [],
    details: place === undefined ? [] : [`${place.kind}: ${titleOf(place)}`, ...spacesText(state, place, titleOf)],
  };
}

function teamText(state: State, id: string, titleOf: Scene['titleOf']) {
  const team = state.find('team', id);
  const people = state.childrenOf('team-member', id).map((each) => state.find('member', each.id));
  const isKnown = state.isWhole('team-member', id) && people.every((each) => each !== undefined);
  const names = people.flatMap((each) => (each === undefined ? [] : [emailOf(each)]));
  return isKnown ? names.sort() : [`members of the team ${team === undefined ? id : titleOf(team)}`];
}

/** The permission of a collection applies to everything inside. */
function spacesText(state: State, place: LiveObject, titleOf: Scene['titleOf']) {
  if (place.kind !== 'collection') return [];
  const titles = spacesWithin(state, place).map(titleOf).sort();
  return [
    ...(titles.length === 0 ? [] : [`affected spaces: ${someOf(titles, 12)}`]),
    ...(state.isWhole('space', null) ? [] : [unreadSpaces]),
  ];
}
