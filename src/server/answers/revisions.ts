/** Revisions, pages and files as the contract shows them. */
import { createHash } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { File, Page, Revision } from '../../contract/revisions.ts';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../content-records.ts';
import type { Context } from '../context.ts';
import { requireFormat } from '../rules/bodies.ts';
import { filesFolder } from '../rules/links.ts';
import type { Content, PlacedPage } from '../rules/revisions.ts';
import { appAddress } from './addresses.ts';
import { defined, shownOf } from './defined.ts';

/** Folder that reusable contents stand in, seen from the root of the content. */
const reusableFolder = '.reusable';

/** What a read leaves out. */
export interface Flags {
  /** false: no git entries. */
  readonly metadata?: boolean;
  /** false: nothing that would have to be computed. */
  readonly computed?: boolean;
}

type PageAnswer = Static<typeof Page>;

export function revisionAnswer(content: Content, flags: Flags): Static<typeof Revision> {
  const { id, revision } = content;
  const { parents, type, message, createdAt, files, source, reusableContents = [] } = revision;
  const git = flags.metadata === false ? undefined : { oid: gitId(id), message, createdByService: source === undefined, ...source };
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

/** The pages at the top, each with those below it. */
export function pageTree(content: Content, flags: Flags): PageAnswer[] {
  return content.revision.pages.map((page) => pageAnswer(content, { page, path: page.slug }, flags));
}

/** One page with its text; as a document it is named by `documentId`, since the contract has no field for the nodes of a page. */
export function pageWithText(
  context: Context,
  content: Content,
  placed: PlacedPage,
  query: Flags & { readonly format?: string },
): PageAnswer {
  const answer = pageAnswer(content, placed, query);
  const markdown = requireFormat(query.format) === 'document' ? undefined : textOf(context, content, placed.page, query);
  return markdown === undefined ? answer : { ...answer, markdown };
}

function textOf(context: Context, { space }: Content, page: PageRecord, { computed }: Flags): string | undefined {
  if (page.type === 'group') return undefined;
  if (page.type !== 'computed') return page.markdown ?? '';
  if (computed === false) return undefined;
  const spec = context.store.inScope('openapi-spec', space.scope).find(({ data }) => data.slug === page.spec);
  const source = spec === undefined ? 'No such specification.' : `Version ${spec.data.lastVersion}.`;
  return `# ${page.title}\n\nSpecification ${page.spec ?? ''}. ${source}`;
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
    git: flags.metadata === false ? undefined : { oid: gitId(text), path: isFolder ? `${path}/README.md` : `${path}.md` },
    hidden,
    layout: { cover: true, title: true, description: true, tableOfContents: true, outline: true, pagination: true, coverSize: 'hero' },
    ...shownOf<PageAnswer>(page),
    computed: isComputed ? computedFrom(spec ?? '') : undefined,
    computedSeed: isComputed ? gitId(id, spec ?? '') : undefined,
  });
}

function computedFrom(spec: string): NonNullable<PageAnswer['computed']> {
  return { type: 'builtin:openapi', dependencies: { spec: { ref: { kind: 'openapi', spec } } }, props: { models: true } };
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
  const git = flags.metadata === false ? undefined : { oid: gitId(title, markdown), path: `${reusableFolder}/${id}.md` };
  return defined({ id, title, document: gitId(id, markdown).slice(0, 20), git });
}

/** Where people open the content in the application. */
function appOf({ space, changeRequest }: Content): string {
  const address = appAddress(space.scope, 's', space.id);
  return changeRequest === undefined ? address : `${address}/~/changes/${changeRequest.data.number}`;
}

/** An object id of the form that git has, always the same for the same parts. */
function gitId(...parts: readonly string[]): string {
  return createHash('sha1').update(parts.join('\n')).digest('hex');
}
