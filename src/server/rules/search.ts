/** Full-text search in an organization: what is found, in the spaces that the caller may see, the best first. */
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { type Hit, type SearchEntry, searchIndexOf } from '../search-index.ts';
import { accessOf } from './access.ts';
import { type PageSection, sectionsOf } from './page-sections.ts';
import { contentOf, type PlacedPage, pagesDepthFirst } from './revisions.ts';

export interface FoundSpace {
  readonly id: string;
  readonly space: Row<'space'>;
  readonly hits: readonly Hit[];
}

export interface FoundPage {
  readonly placed: PlacedPage;
  /** Sections that were found, with their number on the page. */
  readonly sections: { readonly number: number; readonly section: PageSection }[];
}

/** Spaces with hits, by their best hit. */
export function search(context: Context, member: Row<'member'>, query: string): FoundSpace[] {
  const words = query.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const visible = new Map(accessOf(context, member).map(({ id, space }) => [id, space]));
  const index = searchIndexOf(context.store, member.parent, () => entriesOf(context, member.parent));
  const found = new Map<string, { readonly id: string; readonly space: Row<'space'>; readonly hits: Hit[] }>();
  for (const hit of index.find(words)) {
    const space = visible.get(hit.space);
    if (space === undefined) continue;
    const known = found.get(space.id) ?? { id: space.id, space, hits: [] };
    found.set(space.id, known);
    known.hits.push(hit);
  }
  return [...found.values()];
}

function* entriesOf(context: Context, organization: string): Generator<SearchEntry> {
  for (const space of context.store.inScope('space', organization)) {
    const { title } = space.data;
    yield { space: space.id, title, body: '', context: '' };
    for (const placed of pagesDepthFirst(contentOf(context, { space }).revision.pages)) {
      const { page } = placed;
      const where = { space: space.id, page: page.id };
      yield { ...where, title: page.title, body: page.description ?? '', context: title };
      for (const [section, part] of sectionsOf(placed).entries()) {
        const own = part.anchor === undefined ? '' : part.title;
        yield { ...where, section, title: own, body: part.body, context: `${title} ${page.title}` };
      }
    }
  }
}

/** Pages and sections by rank: hits come with the best first. A space that is found by its title alone has none. */
export function pagesOf(context: Context, { space, hits }: FoundSpace): FoundPage[] {
  const { revision } = contentOf(context, { space });
  const pages = new Map(pagesDepthFirst(revision.pages).map((placed) => [placed.page.id, placed]));
  const found = new Map<string, FoundPage & { readonly all: readonly PageSection[] }>();
  for (const { page: id, section: number } of hits) {
    const placed = pages.get(id ?? '');
    if (placed === undefined) continue;
    const page = found.get(placed.page.id) ?? { placed, sections: [], all: sectionsOf(placed) };
    found.set(placed.page.id, page);
    const section = number === undefined ? undefined : page.all[number];
    if (section !== undefined) page.sections.push({ number: number ?? 0, section });
  }
  return [...found.values()];
}
