/** Routes of contract section "OpenAPI specifications". */
import {
  createOpenApiSpec,
  deleteOpenApiSpec,
  getLatestOpenApiSpecVersion,
  getLatestOpenApiSpecVersionContent,
  getOpenApiSpec,
  getOpenApiSpecVersion,
  getOpenApiSpecVersionContent,
  listOpenApiSpecs,
  listOpenApiSpecVersions,
  putOpenApiSpec,
} from '../../contract/openapi-specifications.ts';
import { openApiSpecAnswer, openApiVersionAnswer } from '../answers/organization.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfChildren } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { requireFree } from '../rules/claim.ts';
import { addSpec, addVersion, filesOf } from '../rules/openapi.ts';
import { requireNamed, requireObject, requireOrganization, uniqueKey } from '../rules/require.ts';

interface SpecPath {
  readonly organizationId: string;
  readonly specSlug: string;
}

function requireSpec(context: Context, path: SpecPath): Row<'openapi-spec'> {
  return requireNamed(context, 'openapi-spec', path.organizationId, path.specSlug);
}

function versionAnswer(context: Context, path: SpecPath, versionId?: string) {
  const spec = requireSpec(context, path);
  return openApiVersionAnswer(context, spec, requireObject(context, 'openapi-version', versionId ?? spec.data.lastVersion, spec.id));
}

function contentAnswer(context: Context, path: SpecPath, versionId?: string) {
  const spec = requireSpec(context, path);
  const version = requireObject(context, 'openapi-version', versionId ?? spec.data.lastVersion, spec.id);
  return { filesystem: filesOf(spec, version), url: openApiVersionAnswer(context, spec, version).url };
}

export const openApiRoutes = [
  route(listOpenApiSpecs, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    return mapPage(pageOfChildren(context.store, 'openapi-spec', organization, query), (row) => openApiSpecAnswer(context, row));
  }),
  route(createOpenApiSpec, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const key = uniqueKey('openapi-spec', organization, body.slug);
    requireFree(context, key, '', `there is a specification ${JSON.stringify(body.slug)} already`);
    return openApiSpecAnswer(context, addSpec(context, organization, body.slug, body.source));
  }),
  route(getOpenApiSpec, ({ context, path }) => openApiSpecAnswer(context, requireSpec(context, path))),
  route(putOpenApiSpec, ({ context, path, body }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    const isNew = context.store.holderOf(uniqueKey('openapi-spec', organization, path.specSlug)) === undefined;
    const spec = isNew
      ? addSpec(context, organization, path.specSlug, body.source)
      : addVersion(context, requireSpec(context, path), body.source);
    return openApiSpecAnswer(context, spec);
  }),
  route(deleteOpenApiSpec, ({ context, path }) => {
    const spec = requireSpec(context, path);
    context.store.removeScope(spec.id);
    context.store.remove(spec);
  }),
  route(listOpenApiSpecVersions, ({ context, path, query }) => {
    const spec = requireSpec(context, path);
    const page = pageOfChildren(context.store, 'openapi-version', spec.id, query, { descending: true });
    return mapPage(page, (row) => openApiVersionAnswer(context, spec, row));
  }),
  route(getLatestOpenApiSpecVersion, ({ context, path }) => versionAnswer(context, path)),
  route(getLatestOpenApiSpecVersionContent, ({ context, path }) => contentAnswer(context, path)),
  route(getOpenApiSpecVersion, ({ context, path }) => versionAnswer(context, path, path.versionId)),
  route(getOpenApiSpecVersionContent, ({ context, path }) => contentAnswer(context, path, path.versionId)),
];
