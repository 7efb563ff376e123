/** Contract section "Site section groups", with the membership of sections in them. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, Id, partialObject, positionSchema } from '../endpoint.ts';
import { enumSchema, nullableSchema } from '../role-schemas.ts';
import { SiteSection } from './site-sections.ts';

const { act, list, patch, post, remove } = createSectionDefiners('Site section groups');

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
  body: Type.Object({
    title: Title,
    icon: Type.Optional(nullableSchema(Icon)),
    sections: Type.Optional(Type.Array(Id)),
  }),
  reply: SiteSectionGroup,
});

export const deleteSectionGroup = remove('deleteSectionGroup', one);

export const updateSectionGroup = patch('updateSectionGroup', one, {
  body: partialObject({ title: Title, icon: nullableSchema(Icon) }),
  reply: SiteSectionGroup,
});

export const addSectionToGroup = post('addSectionToGroup', `${one}/sections`, {
  body: Type.Object({ sectionId: Id }),
  reply: SiteSectionGroup,
});

export const removeSectionFromGroup = remove('removeSectionFromGroup', `${one}/sections/{siteSectionId}`);

/** Unlike a reference to a section, this one has a bare `id`. */
export const moveSectionGroup = act('moveSectionGroup', `${one}/move`, {
  body: positionSchema(Type.Object({ type: enumSchema(['site-section', 'site-section-group']), id: Id })),
  reply: SiteSectionGroup,
});
