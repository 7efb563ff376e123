/** Contract section "OpenAPI specifications", with their versions. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, Id, openEnumSchema, optional } from '../endpoint.ts';

const { get, list, post, put, remove } = createSectionDefiners('OpenAPI specifications');

const all = '/v1/orgs/{organizationId}/openapi';
const one = `${all}/{specSlug}` as const;
const version = `${one}/versions/{versionId}` as const;
const latest = `${one}/versions/latest` as const;

const Slug = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' });
const Address = Type.String({ format: 'uri', maxLength: 2048 });

/** A URL, fetched again on each write, or the text. */
const OpenApiSource = Type.Union([Type.Object({ url: Address }), Type.Object({ text: Type.String() })]);

export const OpenApiSpec = Type.Object({
  object: Type.Literal('openapi-spec'),
  id: Id,
  createdAt: DateTime,
  updatedAt: DateTime,
  slug: Slug,
  sourceURL: Type.Optional(Address),
  processingState: openEnumSchema(['pending', 'progress', 'complete']),
  lastVersion: optional.id,
  lastProcessedAt: optional.time,
  lastProcessErrorCode: Type.Optional(openEnumSchema(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'])),
  permissions: optional.permissions,
  urls: optional.urls,
});

export const OpenApiSpecVersion = Type.Object({
  object: Type.Literal('openapi-spec-version'),
  id: Id,
  createdAt: optional.time,
  url: Address,
  urls: optional.urls,
});

const VersionContent = Type.Object({ filesystem: Type.Object({}), url: Type.String() });

export const listOpenApiSpecs = list('listOpenApiSpecs', all, OpenApiSpec);

export const createOpenApiSpec = post('createOpenApiSpec', all, {
  body: Type.Object({ slug: Slug, source: OpenApiSource }),
  reply: OpenApiSpec,
});

export const getOpenApiSpec = get('getOpenApiSpec', one, { reply: OpenApiSpec });

/** Creates or updates. Each write starts a new version of the same specification; 201 occurs at creation. */
export const putOpenApiSpec = put('putOpenApiSpec', one, {
  body: Type.Object({ source: OpenApiSource }),
  reply: OpenApiSpec,
  alsoSuccess: [201],
});

export const deleteOpenApiSpec = remove('deleteOpenApiSpec', one);

export const listOpenApiSpecVersions = list('listOpenApiSpecVersions', `${one}/versions`, OpenApiSpecVersion);

export const getLatestOpenApiSpecVersion = get('getLatestOpenApiSpecVersion', latest, { reply: OpenApiSpecVersion });

export const getLatestOpenApiSpecVersionContent = get('getLatestOpenApiSpecVersionContent', `${latest}/content`, {
  reply: VersionContent,
});

export const getOpenApiSpecVersion = get('getOpenApiSpecVersion', version, { reply: OpenApiSpecVersion });

export const getOpenApiSpecVersionContent = get('getOpenApiSpecVersionContent', `${version}/content`, {
  reply: VersionContent,
});
