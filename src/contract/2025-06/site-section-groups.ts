/** Contract section "Site section groups", with the membership of sections in them. */
import { Type } from '@sinclair/typebox';
import { Id, operations, partial, positionBody } from '../endpoint.ts';
import { nullable, oneOf } from '../role-schemas.ts';
import { SiteSection } from './site-sections.ts';

const { act, list, patch, post, remove } = operations('Site section groups');

const all = '/v1/orgs/{organizationId}/sites/{siteId}/section-groups';
const one = `${all}/{siteSectionGroupId}` as const;

const Title = Type.String({ minLength: 1, maxLength: 100 });
const Icon = Type.String({ maxLength: 50 });

export const SiteSectionGroup = Type.Object({
  object: Type.Literal('site-section-group'),
  id: Id,
  title: Title,
  icon: Type.Optional(Icon),
  sections: Type.Optional(Type.Array(SiteSection)),
});

export const listSectionGroups = list('listSectionGroups', all, SiteSectionGroup);

export const createSectionGroup = post('createSectionGroup', all, {
  body: Type.Object({ title: Title, icon: Type.Optional(nullable(Icon)), sections: Type.Optional(Type.Array(Id)) }),
  reply: SiteSectionGroup,
});

export const deleteSectionGroup = remove('deleteSectionGroup', one);

export const updateSectionGroup = patch('updateSectionGroup', one, {
  body: partial({ title: Title, icon: nullable(Icon) }),
  reply: SiteSectionGroup,
});

export const addSectionToGroup = post('addSectionToGroup', `${one}/sections`, {
  body: Type.Object({ sectionId: Id }),
  reply: SiteSectionGroup,
});

export const removeSectionFromGroup = remove('removeSectionFromGroup', `${one}/sections/{siteSectionId}`);

/** Unlike a reference to a section, this one has a bare `id`. */
export const moveSectionGroup = act('moveSectionGroup', `${one}/move`, {
  body: positionBody(Type.Object({ type: oneOf(['site-section', 'site-section-group']), id: Id })),
  reply: SiteSectionGroup,
});
