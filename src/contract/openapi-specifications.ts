/** Contract section "OpenAPI specifications", with their versions. */
import { Type } from '@sinclair/typebox';
import { endpoint } from './endpoint.ts';
import { DateTime, Id, listOf, openEnum, Permissions, pageQuery, Urls } from './wire.ts';

const section = 'OpenAPI specifications';

const Slug = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' });
const Address = Type.String({ format: 'uri', maxLength: 2048 });

/** Where the specification comes from: an address (fetched again on every write) or its text. */
export const OpenApiSource = Type.Union([Type.Object({ url: Address }), Type.Object({ text: Type.String() })]);

export const OpenApiSpec = Type.Object({
  object: Type.Literal('openapi-spec'),
  id: Id,
  createdAt: DateTime,
  updatedAt: DateTime,
  slug: Slug,
  sourceURL: Type.Optional(Address),
  processingState: openEnum(['pending', 'progress', 'complete']),
  lastVersion: Type.Optional(Id),
  lastProcessedAt: Type.Optional(DateTime),
  lastProcessErrorCode: Type.Optional(openEnum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])),
  permissions: Type.Optional(Permissions),
  urls: Type.Optional(Urls),
});

export const OpenApiSpecVersion = Type.Object({
  object: Type.Literal('openapi-spec-version'),
  id: Id,
  createdAt: Type.Optional(DateTime),
  url: Address,
  urls: Type.Optional(Urls),
});

const VersionContent = Type.Object({ filesystem: Type.Object({}), url: Type.String() });

export const listOpenApiSpecs = endpoint({
  name: 'listOpenApiSpecs',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(OpenApiSpec),
  success: 200,
  isPaged: true,
});

export const createOpenApiSpec = endpoint({
  name: 'createOpenApiSpec',
  section,
  method: 'POST',
  path: '/v1/orgs/{organizationId}/openapi',
  body: Type.Object({ slug: Slug, source: OpenApiSource }),
  reply: OpenApiSpec,
  success: 201,
});

export const getOpenApiSpec = endpoint({
  name: 'getOpenApiSpec',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  reply: OpenApiSpec,
  success: 200,
});

/** Creates or updates. Twice the same leaves the same specification, though each write starts a new version; 201 is seen where it creates. */
export const putOpenApiSpec = endpoint({
  name: 'putOpenApiSpec',
  section,
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  body: Type.Object({ source: OpenApiSource }),
  reply: OpenApiSpec,
  success: 200,
  alsoSuccess: [201],
});

export const deleteOpenApiSpec = endpoint({
  name: 'deleteOpenApiSpec',
  section,
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}',
  success: 205,
});

export const listOpenApiSpecVersions = endpoint({
  name: 'listOpenApiSpecVersions',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions',
  query: Type.Object({ ...pageQuery }),
  reply: listOf(OpenApiSpecVersion),
  success: 200,
  isPaged: true,
});

export const getLatestOpenApiSpecVersion = endpoint({
  name: 'getLatestOpenApiSpecVersion',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest',
  reply: OpenApiSpecVersion,
  success: 200,
});

export const getLatestOpenApiSpecVersionContent = endpoint({
  name: 'getLatestOpenApiSpecVersionContent',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content',
  reply: VersionContent,
  success: 200,
});

export const getOpenApiSpecVersion = endpoint({
  name: 'getOpenApiSpecVersion',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}',
  reply: OpenApiSpecVersion,
  success: 200,
});

export const getOpenApiSpecVersionContent = endpoint({
  name: 'getOpenApiSpecVersionContent',
  section,
  method: 'GET',
  path: '/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content',
  reply: VersionContent,
  success: 200,
});
