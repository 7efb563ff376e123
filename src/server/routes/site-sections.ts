/** Routes of contract section "Site sections". */
import { createSection, deleteSection, listSections, moveSection, updateSection } from '../../contract/site-sections.ts';
import { sectionAnswer } from '../answers/site.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { navigationKinds, placeBeside, readRelation, requireSibling } from '../order.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { requireFree } from '../rules/claim.ts';
import { readNavigation } from '../rules/navigation.ts';
import { requireInScope, requireSite, uniqueKey } from '../rules/require.ts';
import { requireVisibleSpace } from '../rules/rights.ts';
import { addSection, removeSection } from '../rules/sections.ts';
import { requireShareKey } from '../rules/visitors.ts';
import { rewrite } from '../rules/write.ts';

function withSiteSpaces(context: Context, site: Row<'site'>, section: Row<'section'>) {
  return sectionAnswer(context, site, section, context.store.children('site-space', section.id));
}

export const sectionRoutes = [
  route(listSections, ({ context, path, query }) => {
    const site = requireSite(context, path);
    const key = requireShareKey(context, site, query.shareKey);
    const { sections, siteSpacesIn } = readNavigation(context, site);
    return mapPage(pageOfItems(sections, query), (section) => sectionAnswer(context, site, section, siteSpacesIn(section.id), key));
  }),
  route(createSection, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const space = requireVisibleSpace(context, site.scope, body.spaceId);
    const section = addSection(context, site, space, body.title);
    return withSiteSpaces(context, requireSite(context, path), section);
  }),
  route(deleteSection, ({ context, path }) => {
    const site = requireSite(context, path);
    removeSection(context, site, requireInScope(context, 'section', site.id, path.siteSectionId));
  }),
  route(updateSection, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const was = requireInScope(context, 'section', site.id, path.siteSectionId);
    const { title, condition, icon, description, defaultSiteSpace } = body;
    const key = uniqueKey('section', site.id, body.path ?? was.data.path);
    requireFree(context, key, was.id, `path ${JSON.stringify(body.path)} is taken on this site`);
    if (defaultSiteSpace !== undefined && requireInScope(context, 'site-space', site.id, defaultSiteSpace).parent !== was.id) {
      throw invalid(`body.defaultSiteSpace: ${JSON.stringify(defaultSiteSpace)} does not stand in this section`);
    }
    const data = changed(was.data, { title, condition, icon, description, defaultSiteSpace, path: body.path });
    return withSiteSpaces(context, site, rewrite(context, was, data, { uniqueKey: key }));
  }),
  route(moveSection, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const was = requireInScope(context, 'section', site.id, path.siteSectionId);
    if (body.position === undefined) return withSiteSpaces(context, site, was);
    const { relation, reference } = readRelation(body.position);
    const sibling = requireSibling(context.store, 'section', reference.siteSection, was, was.parent);
    const position = placeBeside(context.store, navigationKinds, sibling, relation);
    return withSiteSpaces(context, site, rewrite(context, was, was.data, { position }));
  }),
];
