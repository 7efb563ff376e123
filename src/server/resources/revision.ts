/** Revisions: the content of a space or change request at one time. */

import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { File, Page, Revision } from '../../contract/2025-06/change-request-content.ts';
import { notFound } from '../http/errors.ts';
import { appUrl, defined, shownOf } from '../rules/answers.ts';
import type { Context } from '../rules/context.ts';
import { type FixtureContext, requestContext } from '../rules/fixture-context.ts';
import { requireFormat } from '../rules/markdown.ts';
import { addObject } from '../rules/objects.ts';
import { resource } from '../rules/resource.ts';
import type { Row, Shown } from '../store/records.ts';

export interface PageRecord extends Shown {
  id: string;
  title: string;
  type: 'document' | 'group' | 'computed';
  slug: string;
  emoji?: string;
  description?: string;
  createdAt: string;
  updatedAt: string;
  markdown?: string;
  hidden?: boolean;
  spec?: string;
  pages: readonly PageRecord[];
}

export interface FileRecord {
  id: string;
  name: string;
  contentType: string;
  size: number;
  /** In pixels. Only images have dimensions. */
  dimensions?: { width: number; height: number };
}

export interface ReusableContentRecord {
  id: string;
  title: string;
  markdown: string;
}

/** Never changes; an edit creates another revision. */
export interface RevisionRecord {
  /** Only for content from a Git repository. */
  source?: { url: string; ref: string };
  parents: readonly string[];
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  message: string;
  createdAt: string;
  pages: readonly PageRecord[];
  files: readonly FileRecord[];
  reusableContents?: readonly ReusableContentRecord[];
}

declare module '../store/records.ts' {
  interface Records {
    revision: RevisionRecord;
  }
}

export interface FixtureText extends Pick<RevisionRecord, 'reusableContents' | 'source'> {
  pages: readonly FixturePage[];
  files: readonly Omit<FileRecord, 'id'>[];
}

interface FixturePage extends Omit<PageRecord, 'id' | 'createdAt' | 'updatedAt' | 'pages'> {
  pages?: readonly FixturePage[];
}

const reusableFolder = '.reusable';

interface Flags {
  metadata?: boolean;
  computed?: boolean;
}

type PageAnswer = Static<typeof Page>;

export function pageTree(content: Content, flags: Flags): PageAnswer[] {
  return content.revision.pages.map((page) => pageAnswer(content, { page, path: page.slug }, flags));
}

/** A page as a document has only a `documentId`, because the contract has no field for the nodes of a page. */
export function pageWithText(
  context: Context,
  content: Content,
  placed: PlacedPage,
  query: Flags & { format?: string },
): PageAnswer {
  const isDocument = requireFormat(query.format) === 'document';
  const markdown = isDocument ? undefined : pageMarkdown(context, content, placed.page, query);
  return { ...pageAnswer(content, placed, query), ...defined({ markdown }) };
}

function pageMarkdown(context: Context, { space }: Content, page: PageRecord, { computed }: Flags) {
  if (page.type === 'group') return undefined;
  if (page.type !== 'computed') return page.markdown ?? '';
  if (computed === false) return undefined;
  const spec = context.store.inScope('openapi-spec', space.scope).find(({ data }) => data.slug === page.spec);
  const source = spec === undefined ? 'No such specification.' : `Version ${spec.data.lastVersion}.`;
  return `# ${page.title}\n\nSpecification ${page.spec ?? ''}. ${source}`;
}

function computedFrom(spec: string) {
  const dependencies = { spec: { ref: { kind: 'openapi', spec } } };
  return { type: 'builtin:openapi', dependencies, props: { models: true } };
}

function appOf({ space, changeRequest }: Content) {
  const address = appUrl(space.scope, 's', space.id);
  return changeRequest === undefined ? address : `${address}/~/changes/${changeRequest.data.number}`;
}

/** Looks like a Git object id, and depends only on the parts. */
function gitId(...parts: readonly string[]) {
  return createHash('sha1').update(parts.join('\n')).digest('hex');
}

export const filesFolder = '.assets';

export interface ContentPlace {
  space: Row<'space'>;
  changeRequest?: Row<'change-request'>;
}

export interface Content extends ContentPlace {
  id: string;
  revision: RevisionRecord;
}

export interface PlacedPage {
  page: PageRecord;
  path: string;
}

/** A new space has an empty revision. */
export function contentOf({ store }: Context, place: ContentPlace): Content {
  const { revision: id, createdAt } = (place.changeRequest ?? place.space).data;
  const empty: RevisionRecord = { parents: [], type: 'edits', message: '', createdAt, pages: [], files: [] };
  return { ...place, id, revision: store.find('revision', id, place.space.id)?.data ?? empty };
}

export function addRevision(context: Context, space: string, data: RevisionRecord, id?: string): string {
  return addObject(context, 'revision', { parent: space, ...(id === undefined ? {} : { id }) }, data).id;
}

export function copyContent(context: Context, original: Row<'space'>, copy: Row<'space'>): void {
  const from = context.store.find('revision', original.data.revision, original.id);
  if (from) addRevision(context, copy.id, { ...from.data, parents: [], createdAt: context.now }, copy.data.revision);
}

export function pagesDepthFirst(pages: readonly PageRecord[], above = ''): PlacedPage[] {
  return pages.flatMap((page) => {
    const path = above === '' ? page.slug : `${above}/${page.slug}`;
    return [{ page, path }, ...pagesDepthFirst(page.pages, path)];
  });
}

export function findPage({ revision }: Content, id: string): PlacedPage | undefined {
  return pagesDepthFirst(revision.pages).find(({ page }) => page.id === id);
}

/** `path`: with or without slashes at both ends. */
export function requirePageAt({ revision }: Content, path: string): PlacedPage {
  const wanted = path.replace(/^\/+|\/+$/g, '');
  const found = pagesDepthFirst(revision.pages).find((page) => page.path === wanted);
  if (found === undefined) throw notFound('page at the path', path);
  return found;
}

export function requirePage(content: Content, id: string): PlacedPage {
  const found = findPage(content, id);
  if (found === undefined) throw notFound('page', id);
  return found;
}

export function requireFile({ revision }: Content, id: string): FileRecord {
  const found = revision.files.find((file) => file.id === id);
  if (found === undefined) throw notFound('file', id);
  return found;
}

export function revisionAnswer(content: Content, flags: Flags): Static<typeof Revision> {
  const { id, revision } = content;
  const { parents, type, message, createdAt, files, source, reusableContents = [] } = revision;
  return {
    object: 'revision' as const,
    id,
    type,
    createdAt,
    parents: [...parents],
    pages: pageTree(content, flags),
    files: files.map((file) => fileAnswer(content, file, flags)),
    reusableContents: reusableContents.map((one) => reusableContentAnswer(one, flags)),
    ...git(flags, { oid: gitId(id), message, createdByService: source === undefined, ...source }),
    urls: { app: appOf(content) },
  };
}

function git<T>({ metadata }: Flags, entry: T) {
  return metadata === false ? {} : { git: entry };
}

const layout = {
  cover: true,
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  coverSize: 'hero',
};

export function pageAnswer(content: Content, { page, path }: PlacedPage, flags: Flags): PageAnswer {
  const { markdown = '', spec = '', shown: _, pages, ...own } = page;
  const { id, title, type } = own;
  const isComputed = type === 'computed';
  const text = JSON.stringify([title, markdown]);
  return defined({
    ...own,
    urls: { app: `${appOf(content)}/${id}` },
    path,
    documentId: type === 'group' || (isComputed && flags.computed === false) ? undefined : gitId(id, text).slice(0, 20),
    pages: pages.map((child) => pageAnswer(content, { page: child, path: `${path}/${child.slug}` }, flags)),
    ...git(flags, { oid: gitId(text), path: pages.length > 0 ? `${path}/README.md` : `${path}.md` }),
    layout,
    ...shownOf<PageAnswer>(page),
    ...(isComputed ? { computed: computedFrom(spec), computedSeed: gitId(id, spec) } : {}),
  });
}

export function fileAnswer({ space }: Content, file: FileRecord, flags: Flags): Static<typeof File> {
  const { id, name } = file;
  return {
    ...file,
    downloadURL: `https://files.example.com/${space.id}/${id}/${encodeURIComponent(name)}`,
    ...git(flags, { oid: gitId(id), path: `${filesFolder}/${name}` }),
  };
}

export function reusableContentAnswer({ id, title, markdown }: ReusableContentRecord, flags: Flags) {
  const entry = { oid: gitId(title, markdown), path: `${reusableFolder}/${id}.md` };
  return { id, title, document: gitId(id, markdown).slice(0, 20), ...git(flags, entry) };
}

function pageOf(context: Context, { pages = [], ...page }: FixturePage): PageRecord {
  const times = { createdAt: context.now, updatedAt: context.now };
  return { id: context.newId(), ...page, ...times, pages: pages.map((child) => pageOf(context, child)) };
}

export function loadRevision(
  fixture: FixtureContext,
  space: string,
  { pages, files, reusableContents, source }: FixtureText,
  parents: readonly string[],
  id?: string,
): string {
  const context = requestContext(fixture);
  const data = {
    parents,
    type: 'edits' as const,
    message: 'First words',
    createdAt: context.now,
    pages: pages.map((page) => pageOf(context, page)),
    files: files.map((file): FileRecord => ({ ...file, id: context.newId() })),
    ...defined({ reusableContents, source }),
  };
  return addRevision(context, space, data, id);
}

export const revisions = resource({
  fixtureFields: { content: ['pages', 'files', 'reusableContents', 'source', 'comments', 'changeRequests'] },
  routes: [],
});
