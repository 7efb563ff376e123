/** Sites on GitBook, which are published by operations of their own, and their visitor schemas. */
import { Type } from '@sinclair/typebox';
import { Site as ContractSite, SiteAdaptiveSchema, SiteChanges, SiteCreation } from '../2025-06/sites.ts';
import { GitSync } from '../2025-06/spaces.ts';
import { createSectionDefiners, Id, optional } from '../endpoint.ts';
import { DefaultLevel, nullableSchema } from '../role-schemas.ts';
import { Customization } from './customization.ts';
import { SiteStructure } from './site-structure.ts';

const { act, get, list, patch, post, put } = createSectionDefiners('Sites');

const all = '/v1/orgs/{organizationId}/sites';
const one = `${all}/{siteId}` as const;

const { agentsContext: _, ...shown } = ContractSite.properties;
const { agentsContext: __, ...writable } = SiteChanges.properties;

/** `agentsContext` no longer exists. */
export const Site = Type.Object({
  ...shown,
  defaultLevel: Type.Optional(DefaultLevel),
  gitSync: Type.Optional(GitSync),
  styleguide: Type.Optional(Type.Object({ kind: Type.Literal('space'), space: Id })),
});

/** The answer where publishing needs another plan; nothing was published. */
export const Checkout = Type.Object({ type: Type.Literal('checkout'), sessionId: Type.String() });

export const listSites = list('listSites', all, Site, {
  space: optional.id,
  title: optional.text,
  published: optional.flag,
});

/** A new site is not published. */
export const createSite = post('createSite', all, {
  body: Type.Object({ ...SiteCreation.properties, spaces: Type.Optional(Type.Array(Id)) }),
  reply: Site,
});

export const getSite = get('getSite', one, { reply: Site });

export const updateSite = patch('updateSite', one, {
  body: Type.Object({
    ...writable,
    defaultLevel: Type.Optional(DefaultLevel),
    styleguide: Type.Optional(nullableSchema(Id)),
  }),
  reply: Site,
});

/** Without drafts. */
export const getPublishedSite = get('getPublishedSite', `${one}/published`, {
  query: Type.Object({ shareKey: optional.text }),
  reply: Type.Object({
    object: Type.Literal('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({ site: Customization, siteSpaces: Type.Record(Type.String(), Customization) }),
    scripts: Type.Array(Type.Unknown()),
  }),
});

export const publishSite = act('publishSite', `${one}/publish`, { reply: Type.Union([Site, Checkout]) });

export const unpublishSite = act('unpublishSite', `${one}/unpublish`, { reply: Site });

const closed = { additionalProperties: false };

/** A claim that docform can declare. The description is required. */
const plainClaims = [
  Type.Object({ type: Type.Literal('boolean'), description: Type.String() }, closed),
  Type.Object(
    { type: Type.Literal('string'), description: Type.String(), enum: Type.Optional(Type.Array(Type.String())) },
    closed,
  ),
];

const NumberClaim = Type.Object({ type: Type.Literal('number'), description: Type.String() }, closed);

const ListClaim = Type.Object(
  {
    type: Type.Literal('array'),
    description: Type.String(),
    items: Type.Union([...plainClaims, NumberClaim]),
  },
  closed,
);

const open = { additionalProperties: true };

/** Only the type and the description of the claims inside are checked. */
const ObjectClaim = Type.Object(
  {
    type: Type.Literal('object'),
    description: Type.String(),
    properties: Type.Record(Type.String(), Type.Object({ type: Type.String(), description: Type.String() }, open)),
    additionalProperties: Type.Literal(false),
  },
  closed,
);

const Claim = Type.Union([...plainClaims, NumberClaim, ListClaim, ObjectClaim]);

const UnsignedClaims = Type.Object({
  type: Type.Literal('object'),
  description: Type.Literal('Unsigned claims of the site visitor.'),
  properties: Type.Record(Type.String(), Claim),
  additionalProperties: Type.Literal(false),
});

/** Accepts fewer forms than the contract: refuses `$id`, and every other `$schema`. */
export const replaceAdaptiveSchema = put('replaceAdaptiveSchema', `${one}/adaptive-schema`, {
  body: Type.Object({
    jsonSchema: Type.Object(
      {
        $schema: Type.Optional(Type.Literal('http://json-schema.org/draft-07/schema#')),
        type: Type.Literal('object'),
        properties: Type.Object({ unsigned: Type.Optional(UnsignedClaims) }, { additionalProperties: Claim }),
        additionalProperties: Type.Literal(false),
      },
      closed,
    ),
  }),
  reply: SiteAdaptiveSchema,
});
