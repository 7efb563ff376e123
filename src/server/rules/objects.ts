/** Finds objects or refuses the request, and adds objects. */
import type { TSchema } from '@sinclair/typebox';
import type { Endpoint } from '../../contract/endpoint.ts';
import { conflict, invalid, notFound } from '../http/errors.ts';
import type { Kind, Records, Row } from '../store/records.ts';
import type { Context } from './context.ts';
import { lastPlace } from './order.ts';
import { kindTitle, namedKinds, type RouteInput } from './resource.ts';

/** How long a deleted space can be restored, as the contract says. */
export const trashMs = 7 * 24 * 60 * 60 * 1000;

/** With `parent`, the object must be a direct child. */
export function requireObject<K extends Kind>(context: Context, kind: K, id: string, parent?: string) {
  const row = context.store.find(kind, id, parent);
  if (row === undefined) throw notFound(kindTitle(kind), id);
  return row;
}

export function requireInScope<K extends Kind>(context: Context, kind: K, scope: string, id: string) {
  const row = requireObject(context, kind, id);
  if (row.scope !== scope) throw notFound(kindTitle(kind), id);
  return row;
}

export function requireSite(
  context: Context,
  { organizationId = '', siteId = '' }: { readonly organizationId?: string; readonly siteId?: string },
) {
  return requireObject(context, 'site', siteId, organizationId);
}

/** The object with a name that is unique in its container. */
export function findNamed<K extends Kind>({ store }: Pick<Context, 'store'>, kind: K, container: string, name: string) {
  return store.findByKey(uniqueKey(kind, container, name)) as Row<K> | undefined;
}

export function requireNamed<K extends Kind>(context: Context, kind: K, container: string, name: string): Row<K> {
  const row = findNamed(context, kind, container, name);
  if (row === undefined) throw notFound(kindTitle(kind), name);
  return row;
}

/** The schemas of the contract accept any text, and list the known words as examples. */
export function requireWord(place: string, word: string | undefined, { examples = [] }: TSchema) {
  if (word !== undefined && !examples.includes(word))
    throw invalid(`${place}: ${JSON.stringify(word)} is not one of ${examples.join(', ')}`);
}

/** Undefined if the space can no longer be restored. */
export function findTrashed(context: Context, id: string) {
  const row = context.store.find('trashed-space', id);
  const isGone = row?.data.deletedAt !== undefined && context.nowMs - Date.parse(row.data.deletedAt) > trashMs;
  return isGone ? undefined : row;
}

export function uniqueKey(...parts: readonly [Kind | 'hostname', string, string]): string {
  // The escapes protect NUL and lone surrogates, which SQLite cannot store.
  return JSON.stringify(parts.join('/')).slice(1, -1);
}

/** The unique key of a name. Refuses the request if another object has the name. */
export function freeKey(
  { store }: Context,
  parts: Parameters<typeof uniqueKey>,
  ownId: string | undefined,
  message: string,
): string {
  const key = uniqueKey(...parts);
  const holder = store.findByKey(key);
  if (holder !== undefined && holder.id !== ownId) throw conflict(message);
  return key;
}

interface RowPlace {
  parent: string;
  /** Default: `parent`. */
  scope?: string;
  id?: string;
  target?: string;
  uniqueKey?: string;
  /** Kinds that share the sibling order. Default: only this kind. */
  among?: readonly Kind[];
}

export function addObject<K extends Kind>(context: Context, kind: K, place: RowPlace, data: Records[K]) {
  const row: Row<K> = {
    kind,
    id: place.id ?? context.newId(),
    parent: place.parent,
    scope: place.scope ?? place.parent,
    position: lastPlace(context.store, place.among ?? [kind], place.parent),
    target: place.target ?? '',
    uniqueKey: place.uniqueKey ?? null,
    data,
  };
  context.store.insert(row);
  return row;
}

/** Routes write the members of bodies as they are, so members that the contract does not have are dropped. */
export function knownMembers(body: TSchema | undefined, given: object): object {
  const properties: object = body?.properties ?? {};
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(properties, name)));
}

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

type Given = Pick<RouteInput, 'context' | 'query' | 'body'> & { path: { readonly [parameter: string]: string } };

/** Refuses with 404 when a route uses an object that does not exist. */
export function inputOf({ path: pattern }: Pick<Endpoint, 'path'>, given: Given): RouteInput {
  const { context, path } = given;
  const { organizationId: organization = '' } = path;
  return {
    ...given,
    get site() {
      return requireSite(context, path);
    },
    get row(): never {
      const [, parameter = ''] = /.*\{(\w+)\}/.exec(pattern) ?? [];
      const [kind, where] = namedKinds[parameter as keyof typeof namedKinds];
      const id = path[parameter] ?? '';
      if (where === 'by name') return requireNamed(context, kind, organization, id) as never;
      if (where === 'on the site') return requireInScope(context, kind, this.site.id, id) as never;
      return requireObject(context, kind, id, where === 'anywhere' ? undefined : organization) as never;
    },
  };
}
