/** Links in content: finds them in pages, resolves them, and shows their targets as far as the caller can see them. */
import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { ContentReferenceDetail, LinksList } from '../../contract/2025-06/change-request-content.ts';
import { listSpaceLinks } from '../../contract/2025-06/spaces.ts';
import { mapPage, type PageRequest, pageOfItems } from '../http/pages.ts';
import { defined } from '../rules/answers.ts';
import type { Context } from '../rules/context.ts';
import { findNamed, requireObject } from '../rules/objects.ts';
import { inSpace, resource, route } from '../rules/resource.ts';
import { isVisible } from '../rules/rights.ts';
import { openApiSpecAnswer } from './openapi-specification.ts';
import { organizationAnswer } from './organization.ts';
import { userAnswer } from './people.ts';
import type { Content, PlacedPage } from './revision.ts';
import * as revision from './revision.ts';
import { collectionAnswer, spaceAnswer } from './space.ts';

type Reference = Static<typeof ContentReferenceDetail>;

type Links = Static<typeof LinksList>;

/** Undefined if the object does not exist, or the caller cannot see it. */
type Refer = (around: Surroundings) => Reference | undefined;

interface FoundLink {
  id: string;
  status: 'ok' | 'broken' | 'in-app';
  /** A page depends on its images, and refers to everything else. */
  relation: 'reference' | 'dependsOn';
  refer: Refer;
  locations: readonly PlacedPage[];
}

type Resolved = Pick<FoundLink, 'status' | 'refer'> & { key: string };

const appHost = 'app.example.com';

export function linksOf(
  context: Context,
  content: Content,
  pages: readonly PlacedPage[] = revision.pagesDepthFirst(content.revision.pages),
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

function fileKey(id: string) {
  return `file ${id}`;
}

export function backlinksOf(context: Context, content: Content, fileId: string): PlacedPage[] {
  const ids = (['reference', 'dependsOn'] as const).map((relation) => linkId(relation, fileKey(fileId)));
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

function resolve(context: Context, content: Content, from: PlacedPage, address: string): Resolved {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return resolveUrl(context, content, address);
  if (address.startsWith('#')) return { key: `page ${from.page.id}`, status: 'ok', refer: toPage(content, from) };
  return resolvePath(context, content, normalized(from, address));
}

const withoutGit = { metadata: false };

function toPage(content: Content, placed: PlacedPage) {
  return (around: Surroundings) => ({
    kind: 'page',
    ...around,
    page: revision.pageAnswer(content, placed, withoutGit),
  });
}

function resolveUrl(context: Context, content: Content, url: string): Resolved {
  const refer = () => ({ kind: 'url', url });
  const key = `url ${url}`;
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  if (!URL.canParse(absolute)) return { key, status: 'broken', refer };
  const { host, pathname } = new URL(absolute);
  if (host !== appHost) return { key, status: 'ok', refer };
  const [, home, kind = '', name = ''] = /^\/o\/([^/]+)\/([a-z]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  const target = home === content.space.scope ? byAppKind.get(kind)?.(context, content, name) : undefined;
  return { key, status: 'in-app', refer: target ?? refer };
}

/** Resolves an id (`/pages/…`, `/files/…`), a path in the content, or an object of the organization. */
function resolvePath(context: Context, content: Content, path: string): Resolved {
  const { pages, files } = content.revision;
  const wanted = path.replace(/(^|\/)README\.md$|\.md$/, '');
  const placed = revision.pagesDepthFirst(pages).find((one) => path === `pages/${one.page.id}` || one.path === wanted);
  if (placed) return { key: `page ${placed.page.id}`, status: 'ok', refer: toPage(content, placed) };
  const file = files.find(({ id, name }) => path === `files/${id}` || path === `${revision.filesFolder}/${name}`);
  if (file) {
    const answer = () => revision.fileAnswer(content, file, withoutGit);
    return { key: fileKey(file.id), status: 'ok', refer: (around) => ({ kind: 'file', ...around, file: answer() }) };
  }
  const [folder = '', name = '', ...more] = path.split('/');
  const refer = more.length > 0 ? undefined : byFolder.get(folder)?.(context, content, name);
  return refer ? { key: path, status: 'ok', refer } : { key: path, status: 'broken', refer: () => undefined };
}

/** Relative to the root of the content. A page with subpages is the README of its own folder. */
function normalized(from: PlacedPage, address: string) {
  const [plain = ''] = address.split(/[?#]/, 1);
  const folder = from.page.pages.length > 0 ? from.path : from.path.split('/').slice(0, -1).join('/');
  const parts: string[] = [];
  for (const part of (plain.startsWith('/') ? plain : `${folder}/${plain}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(decoded(part));
  }
  return parts.join('/');
}

function decoded(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Undefined if there is no such object. */
type Finder = (context: Context, content: Content, name: string) => Refer | undefined;

const findSpace: Finder = (context, content, id) => {
  const space = context.store.find('space', id);
  if (space?.scope !== content.space.scope) return undefined;
  return ({ organization }) =>
    isVisible(context, space) ? { kind: 'space', organization, space: spaceAnswer(context, space) } : undefined;
};

const findCollection: Finder = (context, content, id) => {
  const row = context.store.find('collection', id);
  if (row?.scope !== content.space.scope) return undefined;
  return ({ organization }) =>
    isVisible(context, row)
      ? { kind: 'collection', organization, collection: collectionAnswer(context, row) }
      : undefined;
};

const findUser: Finder = (context, { space: { scope } }, id) =>
  context.store.find('member', id, scope) && (() => ({ kind: 'user', user: userAnswer(context, scope, id) }));

const findSpec: Finder = (context, { space }, slug) => {
  const spec = findNamed(context, 'openapi-spec', space.scope, slug);
  return (
    spec && (({ organization }) => ({ kind: 'openapi', organization, openAPISpec: openApiSpecAnswer(context, spec) }))
  );
};

const findReusable: Finder = (_, { revision: { reusableContents = [] } }, id) => {
  const found = reusableContents.find((one) => one.id === id);
  const answer = found && revision.reusableContentAnswer(found, withoutGit);
  return answer && ((around) => ({ kind: 'reusable-content', ...around, reusableContent: answer }));
};

/** By the first part of a path, such as `/spaces/{id}`. */
const byFolder: ReadonlyMap<string, Finder> = new Map([
  ['spaces', findSpace],
  ['collections', findCollection],
  ['users', findUser],
  ['openapi', findSpec],
  ['reusable-contents', findReusable],
]);

/** By the kind in a URL of the application, such as `https://app.example.com/o/{organization}/s/{id}`. */
const byAppKind: ReadonlyMap<string, Finder> = new Map([
  ['s', findSpace],
  ['c', findCollection],
  ['openapi', findSpec],
]);

export function linksAnswer(
  context: Context,
  content: Content,
  links: readonly FoundLink[],
  query: PageRequest & { status?: FoundLink['status'] },
): Links {
  const around = surroundings(context, content);
  const listed = links.filter(({ status }) => status === (query.status ?? status));
  const page = mapPage(pageOfItems(listed, query), ({ status, relation, refer, locations }) =>
    defined({
      status,
      relation,
      targetReference: refer(around),
      locationReferences: locations.map((placed) => toPage(content, placed)(around)),
    }),
  );
  return { ...page, stats: linkStatistics(context, content, links) };
}

/** Counts all links, not only those of the page. `changeRequest` counts the broken links that the space does not have. */
function linkStatistics(context: Context, { space, changeRequest }: Content, links: readonly FoundLink[]) {
  const brokenOf = (all: readonly FoundLink[]) => all.flatMap(({ id, status }) => (status === 'broken' ? [id] : []));
  const broken = brokenOf(links);
  const known = new Set(
    changeRequest === undefined ? broken : brokenOf(linksOf(context, revision.contentOf(context, { space }))),
  );
  const added = broken.filter((id) => !known.has(id));
  return { total: links.length, broken: { total: broken.length, changeRequest: added.length } };
}

export function pageReferences(context: Context, content: Content): (placed: PlacedPage) => Reference {
  const around = surroundings(context, content);
  return (placed) => toPage(content, placed)(around);
}

type Surroundings = ReturnType<typeof surroundings>;

/** References contain only the id of the revision. */
function surroundings(context: Context, { id, space, changeRequest }: Content) {
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

export const links = resource({
  routes: [
    route(listSpaceLinks, inSpace('read'), ({ context, row: space, query }) => {
      const content = revision.contentOf(context, { space });
      return linksAnswer(context, content, linksOf(context, content), query);
    }),
  ],
});
