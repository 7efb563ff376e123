/** Sites: born flat, a basename at most once per organization, gone with all that stands in them. */
import type { Context } from '../context.ts';
import { impossible, invalid } from '../errors.ts';
import type { Row, SiteRecord } from '../records.ts';
import { changed } from './changed.ts';
import { requireFree } from './claim.ts';
import { addSpace } from './content.ts';
import { requireInScope, requireObject, uniqueKey } from './require.ts';
import { addSiteSpace, writeDefault } from './site-spaces.ts';
import { addObject, rewrite } from './write.ts';

const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'];
const longestSpaceTitle = 50;

export interface NewSite {
  readonly type?: string;
  readonly title?: string;
  readonly visibility?: SiteRecord['visibility'];
  readonly spaces?: readonly string[] | string;
}

export function addSite(context: Context, organization: string, given: NewSite): Row<'site'> {
  const { type = 'basic', title = 'Untitled site', visibility = 'public' } = given;
  if (!siteTypes.includes(type)) throw invalid(`body.type: ${JSON.stringify(type)} is none of ${siteTypes.join(', ')}`);
  const data: SiteRecord = {
    title,
    type,
    visibility,
    published: false,
    agentsContext: 'included',
    adaptiveContent: false,
    createdAt: context.now,
  };
  const site = addObject(context, 'site', { parent: organization }, data);
  for (const space of firstSpaces(context, organization, title, given.spaces)) {
    addSiteSpace(context, requireObject(context, 'site', site.id), space);
  }
  return requireObject(context, 'site', site.id);
}

function firstSpaces(context: Context, organization: string, title: string, spaces: NewSite['spaces']): Row<'space'>[] {
  if (spaces === undefined) return [];
  if (typeof spaces !== 'string') return spaces.map((id) => requireInScope(context, 'space', organization, id));
  if (spaces !== 'empty' && spaces !== 'sample') throw invalid(`body.spaces: ${JSON.stringify(spaces)} is neither empty nor sample`);
  return [addSpace(context, organization, organization, { title: [...title].slice(0, longestSpaceTitle).join('') })];
}

export interface SiteChange {
  readonly title?: string;
  readonly visibility?: SiteRecord['visibility'];
  readonly basename?: string;
  readonly adaptiveContent?: { readonly enabled: boolean };
  readonly agentsContext?: SiteRecord['agentsContext'];
  readonly defaultSiteSpace?: string;
  readonly defaultSiteSection?: string;
  readonly proxy?: string | null;
}

export function changeSite(context: Context, site: Row<'site'>, change: SiteChange): Row<'site'> {
  const { title, visibility, basename, agentsContext, proxy } = change;
  const key = basename === undefined ? site.uniqueKey : uniqueKey('site', site.scope, basename);
  if (key !== null) requireFree(context, key, site.id, `basename ${JSON.stringify(basename)} is taken`);
  if (change.defaultSiteSection !== undefined) requireInScope(context, 'section', site.id, change.defaultSiteSection);
  const data = changed(site.data, {
    ...{ title, visibility, basename, agentsContext, proxy },
    adaptiveContent: change.adaptiveContent?.enabled,
    defaultSection: change.defaultSiteSection,
  });
  const row = rewrite(context, site, data, { uniqueKey: key });
  if (change.defaultSiteSpace !== undefined) setDefaultSiteSpace(context, row, change.defaultSiteSpace);
  return requireObject(context, 'site', site.id);
}

/** Of a sectioned site it sets the default of the default section, so the site-space must stand there. */
function setDefaultSiteSpace(context: Context, site: Row<'site'>, id: string): void {
  const { parent } = requireInScope(context, 'site-space', site.id, id);
  if (parent !== (site.data.defaultSection ?? site.id)) {
    throw impossible(`site-space ${JSON.stringify(id)} does not stand in the default section; set the default of its own section instead`);
  }
  writeDefault(context, parent === site.id ? site : requireObject(context, 'section', parent), id);
}

export function removeSite(context: Context, site: Row<'site'>): void {
  const organization = requireObject(context, 'organization', site.scope);
  if (organization.data.defaultSite === site.id) {
    const { defaultSite: _, ...data } = organization.data;
    rewrite(context, organization, data);
  }
  context.store.removeScope(site.id);
  context.store.remove(site);
}

/** Sites that show a space, have a text in their title, or are published. */
export function sitesWith(
  context: Context,
  organization: string,
  filter: { readonly space?: string; readonly title?: string; readonly published?: boolean },
): Row<'site'>[] {
  const part = filter.title?.toLowerCase() ?? '';
  const withSpace =
    filter.space === undefined ? undefined : new Set(context.store.linkingTo('site-space', filter.space).map((row) => row.scope));
  return context.store
    .children('site', organization)
    .filter(
      ({ data }) => data.title.toLowerCase().includes(part) && (filter.published === undefined || data.published === filter.published),
    )
    .filter(({ id }) => withSpace?.has(id) ?? true);
}
