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
import { addSite, changeSite, removeSite, sitesWith } from '../rules/sites.ts';

export const siteRoutes = [
  route(listSites, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const isFiltered = query.space !== undefined || query.title !== undefined || query.published !== undefined;
    const page = isFiltered
      ? pageOfItems(sitesWith(context, organization, query), query)
      : pageOfChildren(context.store, 'site', organization, query);
    return mapPage(page, (row) => siteAnswer(context, row));
  }),
  route(createSite, ({ context, path, body }) =>
    siteAnswer(context, addSite(context, requireOrganization(context, path.organizationId).id, body)),
  ),
  route(getSite, ({ context, path }) => siteAnswer(context, requireSite(context, path))),
  route(deleteSite, ({ context, path }) => removeSite(context, requireSite(context, path))),
  route(updateSite, ({ context, path, body }) => siteAnswer(context, changeSite(context, requireSite(context, path), body))),
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
  route(getPublishedSite, ({ context, path }) => {
    const site = requireSite(context, path);
    const navigation = readNavigation(context, site);
    const sections = navigation.sections.map((section) => sectionAnswer(context, site, section, navigation.siteSpacesIn(section.id)));
    const flat = navigation.siteSpacesIn(site.id).map((row) => siteSpaceAnswer(context, site, undefined, row));
    const structure = flat.length > 0 ? { type: 'siteSpaces', structure: flat } : { type: 'sections', structure: sections };
    return { object: 'published-content-site' as const, site: siteAnswer(context, site), structure };
  }),
];
