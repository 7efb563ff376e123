/** What links point to outside of their content: spaces, collections, users and specifications of the same organization. */
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { isVisible } from './access.ts';
import { uniqueKey } from './require.ts';

/** Missing rows: there is none of this name, or the caller may not see it. */
export type OrganizationTarget =
  | { readonly kind: 'space'; readonly space?: Row<'space'> }
  | { readonly kind: 'collection'; readonly collection?: Row<'collection'> }
  | { readonly kind: 'user'; readonly user?: string }
  | { readonly kind: 'openapi'; readonly spec?: Row<'openapi-spec'> };

export interface FoundTarget {
  readonly exists: boolean;
  readonly target: OrganizationTarget;
}

type Finder = (context: Context, organization: string, name: string) => FoundTarget;

const findSpace: Finder = (context, organization, id) => {
  const space = context.store.find('space', id);
  const exists = space?.scope === organization;
  return { exists, target: exists && isVisible(context, space) ? { kind: 'space', space } : { kind: 'space' } };
};

const findCollection: Finder = (context, organization, id) => {
  const collection = context.store.find('collection', id);
  const exists = collection?.scope === organization;
  return { exists, target: exists && isVisible(context, collection) ? { kind: 'collection', collection } : { kind: 'collection' } };
};

const findUser: Finder = ({ store }, organization, id) => {
  const exists = store.find('member', id, organization) !== undefined;
  return { exists, target: exists ? { kind: 'user', user: id } : { kind: 'user' } };
};

const findSpec: Finder = ({ store }, organization, slug) => {
  const holder = store.holderOf(uniqueKey('openapi-spec', organization, slug));
  const spec = holder && store.find('openapi-spec', holder.id);
  return { exists: spec !== undefined, target: spec === undefined ? { kind: 'openapi' } : { kind: 'openapi', spec } };
};

/** By the first part of a path from the root of the content: `/spaces/{id}`. */
const byFolder: { readonly [folder: string]: Finder } = {
  spaces: findSpace,
  collections: findCollection,
  users: findUser,
  openapi: findSpec,
};

/** By the kind in an address of the application: `https://app.example.com/o/{organization}/s/{id}`. */
const byAppKind: { readonly [kind: string]: Finder } = { s: findSpace, c: findCollection, openapi: findSpec };

/** Undefined: the path names nothing of this sort. */
export function targetOfPath(context: Context, organization: string, path: string): FoundTarget | undefined {
  const [folder = '', name = '', ...more] = path.split('/');
  if (name === '' || more.length > 0 || !Object.hasOwn(byFolder, folder)) return undefined;
  return byFolder[folder]?.(context, organization, name);
}

/** What an address of the application opens; undefined where it is none, or opens nothing that is there. */
export function targetOfAppPath(context: Context, organization: string, pathname: string): OrganizationTarget | undefined {
  const [, home, kind = '', name = ''] = /^\/o\/([^/]+)\/([a-z]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (home !== organization || !Object.hasOwn(byAppKind, kind)) return undefined;
  const found = byAppKind[kind]?.(context, organization, name);
  return found?.exists ? found.target : undefined;
}
