/** The structure of sites: sections, section groups, and site-spaces, which are spaces on a site with a path. */
import type { Static } from '@sinclair/typebox';
import {
  addSectionToGroup,
  createSectionGroup,
  deleteSectionGroup,
  listSectionGroups,
  moveSectionGroup,
  removeSectionFromGroup,
  type SiteSectionGroup,
  updateSectionGroup,
} from '../../contract/2025-06/site-section-groups.ts';
import {
  createSection,
  deleteSection,
  listSections,
  moveSection,
  type SiteSection,
  updateSection,
} from '../../contract/2025-06/site-sections.ts';
import {
  createSiteSpace,
  deleteSiteSpace,
  listSiteSpaces,
  moveSiteSpace,
  type SiteSpace,
  updateSiteSpace,
} from '../../contract/2025-06/site-spaces.ts';
import { derivedPath, freePath } from '../../contract/derived-path.ts';
import { invalid, notFound } from '../http/errors.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../http/pages.ts';
import type { SectionGroupRecord, SectionRecord, SiteSpaceRecord } from '../records/site-structure-record.ts';
import { defined, isDefault, isHome, sectionUrl, siteSpaceUrl } from '../rules/answers.ts';
import { type Changes, change, changed, rewrite } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import {
  type FixtureContext,
  type FixtureResource,
  type SiteFixtureContext,
  withDefaults,
} from '../rules/fixture-context.ts';
import {
  addObject,
  findNamed,
  freeKey,
  requireInScope,
  requireObject,
  requireSite,
  uniqueKey,
} from '../rules/objects.ts';
import { movedTo, siblings } from '../rules/order.ts';
import {
  creator,
  inOrganization,
  loadNavigation,
  navigationKinds,
  reader,
  resource,
  route,
  visibleSpaces,
} from '../rules/resource.ts';
import { isVisible, requireShareKey, requireVisibleSpace } from '../rules/rights.ts';
import { addSiteSpace, type Container, nextDefault, removeSiteSpace } from '../rules/site-space.ts';
import { isSection, joinGroup, type Navigation, placeInGroup, readNavigation } from '../rules/structure.ts';
import type { Row } from '../store/records.ts';
import { spaceAnswer } from './space.ts';

declare module '../store/records.ts' {
  interface Records {
    section: SectionRecord;
    'section-group': SectionGroupRecord;
    'site-space': SiteSpaceRecord;
  }
}

/** A site with the navigation that answers show, which can be a part of its own. */
export interface OpenSite {
  context: Context;
  site: Row<'site'>;
  navigation: Navigation;
  shareKey?: string | undefined;
}

export function openSite(context: Context, site: Row<'site'>, shareKey?: string): OpenSite {
  return { context, site, navigation: readNavigation(context, site), shareKey };
}

export function withSiteSpaces(context: Context, site: Row<'site'>, section: Row<'section'>) {
  const siteSpacesIn = (id: string) => context.store.children('site-space', id);
  return sectionAnswer({ context, site, navigation: { siteSpacesIn } }, section);
}

/** The contract limits the titles of sections only in updates. */
const minTitleLength = 2;

/** Adds a section at the end of the root. On a flat site, this first moves all site-spaces into a new default section. */
export function addSection(context: Context, site: Row<'site'>, space: Row<'space'>, title: string | undefined) {
  if (title !== undefined && [...title].length < minTitleLength)
    throw invalid(`body.title: a section's title has at least ${minTitleLength} characters`);
  const rooted = context.store.children('site-space', site.id);
  if (rooted.length > 0) wrap(context, site, rooted);
  const section = insertSection(context, requireObject(context, 'site', site.id), title ?? space.data.title);
  addSiteSpace(context, section, space);
  return requireObject(context, 'section', section.id);
}

function insertSection(context: Context, site: Row<'site'>, given: string) {
  // Titles of spaces and sites can be shorter.
  const title = [...given].length < minTitleLength ? `${given} section`.trim() : given;
  const path = freePath(
    derivedPath(title, 'section'),
    (one) => findNamed(context, 'section', site.id, one) !== undefined,
  );
  const place = { parent: site.id, among: navigationKinds(), uniqueKey: uniqueKey('section', site.id, path) };
  const row = addObject(context, 'section', place, { title, path });
  if (site.data.defaultSection === undefined) rewrite(context, site, { ...site.data, defaultSection: row.id });
  return row;
}

/** Site-spaces keep their ids, paths, order and default. */
function wrap(context: Context, site: Row<'site'>, rooted: readonly Row<'site-space'>[]) {
  const { defaultSiteSpace } = site.data;
  const wrapper = insertSection(context, change(context, site, { defaultSiteSpace: null }), site.data.title);
  for (const row of rooted) {
    const key = uniqueKey('site-space', wrapper.id, row.data.path);
    change(context, row, { section: wrapper.id }, { parent: wrapper.id, uniqueKey: key });
  }
  change(context, wrapper, { defaultSiteSpace });
}

function removeSection(context: Context, site: Row<'site'>, section: Row<'section'>) {
  const { store } = context;
  if (site.data.defaultSection === section.id) {
    const next = nextDefault(readNavigation(context, site).sections, section.id);
    change(context, site, { defaultSection: next ?? null });
  }
  for (const siteSpace of store.children('site-space', section.id)) store.remove(siteSpace);
  store.remove(section);
}

export function sectionAnswer(
  open: Omit<OpenSite, 'navigation'> & { navigation: Pick<Navigation, 'siteSpacesIn'> },
  row: Row<'section'>,
): Static<typeof SiteSection> {
  const { site, navigation, shareKey } = open;
  const {
    group,
    draft: _,
    defaultSiteSpace: _default,
    localizedTitle: _title,
    localizedDescription: _text,
    ...shown
  } = row.data;
  return defined({
    object: 'site-section' as const,
    id: row.id,
    ...shown,
    default: site.data.defaultSection === row.id,
    sectionGroup: group,
    // In a section, `default` refers to the section; elsewhere it refers to the site.
    siteSpaces: navigation.siteSpacesIn(row.id).map((siteSpace) => ({
      ...siteSpaceAnswer(open, row, siteSpace),
      default: isDefault(site, row, siteSpace),
    })),
    urls: { published: sectionUrl(site, row, shareKey) },
  });
}

function loadSection(fixture: SiteFixtureContext, parent: string, section: FixtureResource<'section'>) {
  const id = fixture.name(section, section.pin ?? fixture.newId());
  const { default: _, group: _group, ...stated } = section.fields;
  const [first] = fixture.within(section.id, 'site-space');
  const { title = titleOfSpace(fixture, first) ?? section.key } = stated;
  const { path = reservePath(derivedPath(title, 'section'), fixture.paths) } = stated;
  const defaultSiteSpace = loadSiteSpaces(fixture, section, id);
  const group = parent === fixture.site ? undefined : parent;
  const data = { ...withDefaults(stated, { title, path }), ...defined({ group, defaultSiteSpace }) };
  const key = uniqueKey('section', fixture.site, path);
  return [fixture.add(section, { parent, id, scope: fixture.site, order: 'navigation', uniqueKey: key }, data)];
}

export function addGroup(
  context: Context,
  site: Row<'site'>,
  { title, ...given }: Changes<SectionGroupRecord> & { title: string },
  sections: readonly string[] = [],
) {
  const data = changed<SectionGroupRecord>({ title }, given);
  const group = addObject(context, 'section-group', { parent: site.id, among: navigationKinds() }, data);
  for (const id of sections) joinGroup(context, requireInScope(context, 'section', site.id, id), group);
  return group;
}

function removeGroup(context: Context, group: Row<'section-group'>) {
  const { store } = context;
  const members = siblings(store, navigationKinds(), group.id);
  const root = siblings(store, navigationKinds(), group.parent);
  store.remove(group);
  const rows = root.flatMap((row) => (row.id === group.id ? members : [row]));
  for (const [index, row] of rows.entries()) {
    const { group: _, ...data } = row.data as Row<'section'>['data'];
    const above = defined({ group: group.data.group });
    store.replace(row, { ...row, parent: group.parent, position: index + 1, data: { ...data, ...above } });
  }
}

export function sectionGroupAnswer(
  open: OpenSite,
  { id, data: { title, icon } }: Row<'section-group'>,
): Static<typeof SiteSectionGroup> {
  const sections = open.navigation.membersOf(id).filter(isSection);
  return defined({
    object: 'site-section-group' as const,
    id,
    title,
    icon,
    sections: sections.map((section) => sectionAnswer(open, section)),
  });
}

function groupAnswer(context: Context, site: Row<'site'>, group: Row<'section-group'>) {
  return sectionGroupAnswer(openSite(context, site), group);
}

function loadGroup(fixture: SiteFixtureContext, parent: string, group: FixtureResource<'section-group'>) {
  const { group: _, ...stated } = group.fields;
  const around = parent === fixture.site ? undefined : parent;
  const data = { ...withDefaults(stated, { title: group.key }), ...defined({ group: around }) };
  const id = fixture.add(group, { parent, scope: fixture.site, order: 'navigation' }, data);
  return loadNavigation(fixture, id, group.id);
}

export function siteSpaceAnswerById(context: Context, row: Row<'site-space'>) {
  const site = requireObject(context, 'site', row.scope);
  const section = row.data.section === undefined ? undefined : requireObject(context, 'section', row.data.section);
  return siteSpaceAnswer({ context, site }, section, row);
}

export function siteSpaceAnswer(
  { context, site, shareKey }: Omit<OpenSite, 'navigation'>,
  section: Row<'section'> | undefined,
  row: Row<'site-space'>,
): Static<typeof SiteSpace> {
  const { space: id, draft: _, hidden: _hidden, pageId: _page, overrides: _overrides, ...shown } = row.data;
  const space = requireObject(context, 'space', id);
  return defined({
    object: 'site-space' as const,
    id: row.id,
    ...shown,
    // Without access to the space, the caller sees only its title.
    space: isVisible(context, space) ? spaceAnswer(context, space) : undefined,
    title: space.data.title,
    default: isHome(site, section, row),
    hasAdvancedCustomizationFeature: false,
    urls: { published: siteSpaceUrl(site, section, row, shareKey) },
  });
}

/** Where a new site-space goes. Without a section, the default section if there is one. */
export function containerOf(context: Context, site: Row<'site'>, section = site.data.defaultSection): Container {
  return section === undefined ? site : requireInScope(context, 'section', site.id, section);
}

function titleOfSpace({ all }: FixtureContext, siteSpace: FixtureResource<'site-space'> | undefined) {
  return all('space').find(({ id }) => id === siteSpace?.fields.space)?.fields.title;
}

function reservePath(slug: string, taken: Set<string>) {
  const path = freePath(slug, (candidate) => taken.has(candidate));
  taken.add(path);
  return path;
}

/** Returns the id of the default: the site-space that `container` names, or the first one. */
export function loadSiteSpaces(
  fixture: SiteFixtureContext,
  container: FixtureResource,
  section?: string,
): string | undefined {
  const parent = section ?? fixture.site;
  const all = fixture.within(container.id, 'site-space');
  const paths = new Set(all.flatMap(({ fields }) => fields.path ?? []));
  for (const resource of all) {
    const { space: shown, homePage, ...stated } = resource.fields;
    const pageId = typeof homePage === 'string' ? homePage : undefined;
    const space = fixture.idOf('space', shown);
    if (space === undefined) throw new Error(`the fixture has no space for ${resource.id}`);
    const { path = reservePath(derivedPath(titleOfSpace(fixture, resource) ?? resource.key, 'space'), paths) } = stated;
    const [branding] = fixture.within<string>(resource.id, 'site-space-customization');
    const overrides = branding?.fields.settings as { [name: string]: unknown } | undefined;
    const data = { ...withDefaults(stated, { path }), space, ...defined({ section, overrides, pageId }) };
    const key = uniqueKey('site-space', parent, path);
    const id = fixture.add(resource, { parent, scope: fixture.site, target: space, uniqueKey: key }, data);
    if (branding !== undefined) fixture.name(branding, id);
  }
  return fixture.idOf('site-space', container.fields.default) ?? fixture.idOf('site-space', all[0]?.id);
}

export const siteStructure = resource({
  titles: { 'site-space': 'site-space' },
  inNavigation: { section: loadSection, 'section-group': loadGroup },
  fixtureFields: {
    section: [
      'title',
      'path',
      'icon',
      'description',
      'condition',
      'default',
      'group',
      'draft',
      'localizedTitle',
      'localizedDescription',
    ],
    'section-group': ['title', 'icon', 'group', 'draft', 'localizedTitle'],
    'site-space': ['space', 'path', 'condition', 'draft', 'hidden', 'homePage'],
  },
  routes: [
    route(listSections, reader, ({ context, site, query }) => {
      const open = openSite(context, site, requireShareKey(context, site, query.shareKey));
      return mapPage(pageOfItems(open.navigation.sections, query), (section) => sectionAnswer(open, section));
    }),
    route(createSection, inOrganization('create', visibleSpaces), ({ context, site, path, body }) => {
      const space = requireVisibleSpace(context, site.scope, body.spaceId);
      const section = addSection(context, site, space, body.title);
      return withSiteSpaces(context, requireSite(context, path), section);
    }),
    route(deleteSection, creator, ({ context, site, row }) => removeSection(context, site, row)),
    route(updateSection, creator, ({ context, site, row: was, body }) => {
      const { path = was.data.path, defaultSiteSpace: id } = body;
      const taken = `path ${JSON.stringify(path)} is taken on this site`;
      const key = freeKey(context, ['section', site.id, path], was.id, taken);
      if (id !== undefined && requireInScope(context, 'site-space', site.id, id).parent !== was.id)
        throw invalid(`body.defaultSiteSpace: ${JSON.stringify(id)} is not in this section`);
      return withSiteSpaces(context, site, change(context, was, body, { uniqueKey: key }));
    }),
    route(moveSection, creator, ({ context, site, row: was, body }) => {
      const named = ({ siteSection: id }: { siteSection: string }) => ({ kind: 'section' as const, id });
      return withSiteSpaces(context, site, movedTo(context, was, navigationKinds(), body.position, named));
    }),
    route(listSectionGroups, reader, ({ context, site, query }) => {
      const open = openSite(context, site);
      const page = pageOfChildren(context.store, 'section-group', site.id, query);
      return mapPage(page, (group) => sectionGroupAnswer(open, group));
    }),
    route(createSectionGroup, creator, ({ context, site, body }) => {
      const { sections, ...given } = body;
      return groupAnswer(context, site, addGroup(context, site, given, sections));
    }),
    route(deleteSectionGroup, creator, ({ context, row }) => removeGroup(context, row)),
    route(updateSectionGroup, creator, ({ context, site, row, body }) =>
      groupAnswer(context, site, change(context, row, body)),
    ),
    route(addSectionToGroup, creator, ({ context, site, row: group, body }) => {
      joinGroup(context, requireInScope(context, 'section', site.id, body.sectionId), group);
      return groupAnswer(context, site, group);
    }),
    route(removeSectionFromGroup, creator, ({ context, site, path }) => {
      const group = requireInScope(context, 'section-group', site.id, path.siteSectionGroupId);
      const section = requireInScope(context, 'section', site.id, path.siteSectionId);
      if (section.parent !== group.id) throw notFound('section in this group', section.id);
      placeInGroup(context, section, undefined);
    }),
    route(moveSectionGroup, creator, ({ context, site, row: was, body }) => {
      const kinds = { 'site-section': 'section', 'site-section-group': 'section-group' } as const;
      const named = ({ type, id }: { type: keyof typeof kinds; id: string }) => ({ kind: kinds[type], id });
      return groupAnswer(context, site, movedTo(context, was, navigationKinds(), body.position, named));
    }),
    route(listSiteSpaces, reader, ({ context, site, query }) => {
      const open = openSite(context, site, requireShareKey(context, site, query.shareKey));
      const { default: wanted } = query;
      const kept = open.navigation.siteSpaces.filter(
        ({ row, section }) => wanted === undefined || isHome(site, section, row) === wanted,
      );
      return mapPage(pageOfItems(kept, query), ({ row, section }) => siteSpaceAnswer(open, section, row));
    }),
    route(createSiteSpace, inOrganization('create', visibleSpaces), ({ context, site, body }) => {
      const space = requireVisibleSpace(context, site.scope, body.spaceId);
      return siteSpaceAnswerById(context, addSiteSpace(context, containerOf(context, site, body.sectionId), space));
    }),
    route(deleteSiteSpace, creator, ({ context, row }) => removeSiteSpace(context, row)),
    route(updateSiteSpace, creator, ({ context, row: was, body }) => {
      const { path = was.data.path } = body;
      const taken = `path ${JSON.stringify(path)} is taken there`;
      const key = freeKey(context, ['site-space', was.parent, path], was.id, taken);
      return siteSpaceAnswerById(context, change(context, was, body, { uniqueKey: key }));
    }),
    route(moveSiteSpace, creator, ({ context, row: was, body }) => {
      const named = ({ siteSpace: id }: { siteSpace: string }) => ({ kind: 'site-space' as const, id });
      return siteSpaceAnswerById(context, movedTo(context, was, ['site-space'], body.position, named));
    }),
  ],
});
