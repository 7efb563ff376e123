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
import { placeBeside, readRelation, requireSibling } from '../order.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { isVisible } from '../rules/access.ts';
import { readNavigation } from '../rules/navigation.ts';
import { inOrganization, visibleSpaces } from '../rules/needs.ts';
import { freePath, slugOf } from '../rules/paths.ts';
import { requireInScope, requireObject, requireSite, uniqueKey } from '../rules/require.ts';
import { requireVisibleSpace } from '../rules/rights.ts';
import { addSiteSpace, removeSiteSpace } from '../rules/site-spaces.ts';
import { requireShareKey } from '../rules/visitors.ts';
import { changed, requireFree, rewrite } from '../rules/write.ts';
import type { Declared, DeclaredBlock } from '../seed/declared.ts';
import type { SiteBed, WithId } from '../seed/planter.ts';
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

/** `space`: key of a space. */
export interface WorldSiteSpace extends WithId, Readonly<Omit<SiteSpaceRecord, 'section'>> {
  /** On a flat site only. */
  readonly default?: true;
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

/** `shownFirst`: on a flat site, the key of the one that is served at its root. */
export function siteSpacesOf(declared: Declared, container: DeclaredBlock, shownFirst?: string): readonly WorldSiteSpace[] {
  const items = declared.inOrder(container.address).map(({ block }) => block);
  const paths = new Set(items.flatMap((block) => block.text('path') ?? []));
  return items.map((block) => {
    const title = titleOfSpace(declared, block) ?? block.key;
    return {
      ...block.pinned,
      space: block.keyOf('space') ?? block.key,
      path: block.text('path') ?? takePath(slugOf(title, 'space'), paths),
      ...block.texts('condition'),
      ...(block.key === shownFirst ? { default: true } : {}),
    };
  });
}

export function titleOfSpace(declared: Declared, siteSpace: DeclaredBlock | undefined): string | undefined {
  const key = siteSpace?.keyOf('space');
  return declared
    .all('space')
    .find((space) => space.key === key)
    ?.text('title');
}

/** The path as the platform makes it; it is taken from then on. */
export function takePath(slug: string, taken: Set<string>): string {
  const path = freePath(slug, (candidate) => taken.has(candidate));
  taken.add(path);
  return path;
}

/** Answers with the ids of the site-spaces by key of their space. */
export function plantSiteSpaces(
  bed: SiteBed,
  parent: string,
  section: string | undefined,
  shown: readonly WorldSiteSpace[],
): Map<string, string> {
  return new Map(
    shown.map(({ space: key, id, default: _, ...record }) => {
      const space = bed.spaces.get(key);
      if (space === undefined) throw new Error(`the seed has no space ${key}`);
      const data = { ...record, space, ...defined({ section }) };
      return [
        key,
        bed.put(
          'site-space',
          { parent, id, scope: bed.site, target: space, uniqueKey: uniqueKey('site-space', parent, record.path) },
          data,
        ),
      ];
    }),
  );
}

export const siteSpaces = resource({
  titles: { 'site-space': 'site-space' },
  routes: [
    route(listSiteSpaces, inOrganization('read'), ({ context, path, query }) => {
      const site = requireSite(context, path);
      const key = requireShareKey(context, site, query.shareKey);
      const { siteSpaces } = readNavigation(context, site);
      const kept =
        query.default === undefined ? siteSpaces : siteSpaces.filter(({ row, section }) => isHome(site, section, row) === query.default);
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
      if (body.position === undefined) return answerOf(context, path.organizationId, was);
      const { relation, reference } = readRelation(body.position);
      const sibling = requireSibling(context.store, 'site-space', reference.siteSpace, was, was.parent);
      const position = placeBeside(context.store, ['site-space'], sibling, relation);
      return answerOf(context, path.organizationId, rewrite(context, was, was.data, { position }));
    }),
  ],
  plant: plantSiteSpaces,
});
