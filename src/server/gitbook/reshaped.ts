/** Sites, spaces, translations, and answers without a kind of object, in the form that they have in the `gitbook` dialect. */
import type { Static } from '@sinclair/typebox';
import type { getOpenApiSpecVersionContent as getContentInContract } from '../../contract/2025-06/openapi-specifications.ts';
import { searchOrganization, updateOrganization as updateInContract } from '../../contract/2025-06/organizations.ts';
import * as contract from '../../contract/2025-06/sites.ts';
import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts';
import * as gitbook from '../../contract/gitbook/openapi-specifications.ts';
import { updateOrganization } from '../../contract/gitbook/organizations.ts';
import {
  createSite,
  publishSite,
  replaceAdaptiveSchema,
  unpublishSite,
  updateSite,
} from '../../contract/gitbook/sites.ts';
import {
  createOrganizationSpace,
  getPageByPath,
  listOrganizationSpaces,
  updateSpace,
} from '../../contract/gitbook/spaces.ts';
import {
  createSpaceTranslation,
  deleteSpaceTranslation,
  getSpaceTranslation,
  Language,
  listSpaceTranslations,
  type Translation,
  updateSpaceTranslation,
} from '../../contract/gitbook/translations.ts';
import { invalid } from '../http/errors.ts';
import { mapPage, pageOfItems } from '../http/pages.ts';
import { schemaAnswer, writeAdaptiveSchema } from '../resources/adaptive-schema.ts';
import { routes } from '../resources/index.ts';
import { openApiSpecAnswer } from '../resources/openapi-specification.ts';
import { organizationAnswer } from '../resources/organization.ts';
import { contentOf, pageWithText, requirePageAt } from '../resources/revision.ts';
import { siteAnswer } from '../resources/site.ts';
import { spaceAnswer } from '../resources/space.ts';
import { defined, definitionPermissions } from '../rules/answers.ts';
import { changed, rewrite } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import { addSpace, defaultEmoji } from '../rules/new-space.ts';
import {
  addObject,
  freeKey,
  inputOf,
  knownMembers,
  requireObject,
  requireSite,
  requireWord,
} from '../rules/objects.ts';
import { contentKinds, siblings } from '../rules/order.ts';
import {
  administrator,
  type BodyOf,
  creator,
  inOrganization,
  inSpace,
  listRoute,
  type Route,
  type RouteInput,
  reader,
  removeRow,
  resource,
  route,
  visibleSpaces,
  whereItGoes,
} from '../rules/resource.ts';
import { type ContentRow, requireRole, requireVisibleSpace, requireWithin, visibleOf } from '../rules/rights.ts';
import type { Row } from '../store/records.ts';

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
      type: 'space',
      ...space,
      score,
      pages: pages.map(({ sections = [], ...one }, index) => ({
        ...one,
        description: '',
        score,
        rank: index + 1,
        ancestors: [],
        sections: sections.map((section) => ({ ...section, score })),
      })),
    })),
  };
}

function setPublished(context: Context, site: Row<'site'>, published: boolean): Row<'site'> {
  return rewrite(context, site, { ...site.data, published });
}

function spacesIn(context: Context, parent: string): readonly Row<'space'>[] {
  const rows = siblings(context.store, contentKinds, parent) as readonly ContentRow[];
  return rows.flatMap((row) => (row.kind === 'space' ? [row] : spacesIn(context, row.id)));
}

function routeOf({ name }: Pick<Endpoint, 'name'>) {
  const found = routes.find(({ endpoint }) => endpoint.name === name);
  if (found === undefined) throw new Error(`the contract has no operation ${name}`);
  return found;
}

/** Calls the route of a contract operation, with only the members that its body has. */
export function answerOfContract(
  endpoint: Pick<Endpoint, 'name'>,
  { context, path, query, body }: RouteInput,
): unknown {
  const found = routeOf(endpoint);
  const known = knownMembers(found.endpoint.body, body as object);
  return found.handle(inputOf(found.endpoint, { context, path, query, body: known }));
}

function reshaped<Answer>(endpoint: Endpoint, change: (answer: Answer) => object): Route {
  const found = routeOf(endpoint);
  return { ...found, endpoint, handle: (input) => change(found.handle(input) as Answer) };
}

type Instructions = Static<typeof Translation>['instructions'];

declare module '../store/records.ts' {
  interface Records {
    'space-translation': Pick<Static<typeof Translation>, 'source' | 'language' | 'instructions' | 'createdAt'> & {
      updatedAt: string;
    };
  }
}

const noRuns = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
};

/** The reference platform never runs a translation, so the translation stays pending and has no result. */
function translationAnswer(
  context: Context,
  { id, parent, data }: Row<'space-translation'>,
): Static<typeof Translation> {
  return {
    object: 'translation',
    id,
    status: 'pending',
    ...data,
    stats: noRuns,
    permissions: definitionPermissions(context, parent, getSpaceTranslation, deleteSpaceTranslation),
    urls: { location: `${context.origin}/v1/orgs/${parent}/translations/${id}` },
  };
}

/** Documents are free-form, so only the parts that the platform reads are kept. */
function readInstructions(given: Instructions | undefined) {
  const { object = 'document', data = {}, nodes = [] } = given ?? {};
  return { object, data, nodes };
}

export const reshapedResources = resource({
  titles: { 'space-translation': 'translation' },
  routes: [
    reshaped(gitbook.getLatestOpenApiSpecVersionContent, contentOfVersion),
    reshaped(gitbook.getOpenApiSpecVersionContent, contentOfVersion),
    reshaped(searchOrganization, foundSpaces),
    route(createSite, inOrganization('create', visibleSpaces), (input) => {
      const { id } = answerOfContract(contract.createSite, input as RouteInput) as { id: string };
      return siteAnswer(input.context, requireSite(input.context, { ...input.path, siteId: id }));
    }),
    route(updateSite, inOrganization('create', '`admin` for another visibility'), (input) => {
      const { context, path, row: was, body } = input;
      const { defaultLevel, styleguide } = body;
      if (defaultLevel !== undefined) requireRole(context, was.scope, 'admin');
      if (typeof styleguide === 'string') requireVisibleSpace(context, was.scope, styleguide);
      // Null is a value of the level, but removes the style guide.
      const data = changed(was.data, { styleguide });
      rewrite(context, was, { ...data, ...defined({ defaultLevel }) });
      answerOfContract(contract.updateSite, input as RouteInput);
      return siteAnswer(context, requireSite(context, path));
    }),
    route(replaceAdaptiveSchema, administrator, (input) => {
      const { context, site, body } = input;
      // The schema of the body refuses every claim that GitBook does not have.
      const jsonSchema = body.jsonSchema as BodyOf<typeof contract.replaceAdaptiveSchema>['jsonSchema'];
      return schemaAnswer(writeAdaptiveSchema(context, site, jsonSchema));
    }),
    route(publishSite, administrator, ({ context, row }) => siteAnswer(context, setPublished(context, row, true))),
    route(unpublishSite, administrator, ({ context, row }) => siteAnswer(context, setPublished(context, row, false))),
    route(listOrganizationSpaces, reader, ({ context, path, query }) => {
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
    route(updateSpace, inSpace('admin'), ({ context, row, body: { defaultLevel, ...members } }) => {
      // Null is a value of the level, but removes other members. Every space has an emoji.
      const emoji = members.emoji === null ? defaultEmoji : members.emoji;
      const data = { ...changed(row.data, { ...members, emoji }), ...defined({ defaultLevel }) };
      return spaceAnswer(context, rewrite(context, row, { ...data, updatedAt: context.now }));
    }),
    route(getPageByPath, inSpace('read'), ({ context, path, query }) => {
      const content = contentOf(context, { space: requireObject(context, 'space', path.spaceId) });
      return pageWithText(context, content, requirePageAt(content, path.pagePath), query);
    }),
    route(updateOrganization, administrator, (input) => {
      const { context, path, row: was, body } = input;
      if (body.mergeRules !== undefined) rewrite(context, was, { ...was.data, mergeRules: body.mergeRules });
      answerOfContract(updateInContract, input as RouteInput);
      return organizationAnswer(context, requireObject(context, 'organization', path.organizationId));
    }),
    route(gitbook.updateOpenApiSpec, creator, ({ context, row, body }) =>
      openApiSpecAnswer(context, rewrite(context, row, { ...row.data, ...body, updatedAt: context.now })),
    ),
    listRoute(listSpaceTranslations, reader, 'space-translation', translationAnswer),
    route(createSpaceTranslation, inOrganization('admin', visibleSpaces), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const { source, language } = body;
      requireVisibleSpace(context, organization, source.space);
      requireWord('body.source.language', source.language, Language);
      requireWord('body.language', language, Language);
      if (language === source.language) throw invalid('body.language: must differ from the language of the source');
      const taken = `the space already has a translation into ${language}`;
      const key = freeKey(context, ['space-translation', source.space, language], undefined, taken);
      const times = { createdAt: context.now, updatedAt: context.now };
      const data = { source: { space: source.space, language: source.language }, language, ...times };
      const place = { parent: organization, uniqueKey: key };
      const instructions = readInstructions(body.instructions);
      return translationAnswer(context, addObject(context, 'space-translation', place, { ...data, instructions }));
    }),
    route(getSpaceTranslation, reader, ({ context, row }) => translationAnswer(context, row)),
    route(updateSpaceTranslation, administrator, ({ context, row: was, body }) => {
      const data = { ...was.data, instructions: readInstructions(body.instructions), updatedAt: context.now };
      return translationAnswer(context, rewrite(context, was, data));
    }),
    route(deleteSpaceTranslation, administrator, removeRow),
  ],
});
