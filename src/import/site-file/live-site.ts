/** Finds the live site that a site-structure file describes, and its spaces by path. */

import { groupBy } from '../../core/compare.ts';
import type { Live, LiveObject } from '../../core/state.ts';
import { plainPath, type SiteFile, type SiteItem } from './read-site-file.ts';

export interface LiveSite {
  readonly id: string;
  readonly idOf: (item: SiteItem) => string | undefined;
}

export type NoLiveSite = 'none' | 'several' | 'unread';

/** The site must be the only one with this title. */
export function liveSiteOf({ title, structure }: SiteFile, live: Live): LiveSite | NoLiveSite {
  const there = live.objects.filter(({ isDeleted }) => isDeleted !== true);
  const [site, other] = there.filter(
    ({ kind, fields }) => kind === 'site' && title !== undefined && fields.title === title.value,
  );
  if (other !== undefined) return 'several';
  if (site === undefined)
    return live.lists.some(({ kind, unknown }) => kind === 'site' && unknown !== undefined) ? 'unread' : 'none';
  const inside = groupBy(there, ({ kind, parentId }) => `${kind} ${parentId}`);
  // By key, because carried items are copies.
  const ids = new Map<SiteItem['key'], string>();
  const found = (kind: string, parentId: string): readonly LiveObject[] => inside.get(`${kind} ${parentId}`) ?? [];
  const spacesIn = (items: readonly SiteItem[], container: LiveObject, fallback: unknown) => {
    const links = found('site-space', container.id);
    for (const item of items) {
      const link =
        links.find(({ fields }) => pathOf(item) !== '' && fields.path === pathOf(item)) ??
        (isAtRoot(item, items) ? rootLink(links, fallback) : undefined);
      if (typeof link?.fields.space === 'string') ids.set(item.key, link.fields.space);
    }
  };
  const visit = (items: readonly SiteItem[]) => {
    for (const item of items) {
      const object = objectOf(item, found(item.type, site.id));
      if (object !== undefined) ids.set(item.key, object.id);
      if (item.type === 'section-group') visit(item.children);
      else if (item.type === 'section' && object !== undefined) spacesIn(item.children, object, object.fields.default);
    }
  };
  visit(structure.filter(({ type }) => type !== 'space'));
  const spaces = structure.filter(({ type }) => type === 'space');
  spacesIn(spaces, site, site.fields.default);
  return { id: site.id, idOf: ({ key }) => ids.get(key) };
}

function pathOf({ texts }: SiteItem) {
  return plainPath(texts.path?.value ?? '');
}

/** An item without a path is the default, which has the URL of its parent. So is the only item. */
function isAtRoot(item: SiteItem, items: readonly SiteItem[]) {
  return pathOf(item) === '' && (item.flags.default !== undefined || items.length === 1);
}

function rootLink(links: readonly LiveObject[], fallback: unknown) {
  return links.length === 1 ? links[0] : links.find(({ id }) => id === fallback);
}

function objectOf(item: SiteItem, objects: readonly LiveObject[]) {
  const path = item.type === 'section' ? pathOf(item) : '';
  const alike = objects.filter(({ fields }) =>
    path === '' ? fields.title === item.texts.title?.value : fields.path === path,
  );
  return alike.length === 1 ? alike[0] : undefined;
}
