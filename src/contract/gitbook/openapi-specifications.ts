/** The content and the visibility of OpenAPI specifications on GitBook. */
import { Type } from '@sinclair/typebox';
import { OpenApiSpec } from '../2025-06/openapi-specifications.ts';
import { createSectionDefiners } from '../endpoint.ts';
import { enumSchema, nullableSchema } from '../role-schemas.ts';

const { get, patch } = createSectionDefiners('OpenAPI specifications');

const versions = '/v1/orgs/{organizationId}/openapi/{specSlug}/versions';

/** `public` is null unless the specification is published. */
const Content = Type.Object({
  filesystem: Type.Object({}),
  urls: Type.Object({ source: Type.String(), public: nullableSchema(Type.String()) }),
});

export const getLatestOpenApiSpecVersionContent = get(
  'getLatestOpenApiSpecVersionContent',
  `${versions}/latest/content`,
  { reply: Content },
);

export const getOpenApiSpecVersionContent = get('getOpenApiSpecVersionContent', `${versions}/{versionId}/content`, {
  reply: Content,
});

/** Anyone who has its link can read a public specification. */
export const SpecVisibility = enumSchema(['private', 'public']);

export const updateOpenApiSpec = patch('updateOpenApiSpec', '/v1/orgs/{organizationId}/openapi/{specSlug}', {
  body: Type.Object({ visibility: SpecVisibility }),
  reply: Type.Object({ ...OpenApiSpec.properties, visibility: Type.Optional(SpecVisibility) }),
});
