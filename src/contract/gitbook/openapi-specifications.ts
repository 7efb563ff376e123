/** The content of OpenAPI specifications on GitBook. */
import { Type } from '@sinclair/typebox';
import { operations } from '../endpoint.ts';
import { nullable } from '../role-schemas.ts';

const { get } = operations('OpenAPI specifications');

const versions = '/v1/orgs/{organizationId}/openapi/{specSlug}/versions';

/** `public` is null unless the specification is published. */
const Content = Type.Object({
  filesystem: Type.Object({}),
  urls: Type.Object({ source: Type.String(), public: nullable(Type.String()) }),
});

export const getLatestOpenApiSpecVersionContent = get(
  'getLatestOpenApiSpecVersionContent',
  `${versions}/latest/content`,
  { reply: Content },
);

export const getOpenApiSpecVersionContent = get('getOpenApiSpecVersionContent', `${versions}/{versionId}/content`, {
  reply: Content,
});
