/** Finds the impact on readers of share links, conditions and unpublished sites. */

import {
  areSpaceContainersRead,
  isInDraftGroup,
  mayBePublished,
  spaceContainersIn,
} from '../../../access/audience/of-object.ts';
import { parentOf, type State, sitesIn } from '../../../access/audience/state.ts';
import { audiences } from '../../../access/facts.ts';
import { type ClaimUse, parseCondition } from '../../../core/condition.ts';
import { count, joinSome, wordForm } from '../../../core/count.ts';
import { withoutMissing, withoutUndefined } from '../../../core/defined.ts';
import type { Impact } from '../../../core/impact.ts';
import { type LiveObject, mapOrEmpty, type Value } from '../../../core/state.ts';
import { isCondition } from '../../../kinds/field.ts';
import { itemKindsIn, onceOfShape, shapeOf } from '../../../kinds/shape.ts';
import { about, type Scene } from '../simulation/scene.ts';
import type { Growth } from './growth.ts';

function oncePublished(site: LiveObject, who: string) {
  return mayBePublished(site) ? who : `nobody yet (the site is not published); when published: ${who}`;
}

export function audienceOf(site: LiveObject): readonly string[] {
  const { fields } = site;
  const visibility = String(fields.visibility ?? '');
  if (visibility === '') return ['(unknown: visibility not read)'];
  return [oncePublished(site, audiences[visibility] ?? `visitors allowed by the visibility "${visibility}"`)];
}

/** `condition`: a text if only visitors who meet it can see a part of the site. */
export function audienceUnder(site: LiveObject, condition: unknown): readonly string[] {
  const all = audienceOf(site);
  return typeof condition === 'string' ? all.map((who) => `visitors who meet the condition (site: ${who})`) : all;
}

export function agentsNote({ fields }: LiveObject): readonly string[] {
  const isRead = fields.visibility === 'public' && fields.agentsContext === 'included';
  return withoutMissing(isRead && 'this also lets AI agents read the site');
}

/** Detail of a site whose spaces are not all known. */
export const otherSpaces = 'other spaces: (unknown: not all were read)';

export function shownBy(scene: Scene, object: LiveObject): readonly string[] {
  const { after, titleOf } = scene;
  if (object.kind === 'site-space') return [];
  const titles = [...new Set(siteSpacesOf(after, object).map(titleOf))];
  return withoutMissing(
    titles.length > 0 && `spaces: ${joinSome(titles, 12)}`,
    !areSpaceContainersRead(after, object) && otherSpaces,
  );
}

/** Sites that were not read and may contain the space. */
export function maybeShownBy(state: State, titleOf: Scene['titleOf']): readonly string[] {
  // With usage data, a guard blocks the plan instead.
  if (state.live.uses !== undefined) return [];
  if (!state.isWhole('site', null)) return ['sites that show it: (unknown: not all sites were read)'];
  const unread = sitesIn(state).filter((site) => !areSpaceContainersRead(state, site));
  if (unread.length === 0) return [];
  return [`sites that show it: (unknown: docform could not read all of ${joinSome(unread.map(titleOf).sort(), 12)})`];
}

export function shareLinkImpact(scene: Scene, growth: Growth): readonly Impact[] {
  const { before, after } = scene;
  const links = (state: State) => state.live.objects.filter(({ kind }) => kind === 'share-link');
  const ended = links(before).filter((link) => isActive(link) && after.find('share-link', link.id) === undefined);
  const begun = links(after).filter((link) => isActive(link) && before.find('share-link', link.id) === undefined);
  return [
    ...ended.map((link) =>
      linkImpact(scene, growth, link, [true, null], 'the share link is deleted; its URL stops working permanently'),
    ),
    ...begun.map((link) =>
      linkImpact(scene, growth, link, [null, true], 'anyone who has the URL of this new share link can read the site'),
    ),
    ...sitesIn(after).flatMap((site) => unreadableSite(scene, site)),
  ];
}

function isActive({ fields }: LiveObject) {
  return fields.active !== false;
}

function linkImpact(
  scene: Scene,
  { isCause, pairOf }: Growth,
  link: LiveObject,
  [before, after]: readonly [Value, Value],
  what: string,
): Impact {
  const site = siteOfLink(scene, link);
  const severity = site?.fields.visibility === 'share-link' ? 'notable' : 'info';
  const audience = site !== undefined && isCause(link, 'active') ? pairOf(site) : undefined;
  return {
    on: 'readers',
    topic: 'share-link',
    field: 'active',
    ...about(scene, link),
    severity: isCause(link, 'active') ? 'high-risk' : severity,
    what,
    before,
    after,
    ...withoutUndefined({ audience }),
    ...openedByLink(scene, link, after === true),
  };
}

function siteOfLink({ before, after }: Scene, { parentId }: LiveObject) {
  return after.find('site', parentId ?? undefined) ?? before.find('site', parentId ?? undefined);
}

/** The site, and whether a share link is required. */
export function openedByLink(scene: Scene, link: LiveObject, isActivated = true): Pick<Impact, 'who' | 'details'> {
  const [site, who] = [siteOfLink(scene, link), 'anyone who has its URL'];
  if (site === undefined) return { who: [who], details: [] };
  const { visibility } = site.fields;
  const detail =
    visibility === 'share-link'
      ? `${scene.subjectOf(site)} can be read only through share links`
      : `visibility of ${scene.subjectOf(site)}: ${String(visibility ?? '(unknown: not read by docform)')}${mayBePublished(site) ? '' : ' (not published)'}`;
  return { who: [isActivated ? oncePublished(site, who) : who], details: [detail] };
}

/** Sites with share-link visibility that lose their last active link. New and already unreachable sites do not count. */
function unreadableSite(scene: Scene, site: LiveObject): readonly Impact[] {
  const { before, after, addressOf, titleOf, sourceOf } = scene;
  const former = before.find('site', site.id);
  if (former === undefined || site.fields.visibility !== 'share-link' || !after.isWhole('share-link', site.id))
    return [];
  const [had, has] = [before, after].map((state) => state.childrenOf('share-link', site.id).filter(isActive));
  if (has?.length !== 0 || had === undefined) return [];
  if (former.fields.visibility === 'share-link' && had.length === 0) return [];
  const address = addressOf(site);
  return [
    {
      on: 'readers',
      topic: 'unreadable',
      severity: 'high-risk',
      address,
      subject: scene.subjectOf(site),
      what: 'nobody can read it: none of its share links is active',
      before:
        former.fields.visibility === 'share-link'
          ? count(had.length, 'active share link')
          : (former.fields.visibility ?? null),
      after: 'no active share link',
      who:
        had.length === 0
          ? ['everyone who can read it now']
          : [`anyone who uses the share ${wordForm(had.length, 'link', 'links')} ${had.map(titleOf).join(', ')}`],
      details: [],
      ...sourceOf(had[0] === undefined ? address : addressOf(had[0])),
    },
  ];
}

type Claim = Pick<ClaimUse, 'name' | 'isUnsigned'>;

const conditionFields = onceOfShape(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]) => (isCondition(field) ? [name] : [])),
);

/** Validation checks declared conditions. These conditions are undeclared, or belong to another configuration. */
export function lostClaims(scene: Scene): readonly Impact[] {
  return scene.before.live.objects.flatMap((before) => {
    if (before.kind !== 'adaptive-schema') return [];
    const after = scene.after.find(before.kind, before.id, before.parentId);
    const gone = after === before ? [] : claimsOf(before).filter((claim) => !isAmong(claimsOf(after), claim));
    const site = gone.length === 0 ? undefined : parentOf(scene.after, before);
    return site === undefined ? [] : [...usesOf(scene, site, before, gone), ...maybeUsed(scene, site, before, gone)];
  });
}

function claimsOf(schema: LiveObject | undefined): readonly Claim[] {
  return ['claims', 'unsigned'].flatMap((list) =>
    Object.keys(mapOrEmpty(schema?.fields[list])).map((name) => ({ name, isUnsigned: list === 'unsigned' })),
  );
}

function isAmong(claims: readonly Claim[], { name, isUnsigned }: Claim) {
  return claims.some((each) => each.name === name && each.isUnsigned === isUnsigned);
}

function usesOf(scene: Scene, site: LiveObject, schema: LiveObject, gone: readonly Claim[]): readonly Impact[] {
  const { after, shapes } = scene;
  const direct = itemKindsIn({ name: site.kind }, shapes).flatMap(({ name }) => after.childrenOf(name, site.id));
  // The links of a flat site are items of the site itself.
  return [...new Set([...direct, ...siteSpacesOf(after, site)])].flatMap((object) =>
    conditionFields(shapeOf({ shapes }, object.kind)).flatMap((field) => {
      const condition = parseCondition(String(object.fields[field] ?? ''));
      const used = 'fault' in condition ? [] : gone.filter((claim) => isAmong(condition.claims, claim));
      return used.length === 0
        ? []
        : [{ ...useOf(scene, site, object, field, used), ...scene.sourceOf(scene.addressOf(schema)) }];
    }),
  );
}

function useOf(scene: Scene, site: LiveObject, object: LiveObject, field: string, used: readonly Claim[]): Impact {
  const address = scene.addressOf(object);
  return {
    on: 'readers',
    topic: 'unknown',
    severity: 'high-risk',
    address,
    field,
    subject: scene.subjectOf(object),
    what: `its condition uses ${claimNames(used)}, which the visitor schema no longer defines`,
    before: object.fields[field] ?? null,
    who: audienceOf(site),
    details: [
      'whether everyone or nobody can see it: (unknown: the API does not define it)',
      ...shownBy(scene, object),
    ],
  };
}

/** Unread conditions may use the claims too. */
function maybeUsed(scene: Scene, site: LiveObject, schema: LiveObject, gone: readonly Claim[]): readonly Impact[] {
  if (areSpaceContainersRead(scene.after, site)) return [];
  const address = scene.addressOf(schema);
  return [
    {
      on: 'readers',
      topic: 'unknown',
      severity: 'notable',
      address,
      subject: scene.subjectOf(site),
      what: `the visitor schema no longer defines ${claimNames(gone)}`,
      who: audienceOf(site),
      details: ['conditions that use it: (unknown: not all content of the site was read)'],
      ...scene.sourceOf(address),
    },
  ];
}

function claimNames(claims: readonly Claim[]) {
  return claims.map(({ name, isUnsigned }) => `the ${isUnsigned ? 'unsigned ' : ''}claim "${name}"`).join(', ');
}

/** For a site, also the links in its sections. Without drafts, which readers cannot see. */
export function siteSpacesOf(state: State, object: LiveObject): readonly LiveObject[] {
  const shown = (each: LiveObject) => !isInDraftGroup(state, each);
  const holders = spaceContainersIn(state, object).filter(shown);
  return holders.flatMap(({ id }) => state.childrenOf('site-space', id)).filter(shown);
}
