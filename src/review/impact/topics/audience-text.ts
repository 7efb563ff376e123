/** Audiences in words: `nobody outside the organization`, `anyone, through /rb of site "Acme Docs"`. */

import {
  type Audience,
  type JoinWay,
  type ReaderWay,
  uncoveredWays,
  type Way,
} from '../../../access/audience/audience.ts';
import type { AudienceChange } from '../../../access/audience/changes.ts';
import type { State } from '../../../access/audience/state.ts';
import { groupBy, isEqual } from '../../../core/compare.ts';
import { joinSome } from '../../../core/count.ts';
import type { AudiencePair } from '../../../core/impact.ts';
import type { LiveObject } from '../../../core/state.ts';
import type { Scene } from '../simulation/scene.ts';
import { pathOf } from '../simulation/site-paths.ts';

/** The part of both audiences that differs: readers, members, or both. Missing: only conditions that were not read. */
export function audiencePair(
  scene: Scene,
  { object, before, after, gained, lost }: AudienceChange,
): AudiencePair | undefined {
  const differing = [...gained, ...lost].filter(({ by }) => object.kind !== 'site' || by !== 'unknown');
  if (differing.length === 0) return undefined;
  const partsIn = (state: State, audience: Audience, other: Audience) =>
    audienceParts(scene, state, { object, audience, others: [other], differing });
  const [was, is] = [partsIn(scene.before, before, after), partsIn(scene.after, after, before)];
  const more = is.slice(was.length);
  if (!isEqual(is.slice(0, was.length), was)) return { before: joined(was), after: joined(is) };
  return {
    before: joined(was),
    after: more.length > 0 ? `${same}${joined(more)}` : sameAndMore(scene, object, gained, joined(is)),
  };
}

function joined(parts: readonly string[]): string {
  return parts.join('; ');
}

const same = 'the same, plus ';

/** Names the new ways of an audience whose text is the same as before. */
function sameAndMore(scene: Scene, object: LiveObject, gained: readonly Way[], text: string): string {
  const texts = [...new Set(gained.map((way) => addedText(scene, way, object)))];
  return texts.length === 0 ? text : `${same}${joinSome(texts, 4)}`;
}

/** `anyone with share link "Globex"`, `visitors allowed by the visibility "sso", through /rb of site "Acme Docs"` */
function addedText(scene: Scene, way: Way, object: LiveObject): string {
  const link = way.by === 'site' ? scene.after.find('share-link', way.link, way.site) : undefined;
  return link === undefined ? wayText(scene, scene.after, way, object) : `anyone with ${scene.subjectOf(link)}`;
}

interface Described {
  readonly object: LiveObject;
  readonly audience: Audience;
  /** People that one of these audiences does not have are named. */
  readonly others: readonly Audience[];
  /** Ways of readers, of members, or of both. */
  readonly differing: readonly Way[];
}

/** Readers if ways of readers differ, and members if ways of members differ. */
export function audienceText(scene: Scene, state: State, described: Described): string {
  return joined(audienceParts(scene, state, described));
}

function audienceParts(scene: Scene, state: State, { object, audience, others, differing }: Described) {
  const isOf = (kind: 'readers' | 'members') => differing.some(({ by }) => (by === 'site') === (kind === 'readers'));
  return [
    ...(isOf('readers') ? readersParts(scene, state, audience, object) : []),
    ...(isOf('members') ? membersParts(scene, state, audience, uncoveredWays(audience, others)) : []),
  ];
}

const gateTexts: { readonly [gate: string]: string } = {
  public: 'anyone',
  unlisted: 'anyone with the URL',
  'share-link': 'anyone with an active share link',
  'visitor-auth': 'visitors who sign in through your identity provider',
};

function gateText({ gate, link }: ReaderWay) {
  if (gate === undefined) return '(unknown: visibility not read)';
  if (gate === 'share-link' && link === undefined) return 'anyone with a share link (unknown: share links not read)';
  return gateTexts[gate] ?? `visitors allowed by the visibility "${gate}"`;
}

function readersParts(scene: Scene, state: State, { ways, unread }: Audience, object: LiveObject) {
  const readers = ways.flatMap((way) => (way.by === 'site' ? [way] : []));
  const groups = [...groupBy(readers, (way) => `${gateText(way)}${conditionText(way)}`)];
  const texts = groups.map(([who, group]) => {
    const places = group.flatMap((way) => placeIn(scene, state, way, object));
    return places.length === 0 ? who : `${who}, through ${joinSome([...new Set(places)], 4)}`;
  });
  if (texts.length > 0) return texts;
  return [unread.size > 0 ? '(unknown: not all sites that can show it were read)' : 'nobody outside the organization'];
}

/** One way: `anyone, through /rb of site "Acme Docs"`, `bo@acme.dev (edit)`. */
export function wayText(scene: Scene, state: State, way: Way, object: LiveObject): string {
  switch (way.by) {
    case 'site': {
      const link = way.link === undefined ? undefined : state.find('share-link', way.link, way.site);
      const places = [...(link === undefined ? [] : [scene.subjectOf(link)]), ...placeIn(scene, state, way, object)];
      return [`${gateText(way)}${conditionText(way)}`, ...places.map((place) => `through ${place}`)].join(', ');
    }
    case 'role':
      return 'every member except guests, by default access';
    case 'member':
    case 'team':
      return `${holderName(scene, state, way)} (${way.level})`;
    case 'join':
      return joinText(way);
    case 'unknown':
      return unknownDefault;
  }
}

function conditionText({ conditions }: ReaderWay) {
  return conditions.length === 0
    ? ''
    : ` whose claims meet ${conditions.map((each) => JSON.stringify(each)).join(' and ')}`;
}

/** `/rb of site "Acme Docs"` */
function placeIn({ subjectOf }: Scene, state: State, { site, through }: ReaderWay, object: LiveObject) {
  const [shown, link] = [state.find('site', site), state.find('site-space', through)];
  if (shown === undefined || link === undefined || object.kind !== 'space') return [];
  const path = pathOf(state, link);
  return [`${path === undefined ? '(unknown path)' : path || '/'} of ${subjectOf(shown)}`];
}

/** `named`: ways that only this audience has. */
function membersParts(scene: Scene, state: State, { ways }: Audience, named: readonly Way[]) {
  const holders = named.flatMap((way) => (way.by === 'member' || way.by === 'team' ? [way] : []));
  const nameOf = (holder: Holder) => holderName(scene, state, holder);
  const people = [...groupBy(holders, ({ level }) => level)].map(
    ([level, group]) => `${level}: ${joinSome([...new Set(group.map(nameOf))].sort(), 12)}`,
  );
  const joining = ways.flatMap((way) => (way.by === 'join' ? [joinText(way)] : []));
  return [...(joining.length > 0 ? joining : [defaultText(ways)]), ...people];
}

type Holder = Extract<Way, { readonly by: 'member' | 'team' }>;

function holderName({ subjectOf, after }: Scene, state: State, { by, id }: Holder) {
  const object = state.find(by, id) ?? after.find(by, id);
  return object === undefined ? id : String(object.fields.email ?? subjectOf(object));
}

function joinText({ through, name, role }: JoinWay) {
  const as = role === undefined ? '' : role === null ? ' as a guest' : `, with the role ${role}`;
  if (through === 'domain') return `anyone with an e-mail address in ${name}${as}`;
  if (through === 'invite') return `anyone with ${name === undefined ? 'a link invite' : 'one link invite'}${as}`;
  return `people who join${as}`;
}

const unknownDefault = '(unknown: default access not read)';

function defaultText(ways: readonly Way[]) {
  const levels = ways.flatMap((way) => (way.by === 'role' ? [way] : []));
  const [first] = levels;
  if (ways.some(({ by }) => by === 'unknown')) return unknownDefault;
  if (first === undefined) return 'no member by default';
  if (levels.some(({ role, level }) => role !== level)) return `every member except guests (level: ${first.level})`;
  return 'every member, with their organization role';
}
