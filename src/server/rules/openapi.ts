/** Specifications: every write makes a version, also with the same source, and the clock processes it. */
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { OpenApiVersionRecord, Row } from '../records.ts';
import { isDeeper } from './nesting.ts';
import { readSpecText } from './openapi-text.ts';
import { uniqueKey } from './require.ts';
import { addObject, rewrite } from './write.ts';

type Source = { readonly url: string } | { readonly text: string };

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longestSlug = 100;

/** So long after it was written a version begins to be processed, and is processed. */
const beginsAfterMs = 1000;
const endsAfterMs = 3000;

export function addSpec(context: Context, organization: string, slug: string, source: Source): Row<'openapi-spec'> {
  if (!slugPattern.test(slug) || slug.length > longestSlug)
    throw invalid(`slug: ${JSON.stringify(slug)} is not of the form ${slugPattern.source}`);
  const data = { slug, createdAt: context.now, updatedAt: context.now, lastVersion: '' };
  const place = { parent: organization, uniqueKey: uniqueKey('openapi-spec', organization, slug) };
  return addVersion(context, addObject(context, 'openapi-spec', place, data), source);
}

/** A specification given as text has no source address. */
export function addVersion(context: Context, spec: Row<'openapi-spec'>, given: Source): Row<'openapi-spec'> {
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

/** Only what the contract knows of a source is kept; where it has both variants, the text is the source. */
function withoutMore(source: Source): Source {
  return 'text' in source && typeof source.text === 'string' ? { text: source.text } : { url: (source as { readonly url: string }).url };
}

/** What is found wrong when it is processed. An address is never followed; one that is none of the web cannot be. */
export function errorOf(source: Source): string | undefined {
  if ('url' in source) return /^https?:/i.test(source.url) ? undefined : 'FETCH_ERROR';
  return readSpecText(source.text) === undefined ? 'PARSE_ERROR' : undefined;
}

export interface Processing {
  readonly processingState: 'pending' | 'progress' | 'complete';
  readonly lastProcessedAt?: string;
  readonly lastProcessErrorCode?: string;
}

/** Until the last version is processed, what is told of the outcome is that of the one before. */
export function processingOf(spec: Row<'openapi-spec'>, nowMs: number): Processing {
  const elapsedMs = nowMs - Date.parse(spec.data.updatedAt);
  const processingState = elapsedMs < beginsAfterMs ? 'pending' : elapsedMs < endsAfterMs ? 'progress' : 'complete';
  const outcome = outcomeAt(spec, nowMs);
  if (outcome === undefined) return { processingState };
  const { at, errorCode } = outcome;
  return { processingState, lastProcessedAt: at, ...(errorCode === undefined ? {} : { lastProcessErrorCode: errorCode }) };
}

/** The last processing that is over. */
function outcomeAt({ data }: Row<'openapi-spec'>, nowMs: number): { readonly at: string; readonly errorCode?: string } | undefined {
  const endsMs = Date.parse(data.updatedAt) + endsAfterMs;
  if (nowMs < endsMs) return data.processedBefore;
  const at = new Date(endsMs).toISOString();
  return data.errorCode === undefined ? { at } : { at, errorCode: data.errorCode };
}

/** What is nested more deeply is handed out as the text it came as. */
const deepestLevel = 1000;

/** Files of a version. What an address leads to is never fetched, so such a version has none. */
export function filesOf(spec: Row<'openapi-spec'>, version: Row<'openapi-version'>): { readonly [name: string]: unknown } {
  const { text } = version.data;
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return { [`${spec.data.slug}.json`]: isDeeper(value, deepestLevel) ? text : value };
  } catch {
    return { [`${spec.data.slug}.yaml`]: text };
  }
}
