/** Sites of an organization, and their share links: URLs that contain a secret. */
import type { Static } from '@sinclair/typebox';
import {
  createShareLink,
  deleteShareLink,
  listShareLinks,
  type ShareLink,
  updateShareLink,
} from '../../contract/2025-06/share-links.ts';
import * as contract from '../../contract/2025-06/sites.ts';
import { impossible, invalid } from '../http/errors.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../http/pages.ts';
import { appUrl, canCall, defined, hostedUrl, publishedUrl, shownOf } from '../rules/answers.ts';
import { change } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import {
  type FixtureContext,
  type FixtureResource,
  type SiteFixtureContext,
  withDefaults,
} from '../rules/fixture-context.ts';
import { addSpace } from '../rules/new-space.ts';
import { addObject, freeKey, requireInScope, requireObject, requireWord, uniqueKey } from '../rules/objects.ts';
import {
  administrator,
  type BodyOf,
  inOrganization,
  listRoute,
  loadInSite,
  loadNavigation,
  type QueryOf,
  reader,
  removeRow,
  resource,
  route,
  visibleSpaces,
} from '../rules/resource.ts';
import {
  canSeeSpace,
  requirePublished,
  requireRole,
  requireShareKey,
  requireVisibleSpace,
  roleIn,
} from '../rules/rights.ts';
import { addSiteSpace, writeDefault } from '../rules/site-space.ts';
import type { Level, Row, Shown } from '../store/records.ts';
import { loadSiteSpaces, openSite, sectionAnswer, siteSpaceAnswer } from './site-structure.ts';

type Shared = 'title' | 'type' | 'visibility' | 'published' | 'basename' | 'hostname' | 'agentsContext' | 'createdAt';

interface SiteRecord extends Shown, Pick<Static<typeof contract.Site>, Shared> {
  proxy?: string;
  adaptiveContent: boolean;
  /** Only the `gitbook` dialect has it. */
  defaultLevel?: Level;
  /** The space of its style guide, which only the `gitbook` dialect has. */
  styleguide?: string;
  defaultSection?: string;
  defaultSiteSpace?: string;
}

declare module '../store/records.ts' {
  interface Records {
    site: SiteRecord;
    'share-link': {
      name: string;
      active: boolean;
      createdAt: string;
      key: string;
    };
  }
}

function featuresOf({ type, defaultSection, adaptiveContent }: Row<'site'>['data']) {
  const used = [
    ...(defaultSection === undefined ? [] : ['sites-sections']),
    ...(adaptiveContent ? ['sites-adaptive-content'] : []),
  ];
  return used.map((id) => ({ id, plan: type, frozen: false }));
}

type NewSite = BodyOf<typeof contract.createSite>;

function addSite(context: Context, organization: string, given: NewSite) {
  const { type = 'basic', title = 'Untitled site', visibility = 'public' } = given;
  requireWord('body.type', type, contract.Site.properties.type);
  const data: SiteRecord = {
    title,
    type,
    visibility,
    published: false,
    createdAt: context.now,
    agentsContext: 'included',
    adaptiveContent: false,
  };
  const site = addObject(context, 'site', { parent: organization }, data);
  for (const space of firstSpaces(context, organization, title, given.spaces))
    addSiteSpace(context, requireObject(context, 'site', site.id), space);
  return requireObject(context, 'site', site.id);
}

function firstSpaces(context: Context, organization: string, title: string, spaces: NewSite['spaces']) {
  if (spaces === undefined) return [];
  if (typeof spaces !== 'string') return spaces.map((id) => requireInScope(context, 'space', organization, id));
  if (spaces !== 'empty' && spaces !== 'sample')
    throw invalid(`body.spaces: ${JSON.stringify(spaces)} is neither empty nor sample`);
  return [addSpace(context, organization, organization, { title })];
}

function changeSite(context: Context, site: Row<'site'>, given: BodyOf<typeof contract.updateSite>) {
  const { adaptiveContent, defaultSiteSection: defaultSection, defaultSiteSpace, ...members } = given;
  const { basename } = members;
  const taken = `basename ${JSON.stringify(basename)} is taken`;
  const key =
    basename === undefined ? site.uniqueKey : freeKey(context, ['site', site.scope, basename], site.id, taken);
  if (defaultSection !== undefined) requireInScope(context, 'section', site.id, defaultSection);
  const changes = { ...members, adaptiveContent: adaptiveContent?.enabled, defaultSection };
  const row = change(context, site, changes, { uniqueKey: key });
  if (defaultSiteSpace !== undefined) setDefaultSiteSpace(context, row, defaultSiteSpace);
  return requireObject(context, 'site', site.id);
}

function removeSite(context: Context, site: Row<'site'>) {
  const organization = requireObject(context, 'organization', site.scope);
  if (organization.data.defaultSite === site.id) change(context, organization, { defaultSite: null });
  context.store.removeScope(site.id);
  context.store.remove(site);
}

function sitesWith({ store }: Context, organization: string, filter: QueryOf<typeof contract.listSites>) {
  const { title = '', published, space } = filter;
  const withSpace =
    space === undefined ? undefined : new Set(store.linkingTo('site-space', space).map(({ scope }) => scope));
  return store
    .children('site', organization)
    .filter(({ data }) => data.title.toLowerCase().includes(title.toLowerCase()))
    .filter(({ data }) => published === undefined || data.published === published)
    .filter(({ id }) => withSpace?.has(id) ?? true);
}

function sitePermissions(context: Context, organization: string) {
  const role = roleIn(context, organization);
  return { view: canCall(role, contract.getSite), admin: canCall(role, contract.deleteSite) };
}

export function siteAnswer(context: Context, row: Row<'site'>, shareKey?: string): Static<typeof contract.Site> {
  const { data, id, scope } = row;
  const { proxy, adaptiveContent, shown: _, defaultLevel: _level, ...rest } = data;
  const { defaultSection: _section, defaultSiteSpace: _siteSpace, ...members } = rest;
  // Only GitBook's current API shows Git Sync of sites.
  const { gitSync: _sync, ...shown } = shownOf<{ readonly [member: string]: unknown }>(data);
  return defined({
    object: 'site' as const,
    id,
    ...members,
    proxy: proxy === undefined ? undefined : { origin: proxy, target: hostedUrl(row) },
    siteSpaces: context.store.countInScope('site-space', id),
    adaptiveContent: { enabled: adaptiveContent },
    features: featuresOf(data),
    ...(shown as Partial<Static<typeof contract.Site>>),
    urls: {
      location: `${context.origin}/v1/orgs/${scope}/sites/${id}`,
      app: appUrl(scope, 'sites', id),
      published: publishedUrl(row, shareKey),
    },
    permissions: sitePermissions(context, scope),
  });
}

/** On a site with sections, this sets the default of the default section. */
function setDefaultSiteSpace(context: Context, site: Row<'site'>, id: string) {
  const { parent } = requireInScope(context, 'site-space', site.id, id);
  if (parent !== (site.data.defaultSection ?? site.id)) {
    throw impossible(
      `site-space ${JSON.stringify(id)} is not in the default section; set the default of its own section instead`,
    );
  }
  writeDefault(context, parent === site.id ? site : requireObject(context, 'section', parent), id);
}

function loadSites(fixture: FixtureContext) {
  for (const of of fixture.all('site')) {
    const paths = new Set(fixture.within(of.id, 'section').flatMap(({ fields }) => fields.path ?? []));
    loadSite({ ...fixture, of, site: fixture.name(of, of.pin ?? fixture.newId()), paths });
  }
}

function loadSite(fixture: SiteFixtureContext) {
  const { of, site, organization } = fixture;
  const { type = 'basic', defaultSection: _, default: _first, ...stated } = of.fields;
  const usual = {
    title: 'Untitled site',
    visibility: 'public',
    published: true,
    agentsContext: 'included',
    adaptiveContent: false,
  } as const;
  const record = { ...withDefaults(stated, usual), type, createdAt: fixture.tick() };
  const { basename } = record;
  const key = basename === undefined ? {} : { uniqueKey: uniqueKey('site', organization, basename) };
  fixture.add(of, { parent: organization, id: site, ...key }, { ...record, ...loadStructure(fixture) });
  loadInSite(fixture);
}

function loadStructure(fixture: SiteFixtureContext) {
  const { of, site } = fixture;
  const [first] = loadNavigation(fixture, site);
  const defaultSection = fixture.idOf('section', of.fields.defaultSection) ?? first;
  if (defaultSection !== undefined) return { defaultSection };
  // A flat site can contain empty groups.
  return defined({ defaultSiteSpace: loadSiteSpaces(fixture, of) });
}

function shareLinkAnswer(site: Row<'site'>, { id, data }: Row<'share-link'>): Static<typeof ShareLink> {
  const { key, ...shown } = data;
  return { object: 'share-link', id, ...shown, urls: { published: publishedUrl(site, key) } };
}

/** The secret is always a new one. */
function loadShareLink({ add, tick, newId, site }: SiteFixtureContext, link: FixtureResource<'share-link'>) {
  const record = withDefaults(link.fields, { name: link.key, active: true });
  add(link, { parent: site }, { key: newId(), ...record, createdAt: tick() });
}

export const sites = resource({
  inSite: { 'share-link': loadShareLink },
  fixtureFields: {
    site: [
      'title',
      'type',
      'visibility',
      'basename',
      'hostname',
      'proxy',
      'agentsContext',
      'adaptiveContent',
      'published',
      'defaultLevel',
      'defaultSection',
      'default',
      'shown',
    ],
    'share-link': ['name', 'active'],
  },
  routes: [
    route(contract.listSites, reader, ({ context, path, query }) => {
      const { organizationId: organization } = path;
      const { space } = query;
      if (space !== undefined && !canSeeSpace(context, organization, space)) return pageOfItems([], query);
      const isFiltered = space !== undefined || query.title !== undefined || query.published !== undefined;
      const page = isFiltered
        ? pageOfItems(sitesWith(context, organization, query), query)
        : pageOfChildren(context.store, 'site', organization, query);
      return mapPage(page, (row) => siteAnswer(context, row));
    }),
    route(contract.createSite, inOrganization('create', visibleSpaces), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      if (typeof body.spaces === 'object') for (const id of body.spaces) requireVisibleSpace(context, organization, id);
      return siteAnswer(context, addSite(context, organization, body));
    }),
    route(contract.getSite, reader, ({ context, row }) => siteAnswer(context, row)),
    route(contract.deleteSite, administrator, ({ context, row }) => removeSite(context, row)),
    route(
      contract.updateSite,
      inOrganization('create', '`admin` for another visibility'),
      ({ context, site, body }) => {
        if (body.visibility !== undefined && body.visibility !== site.data.visibility)
          requireRole(context, site.scope, 'admin');
        return siteAnswer(context, changeSite(context, site, body));
      },
    ),
    route(contract.getPublishedSite, { of: 'visitor', least: 'read' }, ({ context, path, query }) => {
      const site = requirePublished(context, path, query.shareKey);
      const key = requireShareKey(context, site, query.shareKey);
      const open = openSite(context, site, key);
      const flat = open.navigation.siteSpacesIn(site.id);
      const structure =
        flat.length > 0
          ? { type: 'siteSpaces', structure: flat.map((row) => siteSpaceAnswer(open, undefined, row)) }
          : { type: 'sections', structure: open.navigation.sections.map((row) => sectionAnswer(open, row)) };
      return { object: 'published-content-site' as const, site: siteAnswer(context, site, key), structure };
    }),
    listRoute(listShareLinks, administrator, 'share-link', (_, row, site) => shareLinkAnswer(site, row)),
    // The answer contains the secret.
    route(createShareLink, administrator, ({ context, site, body }) => {
      const data = { name: body.name, active: true, createdAt: context.now, key: context.newId() };
      return shareLinkAnswer(site, addObject(context, 'share-link', { parent: site.id }, data));
    }),
    route(deleteShareLink, administrator, removeRow),
    route(updateShareLink, administrator, ({ context, site, row, body }) =>
      shareLinkAnswer(site, change(context, row, body)),
    ),
  ],
  load: loadSites,
});
