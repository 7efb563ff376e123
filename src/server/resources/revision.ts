/** Revisions: the content of a space or change request at one time. */

import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { File, Page, Revision } from '../../contract/change-request-content.ts';
import { appUrl, defined, shownOf } from '../answers.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { type FixtureContext, requestContext } from '../fixture/context.ts';
import type { Row, Shown } from '../records.ts';
import { resource } from '../resource.ts';
import { requireFormat } from '../rules/markdown.ts';
import { addObject } from '../rules/objects.ts';

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

declare module '../records.ts' {
  interface Records {
    revision: RevisionRecord;
  }
}

export interface FixtureText {
  pages: readonly FixturePage[];
  files: readonly Omit<FileRecord, 'id'>[];
  reusableContents?: readonly ReusableContentRecord[];
  source?: RevisionRecord['source'];
}

export interface FixturePage
  extends Pick<
    PageRecord,
    'title' | 'slug' | 'type' | 'emoji' | 'description' | 'markdown' | 'spec' | 'hidden' | 'shown'
  > {
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
  const answer = pageAnswer(content, placed, query);
  const markdown =
    requireFormat(query.format) === 'document' ? undefined : pageMarkdown(context, content, placed.page, query);
  return markdown === undefined ? answer : { ...answer, markdown };
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
  return {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec } } },
    props: { models: true },
  };
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
  const { id, createdAt } =
    place.changeRequest === undefined
      ? { id: place.space.data.revision, createdAt: place.space.data.createdAt }
      : { id: place.changeRequest.data.revision, createdAt: place.changeRequest.data.createdAt };
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
  const git =
    flags.metadata === false
      ? undefined
      : { oid: gitId(id), message, createdByService: source === undefined, ...source };
  return defined({
    object: 'revision' as const,
    id,
    parents: [...parents],
    pages: pageTree(content, flags),
    files: files.map((file) => fileAnswer(content, file, flags)),
    reusableContents: reusableContents.map((one) => reusableContentAnswer(one, flags)),
    createdAt,
    git,
    urls: { app: appOf(content) },
    type,
  });
}

export function pageAnswer(content: Content, { page, path }: PlacedPage, flags: Flags): PageAnswer {
  const { id, title, emoji, createdAt, updatedAt, type, slug, description, hidden, spec } = page;
  const isComputed = type === 'computed';
  const isFolder = page.pages.length > 0;
  const text = JSON.stringify([title, page.markdown ?? '']);
  return defined({
    id,
    title,
    emoji,
    createdAt,
    updatedAt,
    type,
    urls: { app: `${appOf(content)}/${id}` },
    slug,
    path,
    description,
    documentId: type === 'group' || (isComputed && flags.computed === false) ? undefined : gitId(id, text).slice(0, 20),
    pages: page.pages.map((child) => pageAnswer(content, { page: child, path: `${path}/${child.slug}` }, flags)),
    git:
      flags.metadata === false ? undefined : { oid: gitId(text), path: isFolder ? `${path}/README.md` : `${path}.md` },
    hidden,
    layout: {
      cover: true,
      title: true,
      description: true,
      tableOfContents: true,
      outline: true,
      pagination: true,
      coverSize: 'hero',
    },
    ...shownOf<PageAnswer>(page),
    computed: isComputed ? computedFrom(spec ?? '') : undefined,
    computedSeed: isComputed ? gitId(id, spec ?? '') : undefined,
  });
}

export function fileAnswer({ space }: Content, file: FileRecord, flags: Flags): Static<typeof File> {
  const { id, name, contentType, size, dimensions } = file;
  return defined({
    id,
    name,
    contentType,
    downloadURL: `https://files.example.com/${space.id}/${id}/${encodeURIComponent(name)}`,
    size,
    dimensions,
    git: flags.metadata === false ? undefined : { oid: gitId(id), path: `${filesFolder}/${name}` },
  });
}

export function reusableContentAnswer(
  { id, title, markdown }: ReusableContentRecord,
  flags: Flags,
): NonNullable<Static<typeof Revision>['reusableContents']>[number] {
  const git =
    flags.metadata === false ? undefined : { oid: gitId(title, markdown), path: `${reusableFolder}/${id}.md` };
  return defined({ id, title, document: gitId(id, markdown).slice(0, 20), git });
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
    ...(reusableContents === undefined ? {} : { reusableContents }),
    ...(source === undefined ? {} : { source }),
  };
  return addRevision(context, space, data, id);
}

export const revisions = resource({
  fixtureFields: { content: ['pages', 'files', 'reusableContents', 'source', 'comments', 'changeRequests'] },
  routes: [],
});
