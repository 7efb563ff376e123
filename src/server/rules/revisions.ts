/** Revisions: the content of a space or change request at one moment, and the way to its pages and files. */
import type { FileRecord, PageRecord, RevisionRecord } from '../content-records.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { Row } from '../records.ts';
import { addObject } from './write.ts';

/** Where content is read: the space itself, or a change request of it. */
export interface Place {
  readonly space: Row<'space'>;
  readonly changeRequest?: Row<'change-request'>;
}

export interface Content extends Place {
  /** Id of the revision. */
  readonly id: string;
  readonly revision: RevisionRecord;
}

export interface PlacedPage {
  readonly page: PageRecord;
  readonly path: string;
}

/** The content there; a space that nothing was ever written to has an empty revision. */
export function contentOf({ store }: Context, place: Place): Content {
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

/** Gives a duplicate the content of its original. */
export function copyContent(context: Context, original: Row<'space'>, copy: Row<'space'>): void {
  const from = context.store.find('revision', original.data.revision, original.id);
  if (from) addRevision(context, copy.id, { ...from.data, parents: [], createdAt: context.now }, copy.data.revision);
}

/** All pages, each followed by those below it. */
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
