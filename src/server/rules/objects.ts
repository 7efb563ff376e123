/** Finds objects or refuses the request, and writes objects. */
import type { TSchema } from '@sinclair/typebox';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { lastPlace } from '../order.ts';
import type { Kind, Records, Row } from '../records.ts';
import { kindTitle, type NamedKinds, type RouteInput } from '../resource.ts';

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

export type Changes<T> = { [K in keyof T]?: T[K] | null | undefined };

export function changed<T extends object>(data: Readonly<T>, changes: Changes<T>): T {
  const result: T = { ...data };
  for (const name of Object.keys(changes) as (keyof T)[]) {
    const value = changes[name];
    if (value === undefined) continue;
    if (value === null) delete result[name];
    else result[name] = value as T[keyof T];
  }
  return result;
}

/** Rewrites the members that `changes` has. Null removes a member. */
export function change<K extends Kind>(
  context: Context,
  was: Row<K>,
  changes: Changes<Records[K]>,
  others: Partial<Omit<Row<K>, 'data'>> = {},
): Row<K> {
  return rewrite(context, was, changed(was.data, changes), others);
}

export function requireUniqueKey(context: Context, uniqueKey: string, ownId: string, message: string): void {
  const holder = context.store.findByKey(uniqueKey);
  if (holder !== undefined && holder.id !== ownId) throw conflict(message);
}

export function isKeyUsed({ store }: Context, uniqueKey: string): boolean {
  return store.findByKey(uniqueKey) !== undefined;
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

export function addObject<K extends Kind>(context: Context, kind: K, place: RowPlace, data: Records[K]): Row<K> {
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

export function rewrite<K extends Kind>(
  context: Context,
  was: Row<K>,
  data: Records[K],
  others: Partial<Omit<Row<K>, 'data'>> = {},
): Row<K> {
  const row: Row<K> = { ...was, ...others, data };
  context.store.replace(was, row);
  return row;
}

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

interface Path {
  readonly [parameter: string]: string;
}

type Find<K extends Kind> = (context: Context, id: string, path: Path) => Row<K>;

const anywhere =
  <K extends Kind>(kind: K): Find<K> =>
  (context, id) =>
    requireObject(context, kind, id);

const inOrganization =
  <K extends Kind>(kind: K): Find<K> =>
  (context, id, { organizationId = '' }) =>
    requireObject(context, kind, id, organizationId);

const named =
  <K extends 'custom-field' | 'openapi-spec'>(kind: K): Find<K> =>
  (context, name, { organizationId = '' }) =>
    requireNamed(context, kind, organizationId, name);

const site = (context: Context, { organizationId = '', siteId = '' }: Path): Row<'site'> =>
  requireInScope(context, 'site', organizationId, siteId);

const onSite =
  <K extends Kind>(kind: K): Find<K> =>
  (context, id, path) =>
    requireInScope(context, kind, site(context, path).id, id);

const finders: { readonly [N in keyof NamedKinds]: Find<NamedKinds[N]> } = {
  organizationId: anywhere('organization'),
  siteId: (context, _, path) => site(context, path),
  siteSectionId: onSite('section'),
  siteSectionGroupId: onSite('section-group'),
  siteSpaceId: onSite('site-space'),
  siteExternalLinkId: onSite('external-link'),
  siteRedirectId: onSite('redirect'),
  shareLinkId: onSite('share-link'),
  teamId: inOrganization('team'),
  userId: inOrganization('member'),
  samlProviderId: inOrganization('saml-provider'),
  translationSettingsId: inOrganization('translation'),
  translationId: inOrganization('space-translation'),
  inviteId: inOrganization('link-invite'),
  specSlug: named('openapi-spec'),
  fieldName: named('custom-field'),
  spaceId: anywhere('space'),
  collectionId: anywhere('collection'),
};

type Given = Pick<RouteInput, 'context' | 'query' | 'body'> & { path: Path };

/** Refuses with 404 when a route uses an object that does not exist. */
export function inputOf({ path: pattern }: Pick<Endpoint, 'path'>, given: Given): RouteInput {
  const { context, path } = given;
  return {
    ...given,
    get site() {
      return site(context, path);
    },
    get row(): never {
      const [, parameter = ''] = /.*\{(\w+)\}/.exec(pattern) ?? [];
      return finders[parameter as keyof NamedKinds](context, path[parameter] ?? '', path) as never;
    },
  };
}
