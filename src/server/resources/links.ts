/** Links in content: finds them in pages, resolves them, and shows their targets as far as the caller can see them. */
import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { ContentReferenceDetail, LinksList } from '../../contract/change-request-content.ts';
import { listSpaceLinks } from '../../contract/spaces.ts';
import { defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import { inSpace, resource, route } from '../resource.ts';
import { isVisible } from '../rules/access.ts';
import { requireObject, uniqueKey } from '../rules/objects.ts';
import { collectionAnswer } from './collection.ts';
import { userAnswer } from './member.ts';
import { openApiSpecAnswer } from './openapi-specification.ts';
import { organizationAnswer } from './organization.ts';
import * as revision from './revision.ts';
import { spaceAnswer } from './space.ts';

type Reference = Static<typeof ContentReferenceDetail>;

type Links = Static<typeof LinksList>;

/** Undefined if the object does not exist, or the caller cannot see it. */
type Refer = (around: Surroundings) => Reference | undefined;

export interface FoundLink {
  id: string;
  status: 'ok' | 'broken' | 'in-app';
  /** A page depends on its images, and refers to everything else. */
  relation: 'reference' | 'dependsOn';
  refer: Refer;
  locations: readonly revision.PlacedPage[];
}

type Resolved = Pick<FoundLink, 'status' | 'refer'> & { key: string };

const appHost = 'app.example.com';

export function linksOf(
  context: Context,
  content: revision.Content,
  pages: readonly revision.PlacedPage[] = revision.pagesDepthFirst(content.revision.pages),
): FoundLink[] {
  const found = new Map<string, FoundLink>();
  for (const location of pages) {
    for (const { relation, address } of urlsIn(location.page.markdown ?? '')) {
      const { key, ...resolved } = resolve(context, content, location, address);
      const id = linkId(relation, key);
      const known = found.get(id)?.locations ?? [];
      const locations = known.includes(location) ? known : [...known, location];
      found.set(id, { id, ...resolved, relation, locations });
    }
  }
  return [...found.values()];
}

function linkId(relation: FoundLink['relation'], key: string): string {
  return createHash('sha1').update(`${relation} ${key}`).digest('hex');
}

export function backlinksOf(context: Context, content: revision.Content, fileId: string): revision.PlacedPage[] {
  const ids = (['reference', 'dependsOn'] as const).map((relation) => linkId(relation, `file ${fileId}`));
  const links = linksOf(context, content).filter(({ id }) => ids.includes(id));
  return [...new Set(links.flatMap(({ locations }) => locations))];
}

function urlsIn(markdown: string): { relation: FoundLink['relation']; address: string }[] {
  const prose = markdown.replace(/```[\s\S]*?(?:```|$)/g, '').replace(/`[^`\n]*`/g, '');
  const pattern = /(!?)\[[^[\]\n]*\]\((?:<([^<>\n]*)>|([^\s()]+))(?:\s+"[^"\n]*")?\)/g;
  return [...prose.matchAll(pattern)].map(([, mark, bracketed, bare]) => ({
    relation: mark === '!' ? ('dependsOn' as const) : ('reference' as const),
    address: bracketed ?? bare ?? '',
  }));
}

function resolve(context: Context, content: revision.Content, from: revision.PlacedPage, address: string): Resolved {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return resolveUrl(context, content, address);
  if (address.startsWith('#')) return { key: `page ${from.page.id}`, status: 'ok', refer: toPage(content, from) };
  return resolveWithin(context, content, from, address);
}

const withoutGit = { metadata: false };

function pageReference(around: Surroundings, content: revision.Content, placed: revision.PlacedPage): Reference {
  return { kind: 'page', ...around, page: revision.pageAnswer(content, placed, withoutGit) };
}

function toPage(content: revision.Content, placed: revision.PlacedPage): Refer {
  return (around) => pageReference(around, content, placed);
}

function resolveUrl(context: Context, { space }: revision.Content, url: string): Resolved {
  const refer = () => ({ kind: 'url', url });
  const key = `url ${url}`;
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  if (!URL.canParse(absolute)) return { key, status: 'broken', refer };
  const { host, pathname } = new URL(absolute);
  if (host !== appHost) return { key, status: 'ok', refer };
  return { key, status: 'in-app', refer: targetOfAppPath(context, space.scope, pathname) ?? refer };
}

/** Resolves an id (`/pages/…`, `/files/…`), a path relative to the folder of the page, or an object of the organization. */
function resolveWithin(
  context: Context,
  content: revision.Content,
  from: revision.PlacedPage,
  address: string,
): Resolved {
  const path = normalized(from, address);
  const { pages, files } = content.revision;
  const wanted = path.replace(/(^|\/)README\.md$|\.md$/, '');
  const placed = revision.pagesDepthFirst(pages).find((one) => path === `pages/${one.page.id}` || one.path === wanted);
  if (placed) return { key: `page ${placed.page.id}`, status: 'ok', refer: toPage(content, placed) };
  const file = files.find(({ id, name }) => path === `files/${id}` || path === `${revision.filesFolder}/${name}`);
  if (file) {
    const refer: Refer = (around) => ({
      ...{ kind: 'file', ...around },
      file: revision.fileAnswer(content, file, withoutGit),
    });
    return { key: `file ${file.id}`, status: 'ok', refer };
  }
  const reused = /^reusable-contents\/([^/]+)$/.exec(path)?.[1];
  if (reused !== undefined) return resolveReusable(content, reused);
  const found = targetOfPath(context, content.space.scope, path);
  if (found) return { key: path, status: found.exists ? 'ok' : 'broken', refer: found.refer };
  return { key: `missing ${path}`, status: 'broken', refer: () => undefined };
}

function resolveReusable({ revision: { reusableContents = [] } }: revision.Content, id: string): Resolved {
  const key = `reusable-content ${id}`;
  const found = reusableContents.find((one) => one.id === id);
  if (found === undefined) return { key, status: 'broken', refer: () => undefined };
  const reusableContent = revision.reusableContentAnswer(found, withoutGit);
  return { key, status: 'ok', refer: (around) => ({ kind: 'reusable-content', ...around, reusableContent }) };
}

/** Relative to the root of the content. A page with subpages is the README of its own folder. */
function normalized(from: revision.PlacedPage, address: string): string {
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

interface FoundTarget {
  exists: boolean;
  refer: Refer;
}

type Finder = (context: Context, organization: string, name: string) => FoundTarget;

const findSpace: Finder = (context, home, id) => {
  const space = context.store.find('space', id);
  const exists = space?.scope === home;
  const isShown = exists && isVisible(context, space);
  return {
    exists,
    refer: ({ organization }) =>
      isShown ? { kind: 'space', organization, space: spaceAnswer(context, space) } : undefined,
  };
};

const findCollection: Finder = (context, home, id) => {
  const row = context.store.find('collection', id);
  const exists = row?.scope === home;
  const isShown = exists && isVisible(context, row);
  return {
    exists,
    refer: ({ organization }) =>
      isShown ? { kind: 'collection', organization, collection: collectionAnswer(context, row) } : undefined,
  };
};

const findUser: Finder = (context, home, id) => {
  const exists = context.store.find('member', id, home) !== undefined;
  return { exists, refer: () => (exists ? { kind: 'user', user: userAnswer(context, home, id) } : undefined) };
};

const findSpec: Finder = (context, home, slug) => {
  const holder = context.store.findByKey(uniqueKey('openapi-spec', home, slug));
  const spec = holder && context.store.find('openapi-spec', holder.id);
  return {
    exists: spec !== undefined,
    refer: ({ organization }) =>
      spec && { kind: 'openapi', organization, openAPISpec: openApiSpecAnswer(context, spec) },
  };
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

function targetOfAppPath(context: Context, organization: string, pathname: string): Refer | undefined {
  const [, home, kind = '', name = ''] = /^\/o\/([^/]+)\/([a-z]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (home !== organization || !Object.hasOwn(byAppKind, kind)) return undefined;
  const found = byAppKind[kind]?.(context, organization, name);
  return found?.exists ? found.refer : undefined;
}

/** Counts all links, not only those of the page. `changeRequest` counts the broken links that the space does not have. */
export function linkStatistics(
  context: Context,
  content: revision.Content,
  links: readonly FoundLink[],
): Links['stats'] {
  const broken = links.filter(({ status }) => status === 'broken');
  const { space, changeRequest } = content;
  if (changeRequest === undefined) return { total: links.length, broken: { total: broken.length, changeRequest: 0 } };
  const known = new Set(
    linksOf(context, revision.contentOf(context, { space })).flatMap(({ id, status }) =>
      status === 'broken' ? [id] : [],
    ),
  );
  return {
    total: links.length,
    broken: { total: broken.length, changeRequest: broken.filter(({ id }) => !known.has(id)).length },
  };
}

export function pageReferences(
  context: Context,
  content: revision.Content,
): (placed: revision.PlacedPage) => Reference {
  const around = surroundings(context, content);
  return (placed) => pageReference(around, content, placed);
}

type Surroundings = ReturnType<typeof surroundings>;

/** References contain only the id of the revision. */
function surroundings(context: Context, { id, space, changeRequest }: revision.Content) {
  return {
    organization: organizationAnswer(context, requireObject(context, 'organization', space.scope)),
    space: spaceAnswer(context, space),
    versionContext:
      changeRequest === undefined
        ? { type: 'revision', revision: { object: 'revision', id } }
        : {
            type: 'changeRequest',
            changeRequest: {
              object: 'change-request',
              id: changeRequest.id,
              number: changeRequest.data.number,
              revision: id,
            },
          },
  };
}

export function linkAnswers(context: Context, content: revision.Content): (link: FoundLink) => Links['items'][number] {
  const pageReference = pageReferences(context, content);
  const around = surroundings(context, content);
  return ({ status, relation, refer, locations }) =>
    defined({
      status,
      relation,
      targetReference: refer(around),
      locationReferences: locations.map(pageReference),
    });
}

export const links = resource({
  routes: [
    route(listSpaceLinks, inSpace('read'), ({ context, row: space, query }) => {
      const content = revision.contentOf(context, { space });
      const links = linksOf(context, content);
      const listed = query.status === undefined ? links : links.filter(({ status }) => status === query.status);
      return {
        ...mapPage(pageOfItems(listed, query), linkAnswers(context, content)),
        stats: linkStatistics(context, content, links),
      };
    }),
  ],
});
