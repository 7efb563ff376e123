/** Share keys, and the published sites that people without a role may read. */

import { listShareLinks } from '../../contract/share-links.ts';
import type { Context } from '../context.ts';
import { notFound, Refusal } from '../errors.ts';
import type { Row } from '../records.ts';
import { leastOf } from '../resource.ts';
import type { Asked } from './insight-question.ts';
import { requireSite } from './require.ts';
import { isReader, requireRole } from './rights.ts';

interface SitePath {
  readonly organizationId: string;
  readonly siteId: string;
}

/** Key of an active share link of the site; undefined: no key was given, or the site is not reached by one. */
export function requireShareKey({ store }: Context, site: Row<'site'>, key: string | undefined): string | undefined {
  if (key === undefined || site.data.visibility !== 'share-link') return undefined;
  const isActive = store.children('share-link', site.id).some(({ data }) => data.active && data.key === key);
  // The key is a secret: the message leaves it out.
  if (!isActive) throw new Refusal(404, 'no active share link has this share key');
  return key;
}

/** The site, for people with a role; for anybody else, while it is published to them. */
export function requirePublished(context: Context, path: SitePath, shareKey: string | undefined): Row<'site'> {
  if (isReader(context, path.organizationId)) return requireSite(context, path);
  const site = context.store.find('site', path.siteId);
  const isThere = site?.scope === path.organizationId && site.data.published;
  if (!isThere || !isOpen(context, site, shareKey)) throw notFound('site', path.siteId);
  return site;
}

function isOpen(context: Context, site: Row<'site'>, shareKey: string | undefined): boolean {
  const { visibility } = site.data;
  if (visibility === 'public' || visibility === 'unlisted') return true;
  return visibility === 'share-link' && requireShareKey(context, site, shareKey) !== undefined;
}

/** Columns that hold share keys are for those who may read share links: an address that was visited ends with one. */
export function requireOpenColumns(
  context: Context,
  site: Row<'site'>,
  { select = [], where = [], groupBy = [], order }: Asked,
): void {
  const secret = site.data.visibility === 'share-link' ? ['siteShareKey', 'url'] : ['siteShareKey'];
  const asked = [...select, ...where, ...groupBy, ...(order === undefined ? [] : [order.by])];
  if (asked.some(({ column }) => secret.includes(column))) requireRole(context, site.scope, leastOf(listShareLinks));
}

/** The published place that a key opens for a space: a site-space of a published site with that key. */
export function placeWithKey(
  context: Context,
  space: Row<'space'> | Row<'trashed-space'>,
  key: string,
): { readonly site: Row<'site'>; readonly siteSpace: Row<'site-space'> } {
  const { store } = context;
  for (const siteSpace of store.linkingTo('site-space', space.id)) {
    const site = store.find('site', siteSpace.scope);
    const isKeyed = site?.data.visibility === 'share-link' && site.data.published;
    if (isKeyed && store.children('share-link', site.id).some(({ data }) => data.active && data.key === key))
      return { site, siteSpace };
  }
  throw new Refusal(404, 'no active share link has this share key');
}
