/** Spaces on GitBook: one list, their creation, and changes of their language. */
import { Type } from '@sinclair/typebox';
import { getChangeRequestPage } from '../2025-06/change-request-content.ts';
import { Space as ContractSpace, SpaceChanges } from '../2025-06/spaces.ts';
import { createSectionDefiners, Id, partialObject } from '../endpoint.ts';
import { enumSchema, nullableSchema } from '../role-schemas.ts';
import { SpaceMergeRules } from './merge-rules.ts';
import { Language } from './translations.ts';

const { get, list, patch, post } = createSectionDefiners('Spaces');

const all = '/v1/orgs/{organizationId}/spaces';

const Emoji = Type.String({ maxLength: 50, format: 'emoji' });
export const SpaceIcon = Type.String({ format: 'uri', maxLength: 2048 });

/** The address of its icon is in `urls`. */
const Space = Type.Object({
  ...ContractSpace.properties,
  mergeRules: Type.Optional(SpaceMergeRules),
});

const open = { additionalProperties: true };

/** `params` of a template are free-form, and ignored by the reference platform. */
export const SpaceTemplate = Type.Object({ id: Id, params: Type.Optional(Type.Unknown()) });

/** All spaces that the caller can see, also those in collections. */
export const listOrganizationSpaces = list('listOrganizationSpaces', all, Space);

/** `parent`: a collection. A space is created from a template, empty, or with a source that the reference platform ignores. */
export const createOrganizationSpace = post('createOrganizationSpace', all, {
  body: partialObject({
    title: Type.String({ maxLength: 50 }),
    emoji: Emoji,
    parent: Id,
    language: Language,
    editMode: enumSchema(['live', 'locked']),
    template: SpaceTemplate,
    empty: Type.Literal(true),
    computedSource: Type.Object({}, open),
  }),
  reply: Space,
});

export const updateSpace = patch('updateSpace', '/v1/spaces/{spaceId}', {
  body: Type.Object({
    ...SpaceChanges.properties,
    language: Type.Optional(Language),
    emoji: Type.Optional(nullableSchema(Emoji)),
    icon: Type.Optional(nullableSchema(SpaceIcon)),
    mergeRules: Type.Optional(SpaceMergeRules),
  }),
  reply: Space,
});

/** `pagePath`: below the URL of the space, such as `start/install`. */
export const getPageByPath = get('getPageByPath', '/v1/spaces/{spaceId}/content/path/{pagePath}', {
  query: getChangeRequestPage.query ?? Type.Object({}),
  reply: getChangeRequestPage.reply ?? Type.Object({}),
});
