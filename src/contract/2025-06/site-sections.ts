/** Contract section "Site sections". */
import { Type } from '@sinclair/typebox';
import {
  Condition,
  createSectionDefiners,
  Id,
  optional,
  partialObject,
  positionSchema,
  SitePath,
} from '../endpoint.ts';
import { nullableSchema } from '../role-schemas.ts';
import { SiteSpace } from './site-spaces.ts';

const { act, list, patch, post, remove } = createSectionDefiners('Site sections');

const all = '/v1/orgs/{organizationId}/sites/{siteId}/sections';
const one = `${all}/{siteSectionId}` as const;

export const SiteSection = Type.Object({
  object: Type.Literal('site-section'),
  id: Id,
  title: Type.String({ minLength: 2, maxLength: 128 }),
  description: Type.Optional(Type.String({ maxLength: 256 })),
  default: optional.flag,
  path: SitePath,
  condition: Type.Optional(Condition),
  sectionGroup: optional.id,
  icon: Type.Optional(Type.String({ maxLength: 50 })),
  siteSpaces: Type.Optional(Type.Array(SiteSpace)),
  urls: optional.urls,
});

/** All sections of the site; those in a group carry `sectionGroup`. */
export const listSections = list('listSections', all, SiteSection, { shareKey: optional.text });

/** Creates the section and its first site-space. The title is limited to 64 characters here, and to 2..128 on update. */
export const createSection = post('createSection', all, {
  body: Type.Object({ spaceId: Id, title: Type.Optional(Type.String({ maxLength: 64 })) }),
  reply: SiteSection,
});

export const deleteSection = remove('deleteSection', one);

/** null removes a field. */
export const updateSection = patch('updateSection', one, {
  body: partialObject({
    title: Type.String({ minLength: 2, maxLength: 128 }),
    path: SitePath,
    defaultSiteSpace: Id,
    condition: nullableSchema(Condition),
    icon: nullableSchema(Type.String({ maxLength: 50 })),
    description: nullableSchema(Type.String({ maxLength: 256 })),
  }),
  reply: SiteSection,
});

/** The reference can name only a section, not a group. */
export const moveSection = act('moveSection', `${one}/move`, {
  body: positionSchema(Type.Object({ type: Type.Literal('site-section'), siteSection: Id })),
  reply: SiteSection,
});
