/** Sites, spaces and answers without a kind of object, in the form that they have in the vendor's dialect. */

import type { TObject } from '@sinclair/typebox';
import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts';
import type { getOpenApiSpecVersionContent as getContentInContract } from '../../contract/openapi-specifications.ts';
import { searchOrganization } from '../../contract/organizations.ts';
import * as contract from '../../contract/sites.ts';
import * as vendor from '../../contract/vendor/openapi-specifications.ts';
import {
  createSite,
  publishSite,
  replaceAdaptiveSchema,
  unpublishSite,
  updateSite,
} from '../../contract/vendor/sites.ts';
import { createOrganizationSpace, listOrganizationSpaces } from '../../contract/vendor/spaces.ts';
import { defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { contentKinds, siblings } from '../order.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import {
  inOrganization,
  type Route,
  type RouteInput,
  resource,
  route,
  visibleSpaces,
  whereItGoes,
} from '../resource.ts';
import { readAdaptiveSchema, schemaAnswer } from '../resources/adaptive-schema.ts';
import { routes } from '../resources/index.ts';
import { siteAnswer } from '../resources/site.ts';
import { spaceAnswer } from '../resources/space.ts';
import { addSpace } from '../rules/content.ts';
import { inputOf, requireSite, rewrite } from '../rules/objects.ts';
import { type ContentRow, requireRole, requireWithin, visibleOf } from '../rules/rights.ts';

/** The reference platform publishes no specifications. */
function contentOfVersion({ filesystem, url }: ReplyOf<typeof getContentInContract>) {
  return { filesystem, urls: { source: url, public: null } };
}

/** Hits have no score on the reference platform, so each has the same. */
function foundSpaces({ items, ...page }: ReplyOf<typeof searchOrganization>) {
  const score = 1;
  return {
    ...page,
    items: items.map(({ pages, ...space }) => ({
      ...{ type: 'space', ...space, score },
      pages: pages.map(({ sections = [], ...one }, index) => ({
        ...{ ...one, description: '', score, rank: index + 1, ancestors: [] },
        sections: sections.map((section) => ({ ...section, score })),
      })),
    })),
  };
}

export const reshapedAnswers = resource({
  routes: [
    reshaped(vendor.getLatestOpenApiSpecVersionContent, contentOfVersion),
    reshaped(vendor.getOpenApiSpecVersionContent, contentOfVersion),
    reshaped(searchOrganization, foundSpaces),
  ],
});

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

function spacesIn(context: Context, parent: string): readonly Row<'space'>[] {
  const rows = siblings(context.store, contentKinds, parent) as readonly ContentRow[];
  return rows.flatMap((row) => (row.kind === 'space' ? [row] : spacesIn(context, row.id)));
}

export const organizationSpaces = resource({
  routes: [
    route(listOrganizationSpaces, inOrganization('read'), ({ context, path, query }) => {
      const spaces = visibleOf(context, spacesIn(context, path.organizationId));
      return mapPage(pageOfItems(spaces, query), (row) => spaceAnswer(context, row));
    }),
    route(createOrganizationSpace, inOrganization('read', whereItGoes), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const { title = 'Untitled', parent = organization, emoji, editMode, language } = body;
      requireWithin(context, organization, parent);
      return spaceAnswer(
        context,
        addSpace(context, organization, parent, { title, ...defined({ emoji, editMode, language }) }),
      );
    }),
  ],
});

function routeOf({ name }: Pick<Endpoint, 'name'>) {
  const found = routes.find(({ endpoint }) => endpoint.name === name);
  if (found === undefined) throw new Error(`the contract has no operation ${name}`);
  return found;
}

function membersOf({ body }: Pick<Endpoint, 'body'>) {
  return ((body ?? {}) as Partial<TObject>).properties ?? {};
}

/** Calls the route of a contract operation, with only the members that the body of both operations has. */
export function answerOfContract(
  contract: Pick<Endpoint, 'name'>,
  vendor: Pick<Endpoint, 'body'>,
  { context, path, query, body }: RouteInput,
): unknown {
  const found = routeOf(contract);
  const [there, here] = [membersOf(found.endpoint), membersOf(vendor)];
  const known = Object.entries((body ?? {}) as object).filter(
    ([name]) => Object.hasOwn(there, name) && Object.hasOwn(here, name),
  );
  return found.handle(inputOf(found.endpoint, { context, path, query, body: Object.fromEntries(known) }));
}

export function reshaped<Answer>(endpoint: Endpoint, change: (answer: Answer) => object): Route {
  const found = routeOf(endpoint);
  return { ...found, endpoint, handle: (input) => change(found.handle(input) as Answer) };
}
