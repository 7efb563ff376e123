/** Contract section "Sites", with the adaptive schema and the published structure. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, Id, openEnumSchema, optional, partialObject } from '../endpoint.ts';
import { enumSchema, nullableSchema } from '../role-schemas.ts';
import { SiteSection } from './site-sections.ts';

const { get, list, patch, post, put, remove } = createSectionDefiners('Sites');

const all = '/v1/orgs/{organizationId}/sites';
const one = `${all}/{siteId}` as const;
const schema = `${one}/adaptive-schema` as const;

const Title = Type.String({ minLength: 2, maxLength: 128 });
const Basename = Type.String({ minLength: 1, maxLength: 100 });
const SiteType = openEnumSchema(['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium']);
const SiteVisibility = enumSchema(['public', 'unlisted', 'share-link', 'visitor-auth']);
const AgentsContext = enumSchema(['excluded', 'included']);
const ThemedIcon = partialObject({ icon: Type.Object({ light: Type.String(), dark: Type.String() }) });

export const Site = Type.Object({
  object: Type.Literal('site'),
  id: Id,
  type: SiteType,
  title: Title,
  icon: Type.Optional(Type.Union([ThemedIcon, Type.String(), Type.Null()])),
  hostname: Type.Optional(
    Type.String({
      maxLength: 512,
      pattern: '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$',
    }),
  ),
  basename: Type.Optional(Basename),
  proxy: Type.Optional(Type.Object({ origin: Type.String(), target: Type.String() })),
  visibility: SiteVisibility,
  published: Type.Boolean(),
  siteSpaces: Type.Number(),
  createdAt: DateTime,
  adaptiveContent: Type.Optional(Type.Object({ enabled: Type.Boolean() })),
  ads: Type.Optional(partialObject({ status: openEnumSchema(['pending']), submittable: Type.Boolean() })),
  agentsContext: AgentsContext,
  features: Type.Optional(
    Type.Array(Type.Object({ id: openEnumSchema(['sites-sections']), plan: SiteType, frozen: optional.flag })),
  ),
  urls: optional.urls,
  permissions: optional.permissions,
});

/** The contract shows boolean claims; the platform also accepts string enumerations. */
const Claim = Type.Object({
  type: openEnumSchema(['boolean', 'string']),
  description: optional.text,
  enum: Type.Optional(Type.Array(Type.String())),
});

const UnsignedClaims = Type.Object({
  type: Type.Literal('object'),
  description: optional.text,
  properties: Type.Record(Type.String(), Claim),
  additionalProperties: Type.Literal(false),
});

const AdaptiveJsonSchema = Type.Object({
  $schema: optional.text,
  $id: optional.text,
  type: Type.Literal('object'),
  properties: Type.Record(Type.String(), Type.Union([UnsignedClaims, Claim])),
  additionalProperties: Type.Literal(false),
});

export const SiteAdaptiveSchema = Type.Object({
  object: Type.Literal('site-adaptive-schema'),
  jsonSchema: AdaptiveJsonSchema,
  updatedAt: optional.time,
});

const PublishedSite = Type.Object({
  object: Type.Literal('published-content-site'),
  site: Site,
  structure: Type.Object({
    type: openEnumSchema(['sections', 'siteSpaces']),
    structure: Type.Array(Type.Union([SiteSection, Type.Object({})])),
  }),
});

export const listSites = list('listSites', all, Site, {
  space: optional.id,
  title: optional.text,
  published: optional.flag,
});

/** `spaces`: ids of existing spaces, or a word that requests a new space. */
export const SiteCreation = partialObject({
  type: SiteType,
  title: Title,
  visibility: SiteVisibility,
  spaces: Type.Union([Type.Array(Id), openEnumSchema(['sample', 'empty'])]),
});

export const createSite = post('createSite', all, { body: SiteCreation, reply: Site });

export const getSite = get('getSite', one, { reply: Site });

export const deleteSite = remove('deleteSite', one);

/** `proxy` is written as one text of host and path, and read as origin and target. */
export const SiteChanges = partialObject({
  title: Title,
  visibility: SiteVisibility,
  basename: Basename,
  adaptiveContent: Type.Object({ enabled: Type.Boolean() }),
  agentsContext: AgentsContext,
  defaultSiteSpace: Id,
  defaultSiteSection: Id,
  proxy: nullableSchema(Type.String({ maxLength: 512, pattern: '^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$' })),
});

export const updateSite = patch('updateSite', one, { body: SiteChanges, reply: Site });

/** 404 until a schema is set. */
export const getAdaptiveSchema = get('getAdaptiveSchema', schema, { reply: SiteAdaptiveSchema });

export const replaceAdaptiveSchema = put('replaceAdaptiveSchema', schema, {
  body: Type.Object({ jsonSchema: AdaptiveJsonSchema }),
  reply: SiteAdaptiveSchema,
});

export const listTemplateConditions = get('listTemplateConditions', `${schema}/template-conditions`, {
  reply: Type.Object({ items: Type.Array(Type.Object({ description: Type.String(), condition: Type.String() })) }),
});

export const getPublishedSite = get('getPublishedSite', `${one}/published`, {
  query: Type.Object({ shareKey: optional.text }),
  reply: PublishedSite,
});
