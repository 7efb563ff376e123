/** Site-spaces: a space as a site shows it, at a path of its section or flat site. */

import type { Static } from '@sinclair/typebox';
import {
  createSiteSpace,
  deleteSiteSpace,
  listSiteSpaces,
  moveSiteSpace,
  type SiteSpace,
  updateSiteSpace,
} from '../../contract/site-spaces.ts';
import { isHome, siteSpaceAddress } from '../answers/addresses.ts';
import { defined } from '../answers/defined.ts';
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
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { isVisible } from '../rules/access.ts';
import { inOrganization, visibleSpaces } from '../rules/needs.ts';
import { requireInScope, requireObject, requireSite, uniqueKey } from '../rules/require.ts';
import { requireVisibleSpace } from '../rules/rights.ts';
import { addSiteSpace, freePath, readNavigation, removeSiteSpace, slugOf } from '../rules/structure.ts';
import { requireShareKey } from '../rules/visitors.ts';
import { changed, requireFree, rewrite } from '../rules/write.ts';
import { spaceAnswer } from './space.ts';

export interface SiteSpaceRecord {
  path: string;
  /** Id of the section it stands in; missing at the root of a flat site. */
  section?: string;
  /** Id of the space it shows. */
  space: string;
  condition?: string;
}

declare module '../records.ts' {
  interface Records {
    'site-space': SiteSpaceRecord;
  }
}

function answerOf(context: Context, organization: string, row: Row<'site-space'>) {
  const site = requireSite(context, { organizationId: organization, siteId: row.scope });
  const section = row.data.section === undefined ? undefined : requireObject(context, 'section', row.data.section);
  return siteSpaceAnswer(context, site, section, row);
}

export function siteSpaceAnswer(
  context: Context,
  site: Row<'site'>,
  section: Row<'section'> | undefined,
  row: Row<'site-space'>,
  shareKey?: string,
): Static<typeof SiteSpace> {
  const space = requireObject(context, 'space', row.data.space);
  return defined({
    object: 'site-space' as const,
    id: row.id,
    path: row.data.path,
    section: row.data.section,
    // Of a space that the caller does not see, only the title stands on the site.
    space: isVisible(context, space) ? spaceAnswer(context, space) : undefined,
    title: space.data.title,
    default: isHome(site, section, row),
    condition: row.data.condition,
    hasAdvancedCustomizationFeature: false,
    urls: { published: siteSpaceAddress(site, section, row, shareKey) },
  });
}

/** The title of the space that it shows, as far as the world says it. */
export function titleOfSpace(
  { all }: FixtureContext,
  siteSpace: FixtureResource<'site-space'> | undefined,
): string | undefined {
  return all('space').find(({ id }) => id === siteSpace?.fields.space)?.fields.title;
}

/** The path as the platform makes it; it is taken from then on. */
export function takePath(slug: string, taken: Set<string>): string {
  const path = freePath(slug, (candidate) => taken.has(candidate));
  taken.add(path);
  return path;
}

/** Those of a section or of a flat site. Answers with the one that is shown first: the one that `container` says, or else the first. */
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
    if (space === undefined) throw new Error(`the seed has no space for ${resource.id}`);
    const { path = takePath(slugOf(titleOfSpace(fixture, resource) ?? resource.key, 'space'), paths) } = stated;
    const data = { ...withDefaults(stated, { path }), space, ...defined({ section }) };
    const key = uniqueKey('site-space', parent, path);
    fixture.add(resource, { parent, scope: fixture.site, target: space, uniqueKey: key }, data);
  }
  const { default: first, defaultSiteSpace = first } = container.fields;
  return fixture.idOf('site-space', defaultSiteSpace) ?? fixture.idOf('site-space', all[0]?.id);
}

export const siteSpaces = resource({
  titles: { 'site-space': 'site-space' },
  fixtureFields: { 'site-space': ['space', 'path', 'condition'] },
  routes: [
    route(listSiteSpaces, inOrganization('read'), ({ context, path, query }) => {
      const site = requireSite(context, path);
      const key = requireShareKey(context, site, query.shareKey);
      const { siteSpaces } = readNavigation(context, site);
      const kept =
        query.default === undefined
          ? siteSpaces
          : siteSpaces.filter(({ row, section }) => isHome(site, section, row) === query.default);
      return mapPage(pageOfItems(kept, query), ({ row, section }) => siteSpaceAnswer(context, site, section, row, key));
    }),
    route(createSiteSpace, inOrganization('create', visibleSpaces), ({ context, path, body }) => {
      const site = requireSite(context, path);
      const space = requireVisibleSpace(context, site.scope, body.spaceId);
      const sectionId = body.sectionId ?? site.data.defaultSection;
      const container = sectionId === undefined ? site : requireInScope(context, 'section', site.id, sectionId);
      return answerOf(context, path.organizationId, addSiteSpace(context, container, space));
    }),
    route(deleteSiteSpace, inOrganization('create'), ({ context, path }) => {
      const site = requireSite(context, path);
      removeSiteSpace(context, requireInScope(context, 'site-space', site.id, path.siteSpaceId));
    }),
    route(updateSiteSpace, inOrganization('create'), ({ context, path, body }) => {
      const site = requireSite(context, path);
      const was = requireInScope(context, 'site-space', site.id, path.siteSpaceId);
      const key = uniqueKey('site-space', was.parent, body.path ?? was.data.path);
      requireFree(context, key, was.id, `path ${JSON.stringify(body.path)} is taken there`);
      const data = changed(was.data, { path: body.path, condition: body.condition });
      return answerOf(context, path.organizationId, rewrite(context, was, data, { uniqueKey: key }));
    }),
    route(moveSiteSpace, inOrganization('create'), ({ context, path, body }) => {
      const site = requireSite(context, path);
      const was = requireInScope(context, 'site-space', site.id, path.siteSpaceId);
      const named = ({ siteSpace: id }: { readonly siteSpace: string }) => ({ kind: 'site-space' as const, id });
      return answerOf(context, path.organizationId, movedTo(context, was, ['site-space'], body.position, named));
    }),
  ],
});
