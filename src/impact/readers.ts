/** Finds the audience and content of sites, and new and deleted share links. */
import { audiences } from '../access/audience.ts';
import { count, formOf, someOf } from '../core/count.ts';
import type { Impact } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import { holdersIn, siteSpacesOf } from './addresses.ts';
import type { Scene, State } from './scene.ts';

export function audienceOf({ fields }: LiveObject): readonly string[] {
  const visibility = String(fields.visibility ?? '');
  if (visibility === '') return ['(unknown, visibility not read)'];
  return [audiences[visibility] ?? `visitors allowed by the visibility "${visibility}"`];
}

/** `condition`: a text if only visitors who meet it can see a part of the site. */
export function audienceUnder(site: LiveObject, condition: unknown): readonly string[] {
  const all = audienceOf(site);
  return typeof condition === 'string' ? all.map((who) => `visitors who meet the condition (site: ${who})`) : all;
}

export function agentsRead({ fields }: LiveObject): readonly string[] {
  return fields.visibility === 'public' && fields.agentsContext === 'included' ? ['AI agents can also read it'] : [];
}

/** Titles of the spaces after the plan. */
export function shownBy(scene: Scene, object: LiveObject): readonly string[] {
  const { after, titleOf } = scene;
  if (object.kind === 'site-space') return [];
  const titles = [...new Set(siteSpacesOf(after, object).map(titleOf))];
  return [
    ...(titles.length === 0 ? [] : [`spaces: ${someOf(titles, 12)}`]),
    ...(isShownWhole(after, object) ? [] : ['other spaces: (unknown, not all were read)']),
  ];
}

/** Whether all its containers of spaces were read. */
export function isShownWhole(state: State, object: LiveObject): boolean {
  const arePartsKnown = object.kind !== 'site' || state.isWhole('section', object.id);
  return arePartsKnown && holdersIn(state, object).every(({ id }) => state.isWhole('site-space', id));
}

/** Sites that were not read and may contain the space. */
export function maybeShownBy(state: State, titleOf: Scene['titleOf']): readonly string[] {
  // With usage data, a guard blocks the plan instead.
  if (state.live.uses !== undefined) return [];
  if (!state.isWhole('site', null)) return ['sites that show it: (unknown, not all sites were read)'];
  const unread = state.childrenOf('site', null).filter((site) => !isShownWhole(state, site));
  if (unread.length === 0) return [];
  return [`possibly shown on ${someOf(unread.map(titleOf).sort(), 12)} (unknown, not read)`];
}

export function shareLinkImpact(scene: Scene): readonly Impact[] {
  const { before, after } = scene;
  const links = (state: State) => state.live.objects.filter(({ kind }) => kind === 'share-link');
  const ended = links(before).filter((link) => isActive(link) && after.find('share-link', link.id) === undefined);
  const begun = links(after).filter((link) => isActive(link) && before.find('share-link', link.id) === undefined);
  return [
    ...ended.map((link) =>
      linkImpact(scene, link, 'the share link is deleted; its URL stops working permanently', {
        before: true,
        after: null,
      }),
    ),
    ...begun.map((link) =>
      linkImpact(scene, link, 'anyone who has the URL of this new share link can read the site', {
        before: null,
        after: true,
      }),
    ),
    ...after.live.objects.filter(({ kind }) => kind === 'site').flatMap((site) => darkness(scene, site)),
  ];
}

function isActive({ fields }: LiveObject): boolean {
  return fields.active !== false;
}

function linkImpact(scene: Scene, link: LiveObject, what: string, values: Pick<Impact, 'before' | 'after'>): Impact {
  const address = scene.addressOf(link);
  return {
    on: 'readers',
    topic: 'share-link',
    severity: siteOfLink(scene, link)?.fields.visibility === 'share-link' ? 'notable' : 'info',
    address,
    field: 'active',
    subject: scene.titleOf(link),
    what,
    ...values,
    who: ['anyone who has its URL'],
    details: openedByLink(scene, link),
    ...scene.sourceOf(address),
  };
}

function siteOfLink({ before, after }: Scene, { parentId }: LiveObject): LiveObject | undefined {
  return after.find('site', parentId ?? undefined) ?? before.find('site', parentId ?? undefined);
}

/** The site, and whether a share link is required. */
export function openedByLink(scene: Scene, link: LiveObject): readonly string[] {
  const site = siteOfLink(scene, link);
  if (site === undefined) return [];
  const { visibility } = site.fields;
  return [
    visibility === 'share-link'
      ? `${scene.titleOf(site)} can be read only through share links`
      : `visibility of ${scene.titleOf(site)}: ${String(visibility ?? '(unknown, not read)')}`,
  ];
}

/** Sites with share-link visibility that lose their last active link. New and already unreachable sites do not count. */
function darkness(scene: Scene, site: LiveObject): readonly Impact[] {
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
      topic: 'dark',
      severity: 'high-risk',
      address,
      subject: titleOf(site),
      what: 'nobody can read it: none of its share links is active',
      before:
        former.fields.visibility === 'share-link'
          ? count(had.length, 'active share link')
          : (former.fields.visibility ?? null),
      after: 'no active share link',
      who:
        had.length === 0
          ? ['everyone who can read it now']
          : [`anyone who uses the share ${formOf(had.length, 'link', 'links')} ${had.map(titleOf).join(', ')}`],
      details: [],
      ...sourceOf(had[0] === undefined ? address : addressOf(had[0])),
    },
  ];
}
