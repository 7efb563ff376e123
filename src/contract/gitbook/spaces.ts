/** Spaces on GitBook: one list, their creation, and changes of their language. */
import { Type } from '@sinclair/typebox';
import { Id, operations, partial } from '../endpoint.ts';
import { oneOf } from '../role-schemas.ts';
import { Space, SpaceChanges } from '../spaces.ts';
import { Language } from './translations.ts';

const { list, patch, post } = operations('Spaces');

const all = '/v1/orgs/{organizationId}/spaces';

/** All spaces that the caller can see, also those in collections. */
export const listOrganizationSpaces = list('listOrganizationSpaces', all, Space);

/** `parent`: a collection. A space is created from a template, or empty. */
export const createOrganizationSpace = post('createOrganizationSpace', all, {
  body: partial({
    title: Type.String({ maxLength: 50 }),
    emoji: Type.String({ maxLength: 50, format: 'emoji' }),
    parent: Id,
    language: Language,
    editMode: oneOf(['live', 'locked']),
    template: Type.Object({ id: Id }),
    empty: Type.Literal(true),
  }),
  reply: Space,
});

export const updateSpace = patch('updateSpace', '/v1/spaces/{spaceId}', {
  body: Type.Object({ ...SpaceChanges.properties, language: Type.Optional(Language) }),
  reply: Space,
});
