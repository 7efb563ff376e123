/** Finds the objects whose audience differs between two states, and the ways that were gained and lost. */

import { isEqual } from '../../core/compare.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import { topKind } from '../../kinds/shape.ts';
import { type Audience, nobody, uncoveredWays, type Way } from './audience.ts';
import { audienceOf } from './of-object.ts';
import { organizationOrUnknown, type State } from './state.ts';

export interface AudienceChange {
  /** In the later state, or in the earlier one if it was deleted. */
  readonly object: LiveObject;
  readonly before: Audience;
  readonly after: Audience;
  /** Ways that the audience before does not cover. */
  readonly gained: readonly Way[];
  /** Ways that the audience after does not cover. */
  readonly lost: readonly Way[];
}

/** The fields that decide audiences, and the kinds whose existence does. */
const decisive: { readonly [kind: KindName]: readonly string[] } = {
  organization: ['emailDomains', 'defaultRole', 'inviteLinks'],
  'link-invite': ['role'],
  member: ['role'],
  'team-member': [],
  collection: ['defaultLevel', 'parent'],
  space: ['defaultLevel', 'collection'],
  site: ['visibility', 'published', 'adaptiveContent'],
  section: ['condition', 'draft', 'group'],
  'section-group': ['draft', 'group'],
  'external-link': ['condition', 'draft', 'group'],
  'site-space': ['space', 'condition', 'draft'],
  'share-link': ['active'],
  'team-permission': ['role'],
  'member-permission': ['role'],
};

/** Whether a change from one object to the other can change an audience. */
export function canChangeAudience(from: LiveObject | undefined, to: LiveObject | undefined): boolean {
  const fields = decisive[(from ?? to)?.kind ?? ''];
  if (fields === undefined || from === to) return false;
  if (from === undefined || to === undefined || from.parentId !== to.parentId) return true;
  return fields.some((name) => !isEqual(from.fields[name], to.fields[name]));
}

/** Whether the existence of an object of the kind can change an audience. */
export function canKindChangeAudience(kind: KindName): boolean {
  return decisive[kind] !== undefined;
}

/** Whether a change of the field can change an audience. */
export function canFieldChangeAudience(kind: KindName, field: string): boolean {
  return decisive[kind]?.includes(field) === true;
}

export interface Widening {
  readonly object: LiveObject;
  readonly now: Audience;
  /** Ways that no other state covers. */
  readonly ways: readonly Way[];
}

/** The audience of the object in another state; nobody if the object does not exist there. */
export function audienceInState(state: State, { kind, id, parentId }: LiveObject): Audience {
  const object = kind === topKind ? organizationOrUnknown(state) : state.find(kind, id, parentId);
  return object === undefined ? nobody : audienceOf(state, object);
}

/** The objects whose audience is wider than in all of the other states together. */
export function findWidenings(now: State, others: readonly State[]): readonly Widening[] {
  const objects = now.live.objects.filter(({ kind }) => judged.includes(kind));
  return [organizationOrUnknown(now), ...objects].flatMap((object) => {
    const audience = audienceOf(now, object);
    const ways = uncoveredWays(
      audience,
      others.map((state) => audienceInState(state, object)),
    );
    return ways.length === 0 ? [] : [{ object, now: audience, ways }];
  });
}

const judged: readonly KindName[] = [
  'site',
  'section',
  'section-group',
  'external-link',
  'site-space',
  'collection',
  'space',
  'openapi-spec',
];

/** Whether an object of the kind has an audience. */
export function hasAudience(kind: KindName): boolean {
  return kind === topKind || judged.includes(kind);
}

/** `baseline`: what to compare an object with that did not exist before. undefined: it has no change. */
export function findAudienceChanges(
  before: State,
  after: State,
  baseline: (object: LiveObject) => Audience | undefined = () => nobody,
): readonly AudienceChange[] {
  if (!hasDecisiveChange(before, after)) return [];
  const changeOf = (object: LiveObject, was: Audience | undefined, is: Audience): readonly AudienceChange[] => {
    if (was === undefined) return [];
    const [gained, lost] = [uncoveredWays(is, [was]), uncoveredWays(was, [is])];
    return gained.length + lost.length === 0 ? [] : [{ object, before: was, after: is, gained, lost }];
  };
  const isJudged = ({ kind }: LiveObject) => judged.includes(kind);
  const kept = after.live.objects.filter(isJudged).flatMap((object) => {
    const former = before.find(object.kind, object.id, object.parentId);
    const was = former === undefined || former.isDeleted ? baseline(object) : audienceOf(before, former);
    return changeOf(object, was, audienceOf(after, object));
  });
  // Members and link invites can be declared without the settings.
  const [was, is] = [organizationOrUnknown(before), organizationOrUnknown(after)];
  const own = changeOf(is, audienceOf(before, was), audienceOf(after, is));
  const gone = before.live.objects
    .filter((object) => isJudged(object) && after.find(object.kind, object.id, object.parentId) === undefined)
    .flatMap((object) => changeOf(object, audienceOf(before, object), nobody));
  return [...own, ...kept, ...gone];
}

function hasDecisiveChange(before: State, after: State): boolean {
  const isChanged = (other: State) => (object: LiveObject) => {
    const there = other.find(object.kind, object.id, object.parentId);
    return there !== object && canChangeAudience(object, there);
  };
  return after.live.objects.some(isChanged(before)) || before.live.objects.some(isChanged(after));
}
