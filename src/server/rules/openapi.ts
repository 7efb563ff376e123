/** Specifications: every write makes a version, also with the same source. */
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { OpenApiVersionRecord, Row } from '../records.ts';
import { uniqueKey } from './require.ts';
import { addObject, rewrite } from './write.ts';

type Source = { readonly url: string } | { readonly text: string };

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longestSlug = 100;

export function addSpec(context: Context, organization: string, slug: string, source: Source): Row<'openapi-spec'> {
  if (!slugPattern.test(slug) || slug.length > longestSlug)
    throw invalid(`slug: ${JSON.stringify(slug)} is not of the form ${slugPattern.source}`);
  const data = { slug, createdAt: context.now, updatedAt: context.now, lastVersion: '' };
  const place = { parent: organization, uniqueKey: uniqueKey('openapi-spec', organization, slug) };
  return addVersion(context, addObject(context, 'openapi-spec', place, data), source);
}

/** A specification given as text has no source address. */
export function addVersion(context: Context, spec: Row<'openapi-spec'>, source: Source): Row<'openapi-spec'> {
  const { sourceURL: _, ...rest } = spec.data;
  const isText = 'text' in source;
  const content: OpenApiVersionRecord = isText
    ? { createdAt: context.now, text: source.text }
    : { createdAt: context.now, url: source.url };
  const version = addObject(context, 'openapi-version', { parent: spec.id }, content);
  const data = { ...rest, lastVersion: version.id, updatedAt: context.now };
  return rewrite(context, spec, isText ? data : { ...data, sourceURL: source.url });
}

/** Files of a version. What an address leads to is never fetched, so such a version has none. */
export function filesOf(spec: Row<'openapi-spec'>, version: Row<'openapi-version'>): { readonly [name: string]: unknown } {
  const { text } = version.data;
  if (text === undefined) return {};
  try {
    return { [`${spec.data.slug}.json`]: JSON.parse(text) };
  } catch {
    return { [`${spec.data.slug}.yaml`]: text };
  }
}
