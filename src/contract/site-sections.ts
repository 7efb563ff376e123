/** Contract section "Site sections". */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { SiteSpace } from './site-spaces.ts';
import { Condition, Id, listOf, nullable, pageQuery, positionBody, SitePath, Urls } from './wire.ts';

const section = 'Site sections';

export const SiteSection = Type.Object({
  object: Type.Literal('site-section'),
  id: Id,
  title: Type.String({ minLength: 2, maxLength: 128 }),
  description: Type.Optional(Type.String({ maxLength: 256 })),
  default: Type.Optional(Type.Boolean()),
  path: SitePath,
  condition: Type.Optional(Condition),
  sectionGroup: Type.Optional(Id),
  icon: Type.Optional(Type.String({ maxLength: 50 })),
  siteSpaces: Type.Optional(Type.Array(SiteSpace)),
  urls: Type.Optional(Urls),
});

/** All sections of the site; those in a group carry `sectionGroup`. */
export const listSections = endpoint({
  name: 'listSections',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
  query: Type.Object({ ...pageQuery, shareKey: Type.Optional(Type.String()) }),
  reply: listOf(SiteSection),
  success: 200,
  isPaged: true,
});

/** Makes the section and its first site-space. The title is bounded more tightly here than on update: 64 against 2..128. */
export const createSection = endpoint({
  name: 'createSection',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
  body: Type.Object({ spaceId: Id, title: Type.Optional(Type.String({ maxLength: 64 })) }),
  reply: SiteSection,
  success: 201,
});

export const deleteSection = endpoint({
  name: 'deleteSection',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  success: 205,
});

/** Unset leaves a field as it is; null removes it. */
export const updateSection = endpoint({
  name: 'updateSection',
  section,
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  body: Type.Object({
    title: Type.Optional(Type.String({ minLength: 2, maxLength: 128 })),
    path: Type.Optional(SitePath),
    defaultSiteSpace: Type.Optional(Id),
    condition: Type.Optional(nullable(Condition)),
    icon: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
    description: Type.Optional(nullable(Type.String({ maxLength: 256 }))),
  }),
  reply: SiteSection,
  success: 200,
});

/** Among siblings, and only next to another section: its reference cannot name a group. */
export const moveSection = endpoint({
  name: 'moveSection',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
  body: positionBody(Type.Object({ type: Type.Literal('site-section'), siteSection: Id })),
  reply: SiteSection,
  success: 200,
  isIdempotent: true,
});
