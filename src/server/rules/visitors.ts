/** Share keys, and access to published sites without a role. */

import { listShareLinks } from '../../contract/share-links.ts';
import type { Context } from '../context.ts';
import { notFound, Refusal } from '../errors.ts';
import type { Row } from '../records.ts';
import { leastOf } from '../resource.ts';
import type { Asked } from './insight-query.ts';
import { requireSite } from './objects.ts';
import { isReader, requireRole } from './rights.ts';

interface SitePath {
  organizationId: string;
  siteId: string;
}

/** Undefined without a key, or if the site does not use share links. */
export function requireShareKey({ store }: Context, site: Row<'site'>, key: string | undefined): string | undefined {
  if (key === undefined || site.data.visibility !== 'share-link') return undefined;
  const isActive = store.children('share-link', site.id).some(({ data }) => data.active && data.key === key);
  // The message omits the key, because the key is secret.
  if (!isActive) throw new Refusal(404, 'no active share link has this share key');
  return key;
}

/** People with a role can read every site, others only sites that are published for them. */
export function requirePublished(context: Context, path: SitePath, shareKey: string | undefined): Row<'site'> {
  if (isReader(context, path.organizationId)) return requireSite(context, path);
  const site = context.store.find('site', path.siteId);
  const isThere = site?.scope === path.organizationId && site.data.published;
  if (!isThere || !isOpen(context, site, shareKey)) throw notFound('site', path.siteId);
  return site;
}

function isOpen(context: Context, site: Row<'site'>, shareKey: string | undefined) {
  const { visibility } = site.data;
  if (visibility === 'public' || visibility === 'unlisted') return true;
  return visibility === 'share-link' && requireShareKey(context, site, shareKey) !== undefined;
}

/** Columns with share keys require the right to read share links. URLs of visits also contain the key. */
export function requireOpenColumns(
  context: Context,
  site: Row<'site'>,
  { select = [], where = [], groupBy = [], order }: Asked,
): void {
  const secret = site.data.visibility === 'share-link' ? ['siteShareKey', 'url'] : ['siteShareKey'];
  const asked = [...select, ...where, ...groupBy, ...(order === undefined ? [] : [order.by])];
  if (asked.some(({ column }) => secret.includes(column))) requireRole(context, site.scope, leastOf(listShareLinks));
}

export function placeWithKey(
  context: Context,
  space: Row<'space'> | Row<'trashed-space'>,
  key: string,
): { site: Row<'site'>; siteSpace: Row<'site-space'> } {
  const { store } = context;
  for (const siteSpace of store.linkingTo('site-space', space.id)) {
    const site = store.find('site', siteSpace.scope);
    const isKeyed = site?.data.visibility === 'share-link' && site.data.published;
    if (isKeyed && store.children('share-link', site.id).some(({ data }) => data.active && data.key === key))
      return { site, siteSpace };
  }
  throw new Refusal(404, 'no active share link has this share key');
}
