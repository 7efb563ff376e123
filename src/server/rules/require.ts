/** Finds objects, or refuses the request. */
import type { TSchema } from '@sinclair/typebox';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import type { Kind, Row } from '../records.ts';
import { kindTitle } from '../resource.ts';

/** How long a deleted space can be restored, as the contract says. */
export const trashMs = 7 * 24 * 60 * 60 * 1000;

/** With `parent`, the object must be a direct child. */
export function requireObject<K extends Kind>(context: Context, kind: K, id: string, parent?: string): Row<K> {
  const row = context.store.find(kind, id, parent);
  if (row === undefined) throw notFound(kindTitle(kind), id);
  return row;
}

export function requireInScope<K extends Kind>(context: Context, kind: K, scope: string, id: string): Row<K> {
  const row = requireObject(context, kind, id);
  if (row.scope !== scope) throw notFound(kindTitle(kind), id);
  return row;
}

export function requireSite(context: Context, path: { organizationId: string; siteId: string }): Row<'site'> {
  return requireInScope(context, 'site', path.organizationId, path.siteId);
}

export function requireNamed<K extends 'custom-field' | 'openapi-spec'>(
  context: Context,
  kind: K,
  organization: string,
  name: string,
): Row<K> {
  const holder = context.store.findByKey(uniqueKey(kind, organization, name));
  if (holder === undefined) throw notFound(kindTitle(kind), name);
  return requireObject(context, kind, holder.id);
}

/** The schemas of the contract accept any text, and list the known words as examples. */
export function requireWord(place: string, word: string | undefined, { examples = [] }: TSchema): void {
  if (word !== undefined && !examples.includes(word))
    throw invalid(`${place}: ${JSON.stringify(word)} is not one of ${examples.join(', ')}`);
}

/** Undefined if the space can no longer be restored. */
export function findTrashed(context: Context, id: string): Row<'trashed-space'> | undefined {
  const row = context.store.find('trashed-space', id);
  const isGone = row?.data.deletedAt !== undefined && context.nowMs - Date.parse(row.data.deletedAt) > trashMs;
  return isGone ? undefined : row;
}

export function uniqueKey(...parts: readonly [Kind | 'hostname', string, string]): string {
  // The escapes protect NUL and lone surrogates, which SQLite cannot store.
  return JSON.stringify(parts.join('/')).slice(1, -1);
}
