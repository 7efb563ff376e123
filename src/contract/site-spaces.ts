/** Contract section "Site spaces": the link between a site (or one of its sections) and a space. */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { Space } from './spaces.ts';
import { Condition, Id, listOf, nullable, pageQuery, positionBody, SitePath, Urls } from './wire.ts';

const section = 'Site spaces';

export const SiteSpace = Type.Object({
  object: Type.Literal('site-space'),
  id: Id,
  path: SitePath,
  section: Type.Optional(Id),
  /** Left out of answers to people who may not see the space. */
  space: Type.Optional(Space),
  title: Type.String(),
  default: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Condition),
  hasAdvancedCustomizationFeature: Type.Optional(Type.Boolean()),
  urls: Type.Optional(Urls),
});

export const listSiteSpaces = endpoint({
  name: 'listSiteSpaces',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  query: Type.Object({ ...pageQuery, shareKey: Type.Optional(Type.String()), default: Type.Optional(Type.Boolean()) }),
  reply: listOf(SiteSpace),
  success: 200,
  isPaged: true,
});

/** Without `sectionId` the space goes to the default section, or to the root of a site that has no sections. */
export const createSiteSpace = endpoint({
  name: 'createSiteSpace',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  body: Type.Object({ spaceId: Id, sectionId: Type.Optional(Id) }),
  reply: SiteSpace,
  success: 201,
});

export const deleteSiteSpace = endpoint({
  name: 'deleteSiteSpace',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  success: 205,
});

export const updateSiteSpace = endpoint({
  name: 'updateSiteSpace',
  section,
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  body: Type.Object({ path: Type.Optional(SitePath), condition: Type.Optional(nullable(Condition)) }),
  reply: SiteSpace,
  success: 200,
});

export const moveSiteSpace = endpoint({
  name: 'moveSiteSpace',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
  body: positionBody(Type.Object({ type: Type.Literal('site-space'), siteSpace: Id })),
  reply: SiteSpace,
  success: 200,
  isIdempotent: true,
});
