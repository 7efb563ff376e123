/** OpenAPI specifications and their versions. */

import { createRequire } from 'node:module';
import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/openapi-specifications.ts';
import { appUrl, defined, definitionPermissions } from '../answers.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { FixtureContext } from '../fixture/context.ts';
import type { Row } from '../records.ts';
import { inOrganization, listRoute, resource, route } from '../resource.ts';
import {
  addObject,
  isDeeper,
  isKeyUsed,
  requireNamed,
  requireObject,
  requireUniqueKey,
  rewrite,
  uniqueKey,
} from '../rules/objects.ts';

export interface OpenApiVersionRecord {
  createdAt: string;
  url?: string;
  text?: string;
}

declare module '../records.ts' {
  interface Records {
    'openapi-spec': {
      slug: string;
      createdAt: string;
      updatedAt: string;
      sourceURL?: string;
      lastVersion: string;
      errorCode?: string;
      processedBefore?: { at: string; errorCode?: string };
    };
    'openapi-version': OpenApiVersionRecord;
  }
}

type Source = { url: string } | { text: string };

/** The contract limits slugs only in the body of a create, so a PUT that creates checks the slug in its path. */
const { pattern: slugPattern = '', maxLength: maxSlugLength = Number.POSITIVE_INFINITY } =
  contract.OpenApiSpec.properties.slug;

const beginsAfterMs = 1000;

const endsAfterMs = 3000;

function addSpec(context: Context, organization: string, slug: string, source: Source): Row<'openapi-spec'> {
  if (!new RegExp(slugPattern).test(slug) || slug.length > maxSlugLength)
    throw invalid(`slug: ${JSON.stringify(slug)} does not match ${slugPattern}`);
  const data = { slug, createdAt: context.now, updatedAt: context.now, lastVersion: '' };
  const place = { parent: organization, uniqueKey: uniqueKey('openapi-spec', organization, slug) };
  return addVersion(context, addObject(context, 'openapi-spec', place, data), source);
}

function addVersion(context: Context, spec: Row<'openapi-spec'>, given: Source): Row<'openapi-spec'> {
  const source = withoutMore(given);
  const { slug, createdAt } = spec.data;
  const content: OpenApiVersionRecord = { createdAt: context.now, ...source };
  const version = addObject(context, 'openapi-version', { parent: spec.id }, content);
  const before = spec.data.lastVersion === '' ? undefined : outcomeAt(spec, context.nowMs);
  const errorCode = errorOf(source);
  return rewrite(context, spec, {
    ...{ slug, createdAt, updatedAt: context.now, lastVersion: version.id },
    ...('url' in source ? { sourceURL: source.url } : {}),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(before === undefined ? {} : { processedBefore: before }),
  });
}

function withoutMore(source: Source): Source {
  return 'text' in source && typeof source.text === 'string'
    ? { text: source.text }
    : { url: (source as { url: string }).url };
}

/** The platform never downloads a URL. */
function errorOf(source: Source): string | undefined {
  if ('url' in source) return /^https?:/i.test(source.url) ? undefined : 'FETCH_ERROR';
  return readSpecText(source.text) === undefined ? 'PARSE_ERROR' : undefined;
}

interface Processing {
  processingState: 'pending' | 'progress' | 'complete';
  lastProcessedAt?: string;
  lastProcessErrorCode?: string;
}

/** While the last version is being processed, the outcome is that of the version before. */
export function processingOf(spec: Row<'openapi-spec'>, nowMs: number): Processing {
  const elapsedMs = nowMs - Date.parse(spec.data.updatedAt);
  const processingState = elapsedMs < beginsAfterMs ? 'pending' : elapsedMs < endsAfterMs ? 'progress' : 'complete';
  const outcome = outcomeAt(spec, nowMs);
  if (outcome === undefined) return { processingState };
  const { at, errorCode } = outcome;
  return {
    processingState,
    lastProcessedAt: at,
    ...(errorCode === undefined ? {} : { lastProcessErrorCode: errorCode }),
  };
}

function outcomeAt({ data }: Row<'openapi-spec'>, nowMs: number): { at: string; errorCode?: string } | undefined {
  const endsMs = Date.parse(data.updatedAt) + endsAfterMs;
  if (nowMs < endsMs) return data.processedBefore;
  const at = new Date(endsMs).toISOString();
  return data.errorCode === undefined ? { at } : { at, errorCode: data.errorCode };
}

/** More deeply nested texts are returned as text. */
const maxJsonDepth = 1000;

/** A version with a URL has no files, because the platform never downloads the URL. */
function filesOf(spec: Row<'openapi-spec'>, version: Row<'openapi-version'>): { [name: string]: unknown } {
  const { text } = version.data;
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return { [`${spec.data.slug}.json`]: isDeeper(value, maxJsonDepth) ? text : value };
  } catch {
    return { [`${spec.data.slug}.yaml`]: text };
  }
}

export function openApiSpecAnswer(context: Context, row: Row<'openapi-spec'>): Static<typeof contract.OpenApiSpec> {
  const { id, parent, data } = row;
  const { slug, createdAt, updatedAt, sourceURL, lastVersion } = data;
  return defined({
    object: 'openapi-spec' as const,
    id,
    ...{ slug, createdAt, updatedAt, sourceURL, lastVersion },
    ...processingOf(row, context.nowMs),
    permissions: definitionPermissions(context, parent, {
      read: contract.getOpenApiSpec,
      remove: contract.deleteOpenApiSpec,
    }),
    urls: {
      location: `${context.origin}/v1/orgs/${parent}/openapi/${data.slug}`,
      app: appUrl(parent, 'openapi', data.slug),
    },
  });
}

function openApiVersionAnswer(
  context: Context,
  row: Row<'openapi-version'>,
  spec: Row<'openapi-spec'>,
): Static<typeof contract.OpenApiSpecVersion> {
  const location = `${context.origin}/v1/orgs/${spec.parent}/openapi/${spec.data.slug}/versions/${row.id}`;
  return {
    object: 'openapi-spec-version',
    id: row.id,
    createdAt: row.data.createdAt,
    url: row.data.url ?? `${location}/content`,
    urls: { location },
  };
}

interface VersionPath {
  organizationId: string;
  specSlug: string;
  versionId?: string;
}

/** Without `versionId`, the latest version. */
function versionAt(context: Context, { organizationId, specSlug, versionId }: VersionPath) {
  const spec = requireNamed(context, 'openapi-spec', organizationId, specSlug);
  const version = requireObject(context, 'openapi-version', versionId ?? spec.data.lastVersion, spec.id);
  return { spec, version, answer: openApiVersionAnswer(context, version, spec) };
}

function contentAnswer(context: Context, path: VersionPath) {
  const { spec, version, answer } = versionAt(context, path);
  return { filesystem: filesOf(spec, version), url: answer.url };
}

function loadSpecs({ all, add, put, tick, newId, organization }: FixtureContext): void {
  for (const resource of all('openapi-spec')) {
    const { slug = resource.key, text, url = '' } = resource.fields;
    const source = text === undefined ? { url: String(url) } : { text: String(text) };
    const lastVersion = newId();
    const createdAt = tick();
    const fetched = source.url === undefined ? {} : { sourceURL: source.url };
    const data = {
      slug,
      createdAt,
      updatedAt: createdAt,
      ...fetched,
      lastVersion,
      ...defined({ errorCode: errorOf(source) }),
    };
    const spec = add(
      resource,
      { parent: organization, uniqueKey: uniqueKey('openapi-spec', organization, slug) },
      data,
    );
    put('openapi-version', { parent: spec, id: lastVersion }, { createdAt, ...source });
  }
}

/** Undefined if the text is not a specification. The YAML package is loaded only if the text is not JSON. */
function readSpecText(text: string): object | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { openapi, swagger } = value as { openapi?: unknown; swagger?: unknown };
  const isSpec = (typeof openapi === 'string' && /^3\.\d+/.test(openapi)) || String(swagger) === '2.0' || swagger === 2;
  return isSpec ? value : undefined;
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return parsedYaml(text);
  }
}

/** Deeper nesting is refused, because the parser takes too long. */
const maxYamlDepth = 200;

function parsedYaml(text: string) {
  const { Lexer, parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  if (isTooDeep(new Lexer().lex(text))) return undefined;
  try {
    return parse(text, { logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

function isTooDeep(tokens: Iterable<string>) {
  let brackets = 0;
  let marks = 0;
  for (const token of tokens) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?') marks += 1;
    else if (/^\r?\n$/.test(token)) marks = 0;
    if (brackets + marks > maxYamlDepth) return true;
  }
  return false;
}

export const openApiSpecifications = resource({
  titles: { 'openapi-spec': 'OpenAPI specification', 'openapi-version': 'version' },
  fixtureFields: { 'openapi-spec': ['slug', 'url', 'text'] },
  routes: [
    listRoute(contract.listOpenApiSpecs, inOrganization('read'), 'openapi-spec', openApiSpecAnswer),
    route(contract.createOpenApiSpec, inOrganization('create'), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const key = uniqueKey('openapi-spec', organization, body.slug);
      requireUniqueKey(context, key, '', `a specification ${JSON.stringify(body.slug)} already exists`);
      return openApiSpecAnswer(context, addSpec(context, organization, body.slug, body.source));
    }),
    route(contract.getOpenApiSpec, inOrganization('read'), ({ context, row }) => openApiSpecAnswer(context, row)),
    route(contract.putOpenApiSpec, inOrganization('create'), (input) => {
      const { context, path, body } = input;
      const { organizationId: organization, specSlug: slug } = path;
      const spec = isKeyUsed(context, uniqueKey('openapi-spec', organization, slug))
        ? addVersion(context, input.row, body.source)
        : addSpec(context, organization, slug, body.source);
      return openApiSpecAnswer(context, spec);
    }),
    route(contract.deleteOpenApiSpec, inOrganization('create'), ({ context, row: spec }) => {
      context.store.removeScope(spec.id);
      context.store.remove(spec);
    }),
    listRoute(contract.listOpenApiSpecVersions, inOrganization('read'), 'openapi-version', openApiVersionAnswer, {
      descending: true,
    }),
    route(
      contract.getLatestOpenApiSpecVersion,
      inOrganization('read'),
      ({ context, path }) => versionAt(context, path).answer,
    ),
    route(contract.getLatestOpenApiSpecVersionContent, inOrganization('read'), ({ context, path }) =>
      contentAnswer(context, path),
    ),
    route(
      contract.getOpenApiSpecVersion,
      inOrganization('read'),
      ({ context, path }) => versionAt(context, path).answer,
    ),
    route(contract.getOpenApiSpecVersionContent, inOrganization('read'), ({ context, path }) =>
      contentAnswer(context, path),
    ),
  ],
  load: loadSpecs,
});
