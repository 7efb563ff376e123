/** Full-text search in an organization: pages are split into sections by their headings. */
import { createRequire } from 'node:module';
import type MiniSearch from 'minisearch';
import type { Options, SearchResult } from 'minisearch';
import { searchOrganization } from '../../contract/2025-06/organizations.ts';
import { mapPage, pageOfItems } from '../http/pages.ts';
import { appUrl, defined } from '../rules/answers.ts';
import type { Context } from '../rules/context.ts';
import { readBlocks, textOf } from '../rules/markdown.ts';
import { requireObject } from '../rules/objects.ts';
import { reader, resource, route } from '../rules/resource.ts';
import { accessOf } from '../rules/rights.ts';
import type { Row } from '../store/records.ts';
import { contentOf, type PlacedPage, pagesDepthFirst } from './revision.ts';

const maxBodyLength = 1000;

function search(context: Context, member: Row<'member'>, query: string) {
  const visible = new Map(accessOf(context, member).map(({ id, space }) => [id, space]));
  const found = new Map<string, { id: string; space: Row<'space'>; hits: Hit[] }>();
  for (const hit of findIn(entriesOf(context, member.parent), query)) {
    const space = visible.get(hit.space);
    if (space === undefined) continue;
    const known = found.get(space.id) ?? { id: space.id, space, hits: [] };
    found.set(space.id, known);
    known.hits.push(hit);
  }
  return [...found.values()];
}

type FoundSpace = ReturnType<typeof search>[number];

function* entriesOf(context: Context, organization: string) {
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

/** Pages and sections are ordered by rank, because hits are sorted. A space that matches only by title has no pages. */
function foundAnswer(context: Context, { space, hits }: FoundSpace) {
  const pages = new Map(
    pagesDepthFirst(contentOf(context, { space }).revision.pages).map((placed) => [placed.page.id, placed]),
  );
  const numbers = new Map<PlacedPage, number[]>();
  for (const { page: id = '', section } of hits) {
    const placed = pages.get(id);
    if (placed === undefined) continue;
    const known = numbers.get(placed) ?? [];
    numbers.set(placed, known);
    if (section !== undefined) known.push(section);
  }
  const app = appUrl(space.scope, 's', space.id);
  const found = [...numbers].map(([placed, shown]) => pageAnswer(app, placed, shown));
  return { id: space.id, title: space.data.title, pages: found };
}

function pageAnswer(spaceApp: string, placed: PlacedPage, numbers: readonly number[]) {
  const { page, path } = placed;
  const app = `${spaceApp}/${page.id}`;
  const all = sectionsOf(placed);
  const sections = numbers.flatMap((number) => {
    const section = all[number];
    if (section === undefined) return [];
    const suffix = section.anchor === undefined ? '' : `#${section.anchor}`;
    const body = [...section.body].slice(0, maxBodyLength).join('');
    const urls = { app: `${app}${suffix}` };
    return [{ id: `${page.id}_${number}`, title: section.title, path: `${path}${suffix}`, body, urls }];
  });
  return { id: page.id, title: page.title, path, sections, urls: { app } };
}

export const searches = resource({
  routes: [
    route(searchOrganization, reader, ({ context, path, query }) => {
      const caller = requireObject(context, 'member', context.callerId, path.organizationId);
      return mapPage(pageOfItems(search(context, caller, query.query), query), (found) => foundAnswer(context, found));
    }),
  ],
});

interface SearchEntry {
  space: string;
  page?: string;
  /** Number of the section on its page; missing for the page itself. */
  section?: number;
  title: string;
  body: string;
  /** Titles of the space and the page. A hit needs at least one word in its own title or body. */
  context: string;
}

type Hit = Pick<SearchEntry, 'space' | 'page' | 'section'>;

type IndexedEntry = SearchEntry & { readonly id: number };

const options: Options<IndexedEntry> = {
  fields: ['title', 'body', 'context'],
  storeFields: ['space', 'page', 'section'],
  tokenize: wordsOf,
  processTerm: (word) => word,
  searchOptions: {
    boost: { title: 10, body: 2, context: 1 },
    combineWith: 'AND',
    prefix: (_, at, words) => at === words.length - 1,
  },
};

/** All entries that contain every word, best first. The last word can be a prefix. */
function findIn(entries: Iterable<SearchEntry>, query: string): Hit[] {
  const index: MiniSearch<IndexedEntry> = new (createRequire(import.meta.url)('minisearch') as typeof MiniSearch)(
    options,
  );
  index.addAll([...entries].map((entry, id) => ({ ...entry, id })));
  const isOwn = ({ match }: SearchResult) =>
    Object.values(match).some((fields) => fields.includes('title') || fields.includes('body'));
  return index
    .search(query)
    .filter(isOwn)
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .map(({ space, page, section }) => defined({ space, page, section }) as Hit);
}

/** Case and accents are ignored. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A section without an anchor is the text before the first heading, or under the title of the page. */
function sectionsOf({ page }: PlacedPage) {
  const sections: { title: string; anchor?: string; texts: string[] }[] = [{ title: page.title, texts: [] }];
  const anchors = new Set<string>();
  for (const block of readBlocks(page.markdown ?? '')) {
    const title = textOf(block);
    if (!block.type?.startsWith('heading-')) sections.at(-1)?.texts.push(title);
    else if (block.type !== 'heading-1' || sections.length > 1 || title !== page.title)
      sections.push({ title, anchor: freeAnchor(title, anchors), texts: [] });
  }
  return sections
    .map(({ texts, ...section }) => ({
      ...section,
      body: texts
        .join('\n')
        .replace(/\n{2,}/g, '\n')
        .trim(),
    }))
    .filter(({ anchor, body }) => anchor !== undefined || body !== '');
}

function freeAnchor(title: string, taken: Set<string>) {
  const base =
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'section';
  let anchor = base;
  for (let number = 1; taken.has(anchor); number += 1) anchor = `${base}-${number}`;
  taken.add(anchor);
  return anchor;
}
