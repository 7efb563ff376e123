/** OpenAPI specifications and their versions. */
import { createRequire } from 'node:module';
import type { Static } from '@sinclair/typebox';
import * as contract from '../../contract/2025-06/openapi-specifications.ts';
import { invalid } from '../http/errors.ts';
import type { OpenApiVersionRecord } from '../records/openapi-version-record.ts';
import { appUrl, defined, definitionPermissions } from '../rules/answers.ts';
import { rewrite } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import type { FixtureContext } from '../rules/fixture-context.ts';
import { addObject, findNamed, freeKey, isDeeper, requireNamed, requireObject, uniqueKey } from '../rules/objects.ts';
import { creator, listRoute, reader, resource, route } from '../rules/resource.ts';
import type { Row } from '../store/records.ts';

declare module '../store/records.ts' {
  interface Records {
    'openapi-spec': {
      slug: string;
      createdAt: string;
      updatedAt: string;
      sourceURL?: string;
      lastVersion: string;
      errorCode?: string;
      /** Only the `gitbook` dialect has it. */
      visibility?: 'private' | 'public';
      processedBefore?: { at: string; errorCode?: string };
    };
    'openapi-version': OpenApiVersionRecord;
  }
}

type Source = { url: string; text?: undefined } | { text: string; url?: undefined };

/** The contract limits slugs only in the body of a create, so a PUT that creates checks the slug in its path. */
const { pattern: slugPattern = '', maxLength: maxSlugLength = Number.POSITIVE_INFINITY } =
  contract.OpenApiSpec.properties.slug;

const beginsAfterMs = 1000;

const endsAfterMs = 3000;

function addSpec(context: Context, organization: string, slug: string, source: Source) {
  if (!new RegExp(slugPattern).test(slug) || slug.length > maxSlugLength)
    throw invalid(`slug: ${JSON.stringify(slug)} does not match ${slugPattern}`);
  const data = { slug, createdAt: context.now, updatedAt: context.now, lastVersion: '' };
  const place = { parent: organization, uniqueKey: uniqueKey('openapi-spec', organization, slug) };
  return addVersion(context, addObject(context, 'openapi-spec', place, data), source);
}

function addVersion(context: Context, spec: Row<'openapi-spec'>, given: Source) {
  // A source can have both members.
  const source = 'text' in given && typeof given.text === 'string' ? { text: given.text } : { url: given.url };
  const version = addObject(context, 'openapi-version', { parent: spec.id }, { createdAt: context.now, ...source });
  const { slug, createdAt, lastVersion, visibility } = spec.data;
  return rewrite(context, spec, {
    slug,
    createdAt,
    updatedAt: context.now,
    lastVersion: version.id,
    ...defined({
      sourceURL: source.url,
      visibility,
      errorCode: errorOf(source),
      processedBefore: lastVersion === '' ? undefined : outcomeAt(spec, context.nowMs),
    }),
  });
}

/** The platform never downloads a URL. */
function errorOf({ url, text }: Source) {
  if (text === undefined) return /^https?:/i.test(url) ? undefined : 'FETCH_ERROR';
  return readSpecText(text) === undefined ? 'PARSE_ERROR' : undefined;
}

/** While the last version is being processed, the outcome is that of the version before. */
export function processingOf(spec: Row<'openapi-spec'>, nowMs: number) {
  const elapsedMs = nowMs - Date.parse(spec.data.updatedAt);
  const processingState = elapsedMs < beginsAfterMs ? 'pending' : elapsedMs < endsAfterMs ? 'progress' : 'complete';
  const { at: lastProcessedAt, errorCode: lastProcessErrorCode } = outcomeAt(spec, nowMs) ?? {};
  return { processingState, ...defined({ lastProcessedAt, lastProcessErrorCode }) };
}

function outcomeAt({ data: { updatedAt, errorCode, processedBefore } }: Row<'openapi-spec'>, nowMs: number) {
  const endsMs = Date.parse(updatedAt) + endsAfterMs;
  return nowMs < endsMs ? processedBefore : { at: new Date(endsMs).toISOString(), ...defined({ errorCode }) };
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
  const { errorCode: _, processedBefore: _before, visibility: _visibility, ...shown } = data;
  return {
    object: 'openapi-spec',
    id,
    ...shown,
    ...processingOf(row, context.nowMs),
    permissions: definitionPermissions(context, parent, contract.getOpenApiSpec, contract.deleteOpenApiSpec),
    urls: {
      location: `${context.origin}/v1/orgs/${parent}/openapi/${data.slug}`,
      app: appUrl(parent, 'openapi', data.slug),
    },
  };
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

interface VersionInput {
  context: Context;
  path: { organizationId: string; specSlug: string; versionId?: string };
}

/** Without `versionId`, the latest version. */
function versionAt({ context, path: { organizationId, specSlug, versionId } }: VersionInput) {
  const spec = requireNamed(context, 'openapi-spec', organizationId, specSlug);
  const version = requireObject(context, 'openapi-version', versionId ?? spec.data.lastVersion, spec.id);
  return { spec, version, answer: openApiVersionAnswer(context, version, spec) };
}

function versionAnswer(input: VersionInput) {
  return versionAt(input).answer;
}

function contentAnswer(input: VersionInput) {
  const { spec, version, answer } = versionAt(input);
  return { filesystem: filesOf(spec, version), url: answer.url };
}

function loadSpecs({ all, add, put, tick, newId, organization }: FixtureContext) {
  for (const resource of all('openapi-spec')) {
    const { slug = resource.key, text, url = '', visibility } = resource.fields;
    const source = text === undefined ? { url: String(url) } : { text: String(text) };
    const lastVersion = newId();
    const createdAt = tick();
    const outcome = defined({ sourceURL: source.url, visibility, errorCode: errorOf(source) });
    const place = { parent: organization, uniqueKey: uniqueKey('openapi-spec', organization, slug) };
    const spec = add(resource, place, { slug, createdAt, updatedAt: createdAt, lastVersion, ...outcome });
    put('openapi-version', { parent: spec, id: lastVersion }, { createdAt, ...source });
  }
}

/** Undefined if the text is not a specification. The YAML package is loaded only if the text is not JSON. */
function readSpecText(text: string) {
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
  fixtureFields: { 'openapi-spec': ['slug', 'url', 'text', 'visibility'] },
  routes: [
    listRoute(contract.listOpenApiSpecs, reader, 'openapi-spec', openApiSpecAnswer),
    route(contract.createOpenApiSpec, creator, ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const taken = `a specification ${JSON.stringify(body.slug)} already exists`;
      freeKey(context, ['openapi-spec', organization, body.slug], undefined, taken);
      return openApiSpecAnswer(context, addSpec(context, organization, body.slug, body.source));
    }),
    route(contract.getOpenApiSpec, reader, ({ context, row }) => openApiSpecAnswer(context, row)),
    route(contract.putOpenApiSpec, creator, (input) => {
      const { context, path, body } = input;
      const { organizationId: organization, specSlug: slug } = path;
      const spec = findNamed(context, 'openapi-spec', organization, slug)
        ? addVersion(context, input.row, body.source)
        : addSpec(context, organization, slug, body.source);
      return openApiSpecAnswer(context, spec);
    }),
    route(contract.deleteOpenApiSpec, creator, ({ context, row: spec }) => {
      context.store.removeScope(spec.id);
      context.store.remove(spec);
    }),
    listRoute(contract.listOpenApiSpecVersions, reader, 'openapi-version', openApiVersionAnswer, {
      descending: true,
    }),
    route(contract.getLatestOpenApiSpecVersion, reader, versionAnswer),
    route(contract.getLatestOpenApiSpecVersionContent, reader, contentAnswer),
    route(contract.getOpenApiSpecVersion, reader, versionAnswer),
    route(contract.getOpenApiSpecVersionContent, reader, contentAnswer),
  ],
  load: loadSpecs,
});
