/** Full-text search in an organization: pages are split into sections by their headings. */
import { searchOrganization } from '../../contract/organizations.ts';
import { appUrl, defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row, Statements } from '../records.ts';
import { reader, resource, route } from '../resource.ts';
import { readBlocks, textOf } from '../rules/markdown.ts';
import { requireObject } from '../rules/objects.ts';
import { accessOf } from '../rules/rights.ts';
import { openScratch } from '../store.ts';
import { contentOf, type PlacedPage, pagesDepthFirst } from './revision.ts';

const maxBodyLength = 1000;

function search(context: Context, member: Row<'member'>, query: string) {
  const words = query.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const visible = new Map(accessOf(context, member).map(({ id, space }) => [id, space]));
  const found = new Map<string, { id: string; space: Row<'space'>; hits: Hit[] }>();
  for (const hit of findIn(entriesOf(context, member.parent), words)) {
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

const schema = `CREATE VIRTUAL TABLE entries USING fts5(
  space UNINDEXED, page UNINDEXED, section UNINDEXED, title, body, context,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
)`;
const weights = '0, 0, 0, 10, 2, 1';
let scratch: Statements | undefined;

/** All entries that contain every word, best first. The last word can be a prefix. */
function findIn(entries: Iterable<SearchEntry>, words: readonly string[]) {
  if (words.length === 0) return [];
  scratch ??= openScratch();
  const { all, run } = scratch;
  run('DROP TABLE IF EXISTS entries');
  run(schema);
  run('BEGIN');
  for (const { space, page = null, section = null, title, body, context } of entries)
    run('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)', space, page, section, title, body, context);
  run('COMMIT');
  const sql = `SELECT space, page, section FROM entries WHERE entries MATCH ? ORDER BY bm25(entries, ${weights}), rowid`;
  return all(sql, expression(words)).map(
    ([space, page, section]) => defined({ space, page: page ?? undefined, section: section ?? undefined }) as Hit,
  );
}

/** Every word, and at least one of them in title or body. The quotes prevent a word from being an operator. */
function expression(words: readonly string[]) {
  const terms = words.map((word, at) => `"${word}"${at === words.length - 1 ? '*' : ''}`);
  return `(${terms.join(' AND ')}) AND {title body} : (${terms.join(' OR ')})`;
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
