/** Finds share links that come and go, and sites that nobody can read any more once the last one is gone. */
import { count } from '../core/count.ts';
import type { Impact } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import type { Scene, State } from './scene.ts';

export function shareLinkImpact(scene: Scene): readonly Impact[] {
  const { before, after } = scene;
  const links = (state: State) => state.live.objects.filter(({ kind }) => kind === 'share-link');
  const ended = links(before).filter((link) => isActive(link) && after.find('share-link', link.id) === undefined);
  const begun = links(after).filter((link) => isActive(link) && before.find('share-link', link.id) === undefined);
  return [
    ...ended.map((link) => linkImpact(scene, link, 'its address stops working for good', { before: 'active', after: null })),
    ...begun.map((link) => linkImpact(scene, link, 'a new share link opens the site', { before: null, after: 'active' })),
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
    subject: scene.titleOf(link),
    what,
    ...values,
    who: ['whoever has its address'],
    details: openedByLink(scene, link),
    ...scene.sourceOf(address),
  };
}

function siteOfLink({ before, after }: Scene, { parentId }: LiveObject): LiveObject | undefined {
  return after.find('site', parentId ?? undefined) ?? before.find('site', parentId ?? undefined);
}

/** The site that it leads to, and whether it takes a link to read that. */
export function openedByLink(scene: Scene, link: LiveObject): readonly string[] {
  const site = siteOfLink(scene, link);
  if (site === undefined) return [];
  const { visibility } = site.fields;
  return [
    `${scene.titleOf(site)} is ${visibility === 'share-link' ? 'read by share links' : String(visibility ?? 'of unknown visibility')}`,
  ];
}

/** A site for share links of which none is active. What was dark before, or new, is told by nobody's missing it. */
function darkness(scene: Scene, site: LiveObject): readonly Impact[] {
  const { before, after, addressOf, titleOf, sourceOf } = scene;
  const former = before.find('site', site.id);
  if (former === undefined || site.fields.visibility !== 'share-link' || !after.isWhole('share-link', site.id)) return [];
  const [had, has] = [before, after].map((state) => state.childrenOf('share-link', site.id).filter(isActive));
  if (has?.length !== 0 || had === undefined) return [];
  if (former.fields.visibility === 'share-link' && had.length === 0) return [];
  const address = addressOf(site);
  return [
    {
      on: 'readers',
      topic: 'dark',
      severity: 'severe',
      address,
      subject: titleOf(site),
      what: 'nobody can read it any more, as none of its share links is active',
      before: former.fields.visibility === 'share-link' ? count(had.length, 'active share link') : (former.fields.visibility ?? null),
      after: 'no active share link',
      who: had.length === 0 ? ['all who read it now'] : [`whoever has the address of ${had.map(titleOf).join(', ')}`],
      details: [],
      ...sourceOf(had[0] === undefined ? address : addressOf(had[0])),
    },
  ];
}
