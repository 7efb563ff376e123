/** Sites on the vendor's platform, which are published and unpublished by operations of their own. */
import { Type } from '@sinclair/typebox';
import { DefaultLevel, Id, operations, optional } from '../endpoint.ts';
import { Site as ContractSite, SiteChanges, SiteCreation } from '../sites.ts';
import { SiteStructure } from './site-structure.ts';

const { get, list, patch, post } = operations('Sites');

const all = '/v1/orgs/{organizationId}/sites';
const one = `${all}/{siteId}` as const;

const { agentsContext: _, ...shown } = ContractSite.properties;
const { agentsContext: __, ...writable } = SiteChanges.properties;

/** `agentsContext` no longer exists. */
export const Site = Type.Object({ ...shown, defaultLevel: Type.Optional(DefaultLevel) });

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
  body: Type.Object({ ...writable, defaultLevel: Type.Optional(DefaultLevel) }),
  reply: Site,
});

/** Without drafts. */
export const getPublishedSite = get('getPublishedSite', `${one}/published`, {
  query: Type.Object({ shareKey: optional.text }),
  reply: Type.Object({ object: Type.Literal('published-content-site'), site: Site, structure: SiteStructure }),
});

export const publishSite = post('publishSite', `${one}/publish`, {
  reply: Type.Union([Site, Checkout]),
  success: 200,
  isIdempotent: true,
});

export const unpublishSite = post('unpublishSite', `${one}/unpublish`, {
  reply: Site,
  success: 200,
  isIdempotent: true,
});
