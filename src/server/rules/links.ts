/** Finds links in pages, and resolves them. */
import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import {
  type Content,
  type FileRecord,
  filesFolder,
  type PlacedPage,
  pagesDepthFirst,
  type ReusableContentRecord,
} from '../resources/revision.ts';
import { isVisible } from './access.ts';
import { uniqueKey } from './objects.ts';

export type LinkTarget =
  | { kind: 'page'; page?: PlacedPage }
  | { kind: 'file'; file?: FileRecord }
  | { kind: 'reusable-content'; reusableContent?: ReusableContentRecord }
  | { kind: 'url'; url: string }
  | OrganizationTarget;

export interface FoundLink {
  id: string;
  status: 'ok' | 'broken' | 'in-app';
  /** A page depends on its images, and refers to everything else. */
  relation: 'reference' | 'dependsOn';
  target: LinkTarget;
  locations: readonly PlacedPage[];
}

type Resolved = Pick<FoundLink, 'status' | 'target'> & { key: string };

const appHost = 'app.example.com';

export function linksOf(
  context: Context,
  content: Content,
  pages: readonly PlacedPage[] = pagesDepthFirst(content.revision.pages),
): FoundLink[] {
  const found = new Map<string, FoundLink>();
  for (const location of pages) {
    for (const { relation, address } of urlsIn(location.page.markdown ?? '')) {
      const { key, status, target } = resolve(context, content, location, address);
      const id = createHash('sha1').update(`${relation} ${key}`).digest('hex');
      const locations = found.get(id)?.locations ?? [];
      found.set(id, {
        id,
        status,
        relation,
        target,
        locations: locations.includes(location) ? locations : [...locations, location],
      });
    }
  }
  return [...found.values()];
}

export function backlinksOf(context: Context, content: Content, fileId: string): PlacedPage[] {
  const pages = linksOf(context, content).flatMap(({ target, locations }) =>
    target.kind === 'file' && target.file?.id === fileId ? locations : [],
  );
  return [...new Set(pages)];
}

function urlsIn(markdown: string): { relation: FoundLink['relation']; address: string }[] {
  const prose = markdown.replace(/```[\s\S]*?(?:```|$)/g, '').replace(/`[^`\n]*`/g, '');
  const pattern = /(!?)\[[^[\]\n]*\]\((?:<([^<>\n]*)>|([^\s()]+))(?:\s+"[^"\n]*")?\)/g;
  return [...prose.matchAll(pattern)].map(([, mark, bracketed, bare]) => ({
    relation: mark === '!' ? ('dependsOn' as const) : ('reference' as const),
    address: bracketed ?? bare ?? '',
  }));
}

function resolve(context: Context, content: Content, from: PlacedPage, address: string): Resolved {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return resolveUrl(context, content, address);
  if (address.startsWith('#'))
    return { key: `page ${from.page.id}`, status: 'ok', target: { kind: 'page', page: from } };
  return resolveWithin(context, content, from, address);
}

function resolveUrl(context: Context, { space }: Content, address: string): Resolved {
  const target = { kind: 'url' as const, url: address };
  const key = `url ${address}`;
  const absolute = address.startsWith('//') ? `https:${address}` : address;
  if (!URL.canParse(absolute)) return { key, status: 'broken', target };
  const { host, pathname } = new URL(absolute);
  if (host !== appHost) return { key, status: 'ok', target };
  return { key, status: 'in-app', target: targetOfAppPath(context, space.scope, pathname) ?? target };
}

/** Resolves an id (`/pages/…`, `/files/…`), a path relative to the folder of the page, or an object of the organization. */
function resolveWithin(context: Context, content: Content, from: PlacedPage, address: string): Resolved {
  const path = normalized(from, address);
  const pages = pagesDepthFirst(content.revision.pages);
  const wanted = path.replace(/(^|\/)README\.md$|\.md$/, '');
  const page = pages.find((one) => path === `pages/${one.page.id}` || one.path === wanted);
  if (page) return { key: `page ${page.page.id}`, status: 'ok', target: { kind: 'page', page } };
  const file = content.revision.files.find(
    ({ id, name }) => path === `files/${id}` || path === `${filesFolder}/${name}`,
  );
  if (file) return { key: `file ${file.id}`, status: 'ok', target: { kind: 'file', file } };
  const reused = /^reusable-contents\/([^/]+)$/.exec(path)?.[1];
  if (reused !== undefined) return resolveReusable(content, reused);
  const found = targetOfPath(context, content.space.scope, path);
  if (found) return { key: path, status: found.exists ? 'ok' : 'broken', target: found.target };
  return { key: `missing ${path}`, status: 'broken', target: { kind: 'page' } };
}

function resolveReusable({ revision }: Content, id: string): Resolved {
  const key = `reusable-content ${id}`;
  const reusableContent = revision.reusableContents?.find((one) => one.id === id);
  if (reusableContent === undefined) return { key, status: 'broken', target: { kind: 'reusable-content' } };
  return { key, status: 'ok', target: { kind: 'reusable-content', reusableContent } };
}

/** Relative to the root of the content. A page with subpages is the README of its own folder. */
function normalized(from: PlacedPage, address: string): string {
  const [plain = ''] = address.split(/[?#]/, 1);
  const folder = from.page.pages.length > 0 ? from.path : from.path.split('/').slice(0, -1).join('/');
  const parts: string[] = [];
  for (const part of (plain.startsWith('/') ? plain : `${folder}/${plain}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(decoded(part));
  }
  return parts.join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Without a row, the object does not exist or the caller cannot see it. */
export type OrganizationTarget =
  | { kind: 'space'; space?: Row<'space'> }
  | { kind: 'collection'; collection?: Row<'collection'> }
  | { kind: 'user'; user?: string }
  | { kind: 'openapi'; spec?: Row<'openapi-spec'> };

export interface FoundTarget {
  exists: boolean;
  target: OrganizationTarget;
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
  return {
    exists,
    target: exists && isVisible(context, collection) ? { kind: 'collection', collection } : { kind: 'collection' },
  };
};

const findUser: Finder = ({ store }, organization, id) => {
  const exists = store.find('member', id, organization) !== undefined;
  return { exists, target: exists ? { kind: 'user', user: id } : { kind: 'user' } };
};

const findSpec: Finder = ({ store }, organization, slug) => {
  const holder = store.findByKey(uniqueKey('openapi-spec', organization, slug));
  const spec = holder && store.find('openapi-spec', holder.id);
  return { exists: spec !== undefined, target: spec === undefined ? { kind: 'openapi' } : { kind: 'openapi', spec } };
};

/** By the first part of a path, such as `/spaces/{id}`. */
const byFolder: { [folder: string]: Finder } = {
  spaces: findSpace,
  collections: findCollection,
  users: findUser,
  openapi: findSpec,
};

/** By the kind in a URL of the application, such as `https://app.example.com/o/{organization}/s/{id}`. */
const byAppKind: { [kind: string]: Finder } = { s: findSpace, c: findCollection, openapi: findSpec };

function targetOfPath(context: Context, organization: string, path: string): FoundTarget | undefined {
  const [folder = '', name = '', ...more] = path.split('/');
  if (name === '' || more.length > 0 || !Object.hasOwn(byFolder, folder)) return undefined;
  return byFolder[folder]?.(context, organization, name);
}

function targetOfAppPath(context: Context, organization: string, pathname: string): OrganizationTarget | undefined {
  const [, home, kind = '', name = ''] = /^\/o\/([^/]+)\/([a-z]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (home !== organization || !Object.hasOwn(byAppKind, kind)) return undefined;
  const found = byAppKind[kind]?.(context, organization, name);
  return found?.exists ? found.target : undefined;
}
