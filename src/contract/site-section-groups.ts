/** Contract section "Site section groups", with the membership of sections in them. */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { SiteSection } from './site-sections.ts';
import { Id, listOf, nullable, oneOf, pageQuery, positionBody } from './wire.ts';

const section = 'Site section groups';

const Title = Type.String({ minLength: 1, maxLength: 100 });
const Icon = Type.String({ maxLength: 50 });

export const SiteSectionGroup = Type.Object({
  object: Type.Literal('site-section-group'),
  id: Id,
  title: Title,
  icon: Type.Optional(Icon),
  sections: Type.Optional(Type.Array(SiteSection)),
});

export const listSectionGroups = endpoint({
  name: 'listSectionGroups',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(SiteSectionGroup),
  success: 200,
  isPaged: true,
});

export const createSectionGroup = endpoint({
  name: 'createSectionGroup',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  body: Type.Object({ title: Title, icon: Type.Optional(nullable(Icon)), sections: Type.Optional(Type.Array(Id)) }),
  reply: SiteSectionGroup,
  success: 201,
});

export const deleteSectionGroup = endpoint({
  name: 'deleteSectionGroup',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  success: 205,
});

export const updateSectionGroup = endpoint({
  name: 'updateSectionGroup',
  section,
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  body: Type.Object({ title: Type.Optional(Title), icon: Type.Optional(nullable(Icon)) }),
  reply: SiteSectionGroup,
  success: 200,
});

export const addSectionToGroup = endpoint({
  name: 'addSectionToGroup',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
  body: Type.Object({ sectionId: Id }),
  reply: SiteSectionGroup,
  success: 201,
});

export const removeSectionFromGroup = endpoint({
  name: 'removeSectionFromGroup',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
  success: 205,
});

/** Among the groups and sections at the root; unlike a section's reference, this one carries a bare `id`. */
export const moveSectionGroup = endpoint({
  name: 'moveSectionGroup',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
  body: positionBody(Type.Object({ type: oneOf(['site-section', 'site-section-group']), id: Id })),
  reply: SiteSectionGroup,
  success: 200,
  isIdempotent: true,
});
