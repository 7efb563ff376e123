/** Sites in the vendor's dialect: a default level, publishing, and no context of agents. */
import * as contract from '../../contract/sites.ts';
import { replaceAdaptiveSchema } from '../../contract/vendor/adaptive-schema.ts';
import { createSite, publishSite, unpublishSite, updateSite } from '../../contract/vendor/sites.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { inOrganization, type RouteInput, resource, route, visibleSpaces } from '../resource.ts';
import { readAdaptiveSchema, schemaAnswer } from '../resources/adaptive-schema.ts';
import { siteAnswer } from '../resources/site.ts';
import { requireSite, rewrite } from '../rules/objects.ts';
import { requireRole } from '../rules/rights.ts';
import { answerOfContract } from './contract-route.ts';

function setPublished(context: Context, site: Row<'site'>, published: boolean): Row<'site'> {
  return rewrite(context, site, { ...site.data, published });
}

export const sitesOfVendor = resource({
  routes: [
    route(createSite, inOrganization('create', visibleSpaces), (input) => {
      const { id } = answerOfContract(contract.createSite, createSite, input as RouteInput) as { id: string };
      return siteAnswer(input.context, requireSite(input.context, { ...input.path, siteId: id }));
    }),
    route(updateSite, inOrganization('create', '`admin` for another visibility'), (input) => {
      const { context, path, row: was, body } = input;
      if (body.defaultLevel !== undefined) {
        requireRole(context, was.scope, 'admin');
        rewrite(context, was, { ...was.data, defaultLevel: body.defaultLevel });
      }
      answerOfContract(contract.updateSite, updateSite, input as RouteInput);
      return siteAnswer(context, requireSite(context, path));
    }),
    route(replaceAdaptiveSchema, inOrganization('admin'), (input) => {
      answerOfContract(contract.replaceAdaptiveSchema, replaceAdaptiveSchema, input as RouteInput);
      return schemaAnswer(readAdaptiveSchema(input.context, input.site));
    }),
    route(publishSite, inOrganization('admin'), ({ context, row }) =>
      siteAnswer(context, setPublished(context, row, true)),
    ),
    route(unpublishSite, inOrganization('admin'), ({ context, row }) =>
      siteAnswer(context, setPublished(context, row, false)),
    ),
  ],
});
