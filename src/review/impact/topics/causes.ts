/** Finds whose audience grows between two states, and which changes cause it. */

import { abilityPhrase } from '../../../access/audience/ability.ts';
import { type Audience, nobody, type Way } from '../../../access/audience/audience.ts';
import { type AudienceChange, findAudienceChanges } from '../../../access/audience/changes.ts';
import {
  audienceOf,
  isInDraftGroup,
  permissionHolder,
  withCollectionsAbove,
} from '../../../access/audience/of-object.ts';
import { groupOf, parentOf } from '../../../access/audience/state.ts';
import { groupBy } from '../../../core/compare.ts';
import { withoutMissing, withoutUndefined } from '../../../core/defined.ts';
import type { Impact } from '../../../core/impact.ts';
import type { LiveObject } from '../../../core/state.ts';
import { exposureDirection } from '../../../kinds/field.ts';
import { placeField, shapeOf } from '../../../kinds/shape.ts';
import { about, type Scene } from '../simulation/scene.ts';
import { audiencePair } from './audience-text.ts';
import type { Cause, Growth, Originals } from './growth.ts';

export function growthIn(scene: Scene, originals: Originals = new Map()): Growth {
  const changes = findAudienceChanges(scene.before, scene.after, (object) => baselineOf(scene, originals, object)).map(
    (change) => ({ ...change, gained: change.gained.filter((way) => !isOfDeleted(scene, way)) }),
  );
  const grown = changes.filter(({ gained }) => gained.length > 0);
  const causes = new Map<string, Cause & { readonly grown: AudienceChange }>();
  const impact: Impact[] = [];
  for (const change of grown) {
    const unexplained = change.gained.filter((way) => {
      const found = causesOf(scene, originals, change, way);
      for (const cause of found) {
        const key = `${keyOf(cause.object)} ${cause.field}`;
        if (!causes.has(key)) causes.set(key, { ...cause, grown: change });
      }
      return found.length === 0;
    });
    if (unexplained.length > 0) impact.push(grownImpact(scene, change, unexplained));
  }
  const byObject = groupBy(changes, ({ object }) => keyOf(object));
  const changeOf = (object: LiveObject) => byObject.get(keyOf(object))?.[0];
  return {
    isCause: (object, field) => causes.has(`${keyOf(object)} ${field}`),
    isNarrowed: (object) => changeOf(object)?.gained.length === 0,
    causes: [...causes.values()].map(({ grown: { gained }, ...cause }) => ({ ...cause, gained })),
    pairOf: (object, field) => {
      const own = changeOf(object);
      const grown = causes.get(`${keyOf(object)} ${field}`)?.grown;
      if (grown === undefined || (own !== undefined && own.gained.length > 0)) return own && audiencePair(scene, own);
      return namedPair(scene, grown);
    },
    impact,
  };
}

function namedPair(scene: Scene, change: AudienceChange): Impact['audience'] {
  const pair = audiencePair(scene, change);
  return pair && { ...pair, of: scene.subjectOf(change.object) };
}

/** The platform deletes only empty collections, so the plan is blocked, or the space moves. */
function isOfDeleted({ before, after }: Scene, way: Way) {
  const { kind, id } = { kind: 'collection', id: way.by === 'unknown' ? way.of : undefined };
  return before.find(kind, id) !== undefined && after.find(kind, id) === undefined;
}

function keyOf({ kind, id, parentId }: LiveObject) {
  return `${kind} ${id} ${parentId}`;
}

/** A new space has no content unless it is a copy, and a new site has no readers. What a site shows has an audience of its own. */
function baselineOf(scene: Scene, originals: Originals, object: LiveObject): Audience | undefined {
  const { before, after } = scene;
  const own = audienceOf(after, object);
  if (object.kind === 'site') return { ...own, ways: own.ways.filter(({ by }) => by !== 'site') };
  if (object.kind !== 'space' && object.kind !== 'collection') return undefined;
  if (before.isInTrash(object)) return { ...nobody, roles: own.roles };
  const id = originals.get(object.id);
  const original = before.find('space', id);
  if (original !== undefined) return audienceOf(before, original);
  const copied = after.find('space', id);
  if (copied !== undefined) return baselineOf(scene, originals, copied);
  const inherited = audienceOf(after, { ...object, fields: { ...object.fields, defaultLevel: 'inherit' } });
  return { ...inherited, ways: [...inherited.ways, ...own.ways.filter(({ by }) => by === 'site')] };
}

function causesOf(scene: Scene, originals: Originals, { object }: AudienceChange, way: Way): readonly Cause[] {
  // The restored space has an effect of its own, without a field.
  if (scene.before.isInTrash(object)) return [{ object, field: '' }];
  if (way.by === 'site') return readerCauses(scene, object, way);
  if (object.kind === 'site' && way.by === 'unknown')
    return widenedOf(scene, [object], ['adaptiveContent', 'published']);
  if (object.kind === 'organization') return joinCauses(scene, object, way);
  return memberCauses(scene, originals, object, way);
}

/** None if the site did not show the space in this place before. */
function readerCauses(scene: Scene, object: LiveObject, { through, link }: Way & { by: 'site' }): readonly Cause[] {
  const { after, before } = scene;
  const shown = through === undefined ? object : after.find('site-space', through);
  if (shown === undefined) return [];
  const former = before.find(shown.kind, shown.id);
  if (shown.kind === 'site' && former === undefined) return [{ object: shown, field: 'visibility' }];
  if (former === undefined || former.parentId !== shown.parentId || former.fields.space !== shown.fields.space)
    return [];
  const around: LiveObject[] = [];
  for (let at: LiveObject | undefined = shown; at !== undefined; at = parentOf(after, at))
    for (let item: LiveObject | undefined = at; item !== undefined; item = groupOf(after, item)) around.push(item);
  const shareLink = link === undefined ? undefined : after.find('share-link', link);
  // A condition restricts readers only if the site has adaptive content.
  const wasAdaptive = around.some(({ kind, id }) => before.find(kind, id)?.fields.adaptiveContent === true);
  const fields = [
    'visibility',
    'published',
    'adaptiveContent',
    'draft',
    'group',
    ...withoutMissing(wasAdaptive && 'condition'),
  ];
  return [
    ...widenedOf(scene, around, fields),
    ...(shareLink !== undefined && isChanged(scene, shareLink, 'active')
      ? [{ object: shareLink, field: 'active' }]
      : []),
  ];
}

function widenedOf(scene: Scene, objects: readonly LiveObject[], fields: readonly string[]): readonly Cause[] {
  return objects.flatMap((object) =>
    fields.flatMap((field) => (isWidened(scene, object, field) ? [{ object, field }] : [])),
  );
}

/** Whether a change of the field of an existing object can widen access. */
function isWidened({ before, shapes }: Scene, object: LiveObject, name: string): boolean {
  const former = before.find(object.kind, object.id, object.parentId);
  const [was, is] = [former?.fields[name], object.fields[name]];
  if (former === undefined || was === is) return false;
  // A group only hides its members.
  if (name === 'group') return isInDraftGroup(before, former);
  const field = shapeOf({ shapes }, object.kind).fields[name];
  return field?.exposure === undefined || exposureDirection(field, was, is)?.topic === 'opened';
}

function joinCauses(scene: Scene, object: LiveObject, way: Way): readonly Cause[] {
  const { after } = scene;
  const invite = way.by === 'join' && way.through === 'invite' ? after.find('link-invite', way.name) : undefined;
  const member = way.by === 'member' ? after.find('member', way.id) : undefined;
  const holders = withoutMissing(member, invite).filter((each) => isChanged(scene, each, 'role'));
  const settings = way.by === 'join' ? ['emailDomains', 'defaultRole', 'inviteLinks'] : [];
  return [...holders.map((each) => ({ object: each, field: 'role' })), ...widenedOf(scene, [object], settings)];
}

function memberCauses(scene: Scene, originals: Originals, object: LiveObject, way: Way): readonly Cause[] {
  const { before, after } = scene;
  const isNew = before.find(object.kind, object.id) === undefined;
  const isCopy = originals.has(object.id) && (object.fields.defaultLevel ?? 'inherit') === 'inherit';
  const places = object.kind === 'site' ? [object] : withCollectionsAbove(after, object);
  const levels =
    isNew && object.kind !== 'site'
      ? [{ object, field: isCopy ? 'copyOf' : 'defaultLevel' }]
      : inheriting(places, way).flatMap((place) => widenedOf(scene, [place], levelFields(scene, place, way)));
  if (way.by !== 'member' && way.by !== 'team') return levels;
  const promoted = way.by === 'member' ? newAdmin(scene, way.id) : undefined;
  if (promoted !== undefined) return [{ object: promoted, field: 'role' }];
  const teams = places.flatMap(({ id }) => after.childrenOf('team-permission', id));
  const isIn = (team: string) => team === way.id || after.find('team-member', way.id, team) !== undefined;
  const permissions = [
    ...places
      .flatMap(({ id }) => after.childrenOf('member-permission', id))
      .filter((each) => permissionHolder(each) === way.id),
    ...teams.filter((each) => isIn(permissionHolder(each))),
  ];
  const joined = teams.flatMap((each) => withoutMissing(after.find('team-member', way.id, permissionHolder(each))));
  const isNewIn = ({ kind, id, parentId }: LiveObject) => before.find(kind, id, parentId) === undefined;
  const holders = [...permissions, ...withoutMissing(memberIn(scene, way.id))].filter((each) =>
    isChanged(scene, each, 'role'),
  );
  const found = [...holders, ...joined.filter(isNewIn)].map((each) => ({ object: each, field: 'role' }));
  return found.length > 0 && isNew ? found : [...levels, ...found];
}

/** The places that decide the access by role: up to the first one with a level of its own. */
function inheriting(places: readonly LiveObject[], way: Way): readonly LiveObject[] {
  if (way.by !== 'role') return places;
  const own = places.findIndex(hasOwnLevel);
  return own === -1 ? places : places.slice(0, own + 1);
}

function hasOwnLevel({ fields: { defaultLevel } }: LiveObject): boolean {
  return defaultLevel !== undefined && defaultLevel !== 'inherit';
}

/** With a level of its own, a place keeps the access by role when it moves. */
function levelFields(scene: Scene, place: LiveObject, way: Way): readonly string[] {
  const isMoveHarmless = way.by === 'role' && hasOwnLevel(place);
  return withoutMissing('defaultLevel', isMoveHarmless ? undefined : placeField(shapeOf(scene, place.kind)));
}

/** A person whose role was known before: the permission of a new member is the cause. */
function memberIn({ before, after }: Scene, id: string) {
  return before.find('member', id)?.fields.role === undefined ? undefined : after.find('member', id);
}

/** An admin has access to everything, so no other change matters. */
function newAdmin(scene: Scene, id: string) {
  const member = memberIn(scene, id);
  return member?.fields.role === 'admin' && isChanged(scene, member, 'role') ? member : undefined;
}

function isChanged({ before }: Scene, object: LiveObject, name: string) {
  return before.find(object.kind, object.id, object.parentId)?.fields[name] !== object.fields[name];
}

function grownImpact(scene: Scene, change: AudienceChange, ways: readonly Way[]): Impact {
  const isRead = ways.some(({ by }) => by === 'site');
  return {
    on: isRead ? 'readers' : 'people',
    topic: 'opened',
    severity: 'high-risk',
    ...about(scene, change.object),
    what: isRead ? 'more people can read it' : `more people can ${abilityPhrase(ways)} its content`,
    ...withoutUndefined({ audience: audiencePair(scene, change) }),
    who: [],
    details: [],
  };
}
