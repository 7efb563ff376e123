/** Sections of sites. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/site-sections.ts';
import { defined, isDefault, sectionUrl } from '../answers.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { type FixtureResource, type SiteFixtureContext, withDefaults } from '../fixture/context.ts';
import { movedTo } from '../order.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { inOrganization, navigationKinds, resource, route, visibleSpaces } from '../resource.ts';
import {
  addObject,
  changed,
  isKeyUsed,
  requireInScope,
  requireObject,
  requireSite,
  requireUniqueKey,
  rewrite,
  uniqueKey,
} from '../rules/objects.ts';
import { requireVisibleSpace } from '../rules/rights.ts';
import { addSiteSpace, freePath, nextDefault, readNavigation, slugOf } from '../rules/structure.ts';
import { requireShareKey } from '../rules/visitors.ts';
import { loadSiteSpaces, reservePath, siteSpaceAnswer, titleOfSpace } from './site-space.ts';

declare module '../records.ts' {
  interface Records {
    section: {
      title: string;
      path: string;
      icon?: string;
      description?: string;
      condition?: string;
      group?: string;
      /** Only the vendor's dialect has drafts. */
      draft?: boolean;
      defaultSiteSpace?: string;
    };
  }
}

export function withSiteSpaces(context: Context, site: Row<'site'>, section: Row<'section'>) {
  return sectionAnswer(context, site, section, context.store.children('site-space', section.id));
}

/** The contract limits the titles of sections only in updates. */
const minTitleLength = 2;

/** Adds a section at the end of the root. On a flat site, this first moves all site-spaces into a new default section. */
export function addSection(
  context: Context,
  site: Row<'site'>,
  space: Row<'space'>,
  title: string | undefined,
): Row<'section'> {
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
  const path = freePath(slugOf(title, 'section'), (candidate) =>
    isKeyUsed(context, uniqueKey('section', site.id, candidate)),
  );
  const place = { parent: site.id, among: navigationKinds(), uniqueKey: uniqueKey('section', site.id, path) };
  const row = addObject(context, 'section', place, { title, path });
  if (site.data.defaultSection === undefined) rewrite(context, site, { ...site.data, defaultSection: row.id });
  return row;
}

/** Site-spaces keep their ids, paths, order and default. */
function wrap(context: Context, site: Row<'site'>, rooted: readonly Row<'site-space'>[]) {
  const { defaultSiteSpace, ...data } = site.data;
  const wrapper = insertSection(context, rewrite(context, site, data), site.data.title);
  for (const row of rooted) {
    const key = uniqueKey('site-space', wrapper.id, row.data.path);
    rewrite(context, row, { ...row.data, section: wrapper.id }, { parent: wrapper.id, uniqueKey: key });
  }
  if (defaultSiteSpace !== undefined) rewrite(context, wrapper, { ...wrapper.data, defaultSiteSpace });
}

function removeSection(context: Context, site: Row<'site'>, section: Row<'section'>) {
  const { store } = context;
  if (site.data.defaultSection === section.id) {
    const next = nextDefault(readNavigation(context, site).sections, section.id);
    const { defaultSection: _, ...data } = site.data;
    rewrite(context, site, next === undefined ? data : { ...data, defaultSection: next });
  }
  for (const siteSpace of store.children('site-space', section.id)) store.remove(siteSpace);
  store.remove(section);
}

export function sectionAnswer(
  context: Context,
  site: Row<'site'>,
  row: Row<'section'>,
  siteSpaces: readonly Row<'site-space'>[],
  shareKey?: string,
): Static<typeof contract.SiteSection> {
  const { data } = row;
  return defined({
    object: 'site-section' as const,
    id: row.id,
    title: data.title,
    description: data.description,
    default: site.data.defaultSection === row.id,
    path: data.path,
    condition: data.condition,
    sectionGroup: data.group,
    icon: data.icon,
    // In a section, `default` refers to the section; elsewhere it refers to the site.
    siteSpaces: siteSpaces.map((siteSpace) => ({
      ...siteSpaceAnswer(context, site, row, siteSpace, shareKey),
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
  const { path = reservePath(slugOf(title, 'section'), fixture.paths) } = stated;
  const defaultSiteSpace = loadSiteSpaces(fixture, section, id);
  const group = parent === fixture.site ? undefined : parent;
  const data = { ...withDefaults(stated, { title, path }), ...defined({ group, defaultSiteSpace }) };
  const key = uniqueKey('section', fixture.site, path);
  return [fixture.add(section, { parent, id, scope: fixture.site, order: 'navigation', uniqueKey: key }, data)];
}

export const sections = resource({
  inNavigation: { section: loadSection },
  fixtureFields: { section: ['title', 'path', 'icon', 'description', 'condition', 'default', 'group', 'draft'] },
  routes: [
    route(contract.listSections, inOrganization('read'), ({ context, site, query }) => {
      const key = requireShareKey(context, site, query.shareKey);
      const { sections, siteSpacesIn } = readNavigation(context, site);
      return mapPage(pageOfItems(sections, query), (section) =>
        sectionAnswer(context, site, section, siteSpacesIn(section.id), key),
      );
    }),
    route(contract.createSection, inOrganization('create', visibleSpaces), ({ context, site, path, body }) => {
      const space = requireVisibleSpace(context, site.scope, body.spaceId);
      const section = addSection(context, site, space, body.title);
      return withSiteSpaces(context, requireSite(context, path), section);
    }),
    route(contract.deleteSection, inOrganization('create'), ({ context, site, row }) =>
      removeSection(context, site, row),
    ),
    route(contract.updateSection, inOrganization('create'), ({ context, site, row: was, body }) => {
      const { title, condition, icon, description, defaultSiteSpace } = body;
      const key = uniqueKey('section', site.id, body.path ?? was.data.path);
      requireUniqueKey(context, key, was.id, `path ${JSON.stringify(body.path)} is taken on this site`);
      if (
        defaultSiteSpace !== undefined &&
        requireInScope(context, 'site-space', site.id, defaultSiteSpace).parent !== was.id
      ) {
        throw invalid(`body.defaultSiteSpace: ${JSON.stringify(defaultSiteSpace)} is not in this section`);
      }
      const data = changed(was.data, { title, condition, icon, description, defaultSiteSpace, path: body.path });
      return withSiteSpaces(context, site, rewrite(context, was, data, { uniqueKey: key }));
    }),
    route(contract.moveSection, inOrganization('create'), ({ context, site, row: was, body }) => {
      const named = ({ siteSection: id }: { siteSection: string }) => ({ kind: 'section' as const, id });
      return withSiteSpaces(context, site, movedTo(context, was, navigationKinds(), body.position, named));
    }),
  ],
});
