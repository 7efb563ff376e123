/** Site-spaces: spaces on a site, each with a path. */

import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/site-spaces.ts';
import { defined, isHome, siteSpaceUrl } from '../answers.ts';
import type { Context } from '../context.ts';
import {
  type FixtureContext,
  type FixtureResource,
  type SiteFixtureContext,
  withDefaults,
} from '../fixture/context.ts';
import { movedTo } from '../order.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { inOrganization, resource, route, visibleSpaces } from '../resource.ts';
import { isVisible } from '../rules/access.ts';
import { changed, requireInScope, requireObject, requireUniqueKey, rewrite, uniqueKey } from '../rules/objects.ts';
import { requireVisibleSpace } from '../rules/rights.ts';
import { addSiteSpace, freePath, readNavigation, removeSiteSpace, slugOf } from '../rules/structure.ts';
import { requireShareKey } from '../rules/visitors.ts';
import { spaceAnswer } from './space.ts';

declare module '../records.ts' {
  interface Records {
    'site-space': {
      path: string;
      section?: string;
      space: string;
      condition?: string;
      /** Only the vendor's dialect has drafts and hidden site-spaces. */
      draft?: boolean;
      hidden?: boolean;
    };
  }
}

export function siteSpaceAnswerById(context: Context, row: Row<'site-space'>) {
  const site = requireObject(context, 'site', row.scope);
  const section = row.data.section === undefined ? undefined : requireObject(context, 'section', row.data.section);
  return siteSpaceAnswer(context, site, section, row);
}

export function siteSpaceAnswer(
  context: Context,
  site: Row<'site'>,
  section: Row<'section'> | undefined,
  row: Row<'site-space'>,
  shareKey?: string,
): Static<typeof contract.SiteSpace> {
  const space = requireObject(context, 'space', row.data.space);
  return defined({
    object: 'site-space' as const,
    id: row.id,
    path: row.data.path,
    section: row.data.section,
    // Without access to the space, the caller sees only its title.
    space: isVisible(context, space) ? spaceAnswer(context, space) : undefined,
    title: space.data.title,
    default: isHome(site, section, row),
    condition: row.data.condition,
    hasAdvancedCustomizationFeature: false,
    urls: { published: siteSpaceUrl(site, section, row, shareKey) },
  });
}

export function titleOfSpace(
  { all }: FixtureContext,
  siteSpace: FixtureResource<'site-space'> | undefined,
): string | undefined {
  return all('space').find(({ id }) => id === siteSpace?.fields.space)?.fields.title;
}

export function reservePath(slug: string, taken: Set<string>): string {
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
    const { space: shown, ...stated } = resource.fields;
    const space = fixture.idOf('space', shown);
    if (space === undefined) throw new Error(`the fixture has no space for ${resource.id}`);
    const { path = reservePath(slugOf(titleOfSpace(fixture, resource) ?? resource.key, 'space'), paths) } = stated;
    const data = { ...withDefaults(stated, { path }), space, ...defined({ section }) };
    const key = uniqueKey('site-space', parent, path);
    fixture.add(resource, { parent, scope: fixture.site, target: space, uniqueKey: key }, data);
  }
  return fixture.idOf('site-space', container.fields.default) ?? fixture.idOf('site-space', all[0]?.id);
}

export const siteSpaces = resource({
  titles: { 'site-space': 'site-space' },
  fixtureFields: { 'site-space': ['space', 'path', 'condition', 'draft', 'hidden'] },
  routes: [
    route(contract.listSiteSpaces, inOrganization('read'), ({ context, site, query }) => {
      const key = requireShareKey(context, site, query.shareKey);
      const { siteSpaces } = readNavigation(context, site);
      const kept =
        query.default === undefined
          ? siteSpaces
          : siteSpaces.filter(({ row, section }) => isHome(site, section, row) === query.default);
      return mapPage(pageOfItems(kept, query), ({ row, section }) => siteSpaceAnswer(context, site, section, row, key));
    }),
    route(contract.createSiteSpace, inOrganization('create', visibleSpaces), ({ context, site, body }) => {
      const space = requireVisibleSpace(context, site.scope, body.spaceId);
      const sectionId = body.sectionId ?? site.data.defaultSection;
      const container = sectionId === undefined ? site : requireInScope(context, 'section', site.id, sectionId);
      return siteSpaceAnswerById(context, addSiteSpace(context, container, space));
    }),
    route(contract.deleteSiteSpace, inOrganization('create'), ({ context, row }) => removeSiteSpace(context, row)),
    route(contract.updateSiteSpace, inOrganization('create'), ({ context, row: was, body }) => {
      const key = uniqueKey('site-space', was.parent, body.path ?? was.data.path);
      requireUniqueKey(context, key, was.id, `path ${JSON.stringify(body.path)} is taken there`);
      const data = changed(was.data, { path: body.path, condition: body.condition });
      return siteSpaceAnswerById(context, rewrite(context, was, data, { uniqueKey: key }));
    }),
    route(contract.moveSiteSpace, inOrganization('create'), ({ context, row: was, body }) => {
      const named = ({ siteSpace: id }: { siteSpace: string }) => ({ kind: 'site-space' as const, id });
      return siteSpaceAnswerById(context, movedTo(context, was, ['site-space'], body.position, named));
    }),
  ],
});
