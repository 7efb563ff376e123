/** Full-text search in an organization. */
import type { Static } from '@sinclair/typebox';
import { searchOrganization } from '../../contract/organizations.ts';
import { appUrl } from '../answers/urls.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { accessOf } from '../rules/access.ts';
import { inOrganization } from '../rules/needs.ts';
import { type PageSection, sectionsOf } from '../rules/page-sections.ts';
import { requireObject } from '../rules/require.ts';
import { type Hit, type SearchEntry, searchIndexOf } from '../search-index.ts';
import { contentOf, type PlacedPage, pagesDepthFirst } from './revision.ts';

type Found = Static<NonNullable<(typeof searchOrganization)['reply']>>['items'][number];

const maxBodyLength = 1000;

interface FoundSpace {
  id: string;
  space: Row<'space'>;
  hits: readonly Hit[];
}

interface FoundPage {
  placed: PlacedPage;
  sections: { number: number; section: PageSection }[];
}

function search(context: Context, member: Row<'member'>, query: string): FoundSpace[] {
  const words = query.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const visible = new Map(accessOf(context, member).map(({ id, space }) => [id, space]));
  const index = searchIndexOf(context.store, member.parent, () => entriesOf(context, member.parent));
  const found = new Map<string, { id: string; space: Row<'space'>; hits: Hit[] }>();
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

/** Ordered by rank, because hits are sorted. A space that matches only by title has no pages. */
function pagesOf(context: Context, { space, hits }: FoundSpace): FoundPage[] {
  const { revision } = contentOf(context, { space });
  const pages = new Map(pagesDepthFirst(revision.pages).map((placed) => [placed.page.id, placed]));
  const found = new Map<string, FoundPage & { all: readonly PageSection[] }>();
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

function foundAnswer(context: Context, found: FoundSpace): Found {
  const { id, scope, data } = found.space;
  const app = appUrl(scope, 's', id);
  return { id, title: data.title, pages: pagesOf(context, found).map((page) => foundPageAnswer(app, page)) };
}

function foundPageAnswer(spaceApp: string, { placed, sections }: FoundPage): Found['pages'][number] {
  const { page, path } = placed;
  const app = `${spaceApp}/${page.id}`;
  const shown = sections.map(({ number, section: { title, anchor, body } }) => {
    const suffix = anchor === undefined ? '' : `#${anchor}`;
    const text = [...body].slice(0, maxBodyLength).join('');
    return {
      id: `${page.id}_${number}`,
      title,
      path: `${path}${suffix}`,
      body: text,
      urls: { app: `${app}${suffix}` },
    };
  });
  return { id: page.id, title: page.title, path, sections: shown, urls: { app } };
}

export const searches = resource({
  titles: {},
  routes: [
    route(searchOrganization, inOrganization('read'), ({ context, path, query }) => {
      const caller = requireObject(context, 'member', context.callerId, path.organizationId);
      return mapPage(pageOfItems(search(context, caller, query.query), query), (found) => foundAnswer(context, found));
    }),
  ],
});
