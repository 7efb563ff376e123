/** Sites: flat at first, a basename at most once per organization, gone with all that stands in them. */

import type { Static } from '@sinclair/typebox';
import { createSite, deleteSite, getPublishedSite, getSite, listSites, type Site, updateSite } from '../../contract/sites.ts';
import { appAddress, hostedAddress, publishedAddress } from '../answers/addresses.ts';
import { defined, shownOf } from '../answers/defined.ts';
import { reaches } from '../answers/permissions.ts';
import type { Context } from '../context.ts';
import { impossible, invalid } from '../errors.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Row, Shown } from '../records.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { roleIn } from '../rules/access.ts';
import { addSpace } from '../rules/content.ts';
import { readNavigation } from '../rules/navigation.ts';
import { inOrganization, visibleSpaces } from '../rules/needs.ts';
import { requireInScope, requireObject, requireOrganization, requireSite, uniqueKey } from '../rules/require.ts';
import { requireRole, requireVisibleSpace, seesSpace } from '../rules/rights.ts';
import { addSiteSpace, writeDefault } from '../rules/site-spaces.ts';
import { requirePublished, requireShareKey } from '../rules/visitors.ts';
import { addObject, changed, requireFree, rewrite } from '../rules/write.ts';
import type { Declared, DeclaredBlock } from '../seed/declared.ts';
import type { Bed, SiteBed, WithId } from '../seed/planter.ts';
import { claimsIn, plantAdaptiveSchema, type WorldVisitor } from './adaptive-schema.ts';
import { plantSection, sectionAnswer, sectionOf, type WorldSection } from './section.ts';
import { groupOf, plantGroup, type WorldGroup } from './section-group.ts';
import { plantShareLinks, shareLinkOf, type WorldShareLink } from './share-link.ts';
import { plantSiteSpaces, siteSpaceAnswer, siteSpacesOf, type WorldSiteSpace } from './site-space.ts';

export interface SiteRecord extends Shown {
  title: string;
  type: string;
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  published: boolean;
  basename?: string;
  /** A host of its own. */
  hostname?: string;
  /** Host and path, as it is written. */
  proxy?: string;
  agentsContext: 'excluded' | 'included';
  adaptiveContent: boolean;
  createdAt: string;
  /** Id of the default section; missing while there is none. */
  defaultSection?: string;
  /** Id of the default site-space at the root of a flat site. */
  defaultSiteSpace?: string;
}

declare module '../records.ts' {
  interface Records {
    site: SiteRecord;
  }
}

type PlantedSite = Omit<SiteRecord, 'type' | 'published' | 'createdAt' | 'defaultSection' | 'defaultSiteSpace'>;

export interface WorldSite extends WithId, Readonly<PlantedSite> {
  readonly key: string;
  /** Plan it was made for; default: `basic`. */
  readonly type?: string;
  readonly visitor?: WorldVisitor;
  /** Sections and groups, or the site-spaces of a flat site. */
  readonly structure: readonly (WorldSection | WorldGroup)[] | readonly WorldSiteSpace[];
  /** Key of a section; missing: the first. */
  readonly defaultSection?: string;
  readonly shareLinks: readonly WorldShareLink[];
}

/** What the site makes use of, of that which an operation of the contract turns on. */
function featuresOf({ type, defaultSection, adaptiveContent }: Row<'site'>['data']): NonNullable<Static<typeof Site>['features']> {
  const used = [...(defaultSection === undefined ? [] : ['sites-sections']), ...(adaptiveContent ? ['sites-adaptive-content'] : [])];
  return used.map((id) => ({ id, plan: type, frozen: false }));
}

const siteTypes = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'];

const longestSpaceTitle = 50;

interface NewSite {
  readonly type?: string;
  readonly title?: string;
  readonly visibility?: SiteRecord['visibility'];
  readonly spaces?: readonly string[] | string;
}

function addSite(context: Context, organization: string, given: NewSite): Row<'site'> {
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

interface SiteChange {
  readonly title?: string;
  readonly visibility?: SiteRecord['visibility'];
  readonly basename?: string;
  readonly adaptiveContent?: { readonly enabled: boolean };
  readonly agentsContext?: SiteRecord['agentsContext'];
  readonly defaultSiteSpace?: string;
  readonly defaultSiteSection?: string;
  readonly proxy?: string | null;
}

function changeSite(context: Context, site: Row<'site'>, change: SiteChange): Row<'site'> {
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

function removeSite(context: Context, site: Row<'site'>): void {
  const organization = requireObject(context, 'organization', site.scope);
  if (organization.data.defaultSite === site.id) {
    const { defaultSite: _, ...data } = organization.data;
    rewrite(context, organization, data);
  }
  context.store.removeScope(site.id);
  context.store.remove(site);
}

/** Sites that show a space, have a text in their title, or are published. */
function sitesWith(
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

type Defaults = Pick<SiteRecord, 'defaultSection' | 'defaultSiteSpace'>;

/** `admin`: of what only admins may do with a site. */
function sitePermissions(context: Context, organization: string) {
  const role = roleIn(context, organization);
  return { view: reaches(role, getSite), admin: reaches(role, deleteSite) };
}

/** `shareKey`: of the share link that its address is to carry. */
function siteAnswer(context: Context, row: Row<'site'>, shareKey?: string): Static<typeof Site> {
  const { data } = row;
  const published = publishedAddress(row, shareKey);
  return defined({
    object: 'site' as const,
    id: row.id,
    type: data.type,
    title: data.title,
    hostname: data.hostname,
    basename: data.basename,
    proxy: data.proxy === undefined ? undefined : { origin: data.proxy, target: hostedAddress(row) },
    visibility: data.visibility,
    published: data.published,
    siteSpaces: context.store.countInScope('site-space', row.id),
    createdAt: data.createdAt,
    adaptiveContent: { enabled: data.adaptiveContent },
    agentsContext: data.agentsContext,
    features: featuresOf(data),
    ...shownOf<Static<typeof Site>>(data),
    urls: { location: `${context.origin}/v1/orgs/${row.scope}/sites/${row.id}`, app: appAddress(row.scope, 'sites', row.id), published },
    permissions: sitePermissions(context, row.scope),
  });
}

/** Of a sectioned site it sets the default of the default section, so the site-space must stand there. */
function setDefaultSiteSpace(context: Context, site: Row<'site'>, id: string): void {
  const { parent } = requireInScope(context, 'site-space', site.id, id);
  if (parent !== (site.data.defaultSection ?? site.id)) {
    throw impossible(`site-space ${JSON.stringify(id)} does not stand in the default section; set the default of its own section instead`);
  }
  writeDefault(context, parent === site.id ? site : requireObject(context, 'section', parent), id);
}

export function sitesOf(declared: Declared): readonly WorldSite[] {
  return declared.all('site').map((block) => siteOf(declared, block));
}

function siteOf(declared: Declared, block: DeclaredBlock): WorldSite {
  const [visitor] = declared.all('adaptive-schema', block.address);
  const defaultSection = block.keyOf('defaultSection');
  return {
    ...block.pinned,
    key: block.key,
    title: block.text('title') ?? 'Untitled site',
    visibility: (block.text('visibility') as WorldSite['visibility'] | undefined) ?? 'public',
    ...block.texts('type', 'basename', 'proxy'),
    agentsContext: block.text('agentsContext') === 'excluded' ? 'excluded' : 'included',
    adaptiveContent: block.flag('adaptiveContent') ?? false,
    ...(visitor === undefined ? {} : { visitor: { claims: claimsIn(visitor, 'claims'), unsigned: claimsIn(visitor, 'unsigned') } }),
    structure: structureOf(declared, block),
    ...(defaultSection === undefined ? {} : { defaultSection }),
    shareLinks: declared.all('share-link', block.address).map(shareLinkOf),
  };
}

function structureOf(declared: Declared, site: DeclaredBlock): WorldSite['structure'] {
  const items = declared.inOrder(site.address);
  const shownFirst = site.keyOf('defaultSiteSpace');
  if (items.every(({ kind }) => kind === 'site-space')) return siteSpacesOf(declared, site, shownFirst);
  const sections = declared.all('section', site.address);
  const paths = new Set(sections.flatMap((section) => section.text('path') ?? []));
  return items.map(({ kind, block }) => (kind === 'section-group' ? groupOf(declared, block, paths) : sectionOf(declared, block, paths)));
}

export function plantSites(bed: Bed, sites: readonly WorldSite[]): void {
  for (const site of sites) bed.sites.set(site.key, plantSite(bed, site));
}

/** Answers with the id of the site. */
function plantSite(bed: Bed, world: WorldSite): string {
  const site = world.id ?? bed.newId();
  const inSite: SiteBed = { ...bed, site };
  const { id: _, key: _key, type = 'basic', structure: _structure, defaultSection: _first, visitor, shareLinks, ...record } = world;
  const data = { ...record, type, published: true, createdAt: bed.tick(), ...plantStructure(inSite, world) };
  const { basename } = record;
  const key = basename === undefined ? {} : { uniqueKey: uniqueKey('site', bed.organization, basename) };
  bed.put('site', { parent: bed.organization, id: site, ...key }, data);
  if (visitor) plantAdaptiveSchema(inSite, visitor);
  plantShareLinks(inSite, shareLinks);
  return site;
}

function plantStructure(bed: SiteBed, world: WorldSite): Defaults {
  const ids = new Map<string, string>();
  for (const item of world.structure as readonly (WorldSection | WorldGroup | WorldSiteSpace)[]) {
    if ('section' in item) ids.set(item.section, plantSection(bed, bed.site, item));
    else if ('group' in item) for (const [key, id] of plantGroup(bed, item)) ids.set(key, id);
  }
  const [first] = ids.values();
  const defaultSection = ids.get(world.defaultSection ?? '') ?? first;
  if (defaultSection !== undefined) return { defaultSection };
  // Beside them there may be groups that hold nothing.
  const flat = (world.structure as readonly (WorldGroup | WorldSiteSpace)[]).filter((item) => 'space' in item);
  const shown = plantSiteSpaces(bed, bed.site, undefined, flat);
  const defaultSiteSpace = shown.get(flat.find((item) => item.default)?.space ?? flat[0]?.space ?? '');
  return defaultSiteSpace === undefined ? {} : { defaultSiteSpace };
}

export const sites = resource({
  titles: { site: 'site' },
  routes: [
    route(listSites, inOrganization('read'), ({ context, path, query }) => {
      const organization = requireOrganization(context, path.organizationId).id;
      const { space } = query;
      if (space !== undefined && !seesSpace(context, organization, space)) return pageOfItems([], query);
      const isFiltered = space !== undefined || query.title !== undefined || query.published !== undefined;
      const page = isFiltered
        ? pageOfItems(sitesWith(context, organization, query), query)
        : pageOfChildren(context.store, 'site', organization, query);
      return mapPage(page, (row) => siteAnswer(context, row));
    }),
    route(createSite, inOrganization('create', visibleSpaces), ({ context, path, body }) => {
      const organization = requireOrganization(context, path.organizationId).id;
      if (typeof body.spaces === 'object') for (const id of body.spaces) requireVisibleSpace(context, organization, id);
      return siteAnswer(context, addSite(context, organization, body));
    }),
    route(getSite, inOrganization('read'), ({ context, path }) => siteAnswer(context, requireSite(context, path))),
    route(deleteSite, inOrganization('admin'), ({ context, path }) => removeSite(context, requireSite(context, path))),
    route(updateSite, inOrganization('create', '`admin` for another visibility'), ({ context, path, body }) => {
      const site = requireSite(context, path);
      if (body.visibility !== undefined && body.visibility !== site.data.visibility) requireRole(context, site.scope, 'admin');
      return siteAnswer(context, changeSite(context, site, body));
    }),
    route(getPublishedSite, { of: 'visitor', least: 'read' }, ({ context, path, query }) => {
      const site = requirePublished(context, path, query.shareKey);
      const key = requireShareKey(context, site, query.shareKey);
      const { sections: rows, siteSpacesIn } = readNavigation(context, site);
      const sections = rows.map((section) => sectionAnswer(context, site, section, siteSpacesIn(section.id), key));
      const flat = siteSpacesIn(site.id).map((row) => siteSpaceAnswer(context, site, undefined, row, key));
      const structure = flat.length > 0 ? { type: 'siteSpaces', structure: flat } : { type: 'sections', structure: sections };
      return { object: 'published-content-site' as const, site: siteAnswer(context, site, key), structure };
    }),
  ],
  plant: plantSites,
});
