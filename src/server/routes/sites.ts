/** Routes of contract section "Sites". */
import {
  createSite,
  deleteSite,
  getAdaptiveSchema,
  getPublishedSite,
  getSite,
  listSites,
  listTemplateConditions,
  replaceAdaptiveSchema,
  updateSite,
} from '../../contract/sites.ts';
import { sectionAnswer, siteAnswer, siteSpaceAnswer } from '../answers/site.ts';
import { mapPage, pageOfChildren, pageOfItems } from '../pages.ts';
import { route } from '../route.ts';
import { readAdaptiveSchema, templateConditions, writeAdaptiveSchema } from '../rules/adaptive-schema.ts';
import { readNavigation } from '../rules/navigation.ts';
import { requireOrganization, requireSite } from '../rules/require.ts';
import { requireRole, requireVisibleSpace, seesSpace } from '../rules/rights.ts';
import { addSite, changeSite, removeSite, sitesWith } from '../rules/sites.ts';
import { requirePublished, requireShareKey } from '../rules/visitors.ts';

export const siteRoutes = [
  route(listSites, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const { space } = query;
    if (space !== undefined && !seesSpace(context, organization, space)) return pageOfItems([], query);
    const isFiltered = space !== undefined || query.title !== undefined || query.published !== undefined;
    const page = isFiltered
      ? pageOfItems(sitesWith(context, organization, query), query)
      : pageOfChildren(context.store, 'site', organization, query);
    return mapPage(page, (row) => siteAnswer(context, row));
  }),
  route(createSite, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    if (typeof body.spaces === 'object') for (const id of body.spaces) requireVisibleSpace(context, organization, id);
    return siteAnswer(context, addSite(context, organization, body));
  }),
  route(getSite, ({ context, path }) => siteAnswer(context, requireSite(context, path))),
  route(deleteSite, ({ context, path }) => removeSite(context, requireSite(context, path))),
  route(updateSite, ({ context, path, body }) => {
    const site = requireSite(context, path);
    if (body.visibility !== undefined && body.visibility !== site.data.visibility) requireRole(context, site.scope, 'admin');
    return siteAnswer(context, changeSite(context, site, body));
  }),
  route(getAdaptiveSchema, ({ context, path }) => {
    const { jsonSchema, updatedAt } = readAdaptiveSchema(context, requireSite(context, path)).data;
    return { object: 'site-adaptive-schema' as const, jsonSchema, updatedAt };
  }),
  route(replaceAdaptiveSchema, ({ context, path, body }) => {
    const { jsonSchema, updatedAt } = writeAdaptiveSchema(context, requireSite(context, path), body.jsonSchema).data;
    return { object: 'site-adaptive-schema' as const, jsonSchema, updatedAt };
  }),
  route(listTemplateConditions, ({ context, path }) => {
    const schema = context.store.find('adaptive-schema', requireSite(context, path).id);
    return { items: schema === undefined ? [] : templateConditions(schema.data.jsonSchema) };
  }),
  route(getPublishedSite, ({ context, path, query }) => {
    const site = requirePublished(context, path, query.shareKey);
    const key = requireShareKey(context, site, query.shareKey);
    const { sections: rows, siteSpacesIn } = readNavigation(context, site);
    const sections = rows.map((section) => sectionAnswer(context, site, section, siteSpacesIn(section.id), key));
    const flat = siteSpacesIn(site.id).map((row) => siteSpaceAnswer(context, site, undefined, row, key));
    const structure = flat.length > 0 ? { type: 'siteSpaces', structure: flat } : { type: 'sections', structure: sections };
    return { object: 'published-content-site' as const, site: siteAnswer(context, site, key), structure };
  }),
];
