/** Routes of contract section "Site spaces". */
import { createSiteSpace, deleteSiteSpace, listSiteSpaces, moveSiteSpace, updateSiteSpace } from '../../contract/site-spaces.ts';
import { isHome, siteSpaceAnswer } from '../answers/site.ts';
import type { Context } from '../context.ts';
import { placeBeside, readRelation, requireSibling } from '../order.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { requireFree } from '../rules/claim.ts';
import { readNavigation } from '../rules/navigation.ts';
import { requireInScope, requireObject, requireSite, uniqueKey } from '../rules/require.ts';
import { requireVisibleSpace } from '../rules/rights.ts';
import { addSiteSpace, removeSiteSpace } from '../rules/site-spaces.ts';
import { requireShareKey } from '../rules/visitors.ts';
import { rewrite } from '../rules/write.ts';

function answer(context: Context, organization: string, row: Row<'site-space'>) {
  const site = requireSite(context, { organizationId: organization, siteId: row.scope });
  const section = row.data.section === undefined ? undefined : requireObject(context, 'section', row.data.section);
  return siteSpaceAnswer(context, site, section, row);
}

export const siteSpaceRoutes = [
  route(listSiteSpaces, ({ context, path, query }) => {
    const site = requireSite(context, path);
    const key = requireShareKey(context, site, query.shareKey);
    const { siteSpaces } = readNavigation(context, site);
    const kept =
      query.default === undefined ? siteSpaces : siteSpaces.filter(({ row, section }) => isHome(site, section, row) === query.default);
    return mapPage(pageOfItems(kept, query), ({ row, section }) => siteSpaceAnswer(context, site, section, row, key));
  }),
  route(createSiteSpace, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const space = requireVisibleSpace(context, site.scope, body.spaceId);
    const sectionId = body.sectionId ?? site.data.defaultSection;
    const container = sectionId === undefined ? site : requireInScope(context, 'section', site.id, sectionId);
    return answer(context, path.organizationId, addSiteSpace(context, container, space));
  }),
  route(deleteSiteSpace, ({ context, path }) => {
    const site = requireSite(context, path);
    removeSiteSpace(context, requireInScope(context, 'site-space', site.id, path.siteSpaceId));
  }),
  route(updateSiteSpace, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const was = requireInScope(context, 'site-space', site.id, path.siteSpaceId);
    const key = uniqueKey('site-space', was.parent, body.path ?? was.data.path);
    requireFree(context, key, was.id, `path ${JSON.stringify(body.path)} is taken there`);
    const data = changed(was.data, { path: body.path, condition: body.condition });
    return answer(context, path.organizationId, rewrite(context, was, data, { uniqueKey: key }));
  }),
  route(moveSiteSpace, ({ context, path, body }) => {
    const site = requireSite(context, path);
    const was = requireInScope(context, 'site-space', site.id, path.siteSpaceId);
    if (body.position === undefined) return answer(context, path.organizationId, was);
    const { relation, reference } = readRelation(body.position);
    const sibling = requireSibling(context.store, 'site-space', reference.siteSpace, was, was.parent);
    const position = placeBeside(context.store, ['site-space'], sibling, relation);
    return answer(context, path.organizationId, rewrite(context, was, was.data, { position }));
  }),
];
