/** What a search found, as the contract shows it. */
import type { Static } from '@sinclair/typebox';
import type { searchOrganization } from '../../contract/organizations.ts';
import type { Context } from '../context.ts';
import { type FoundPage, type FoundSpace, pagesOf } from '../rules/search.ts';
import { appAddress } from './addresses.ts';

type Found = Static<NonNullable<(typeof searchOrganization)['reply']>>['items'][number];

/** Longest text of a section that is shown, in characters. */
const longestBody = 1000;

export function foundAnswer(context: Context, found: FoundSpace): Found {
  const { id, scope, data } = found.space;
  const app = appAddress(scope, 's', id);
  return { id, title: data.title, pages: pagesOf(context, found).map((page) => foundPageAnswer(app, page)) };
}

/** A section is named by its page and its number there; its address by its anchor. */
function foundPageAnswer(spaceApp: string, { placed, sections }: FoundPage): Found['pages'][number] {
  const { page, path } = placed;
  const app = `${spaceApp}/${page.id}`;
  const shown = sections.map(({ number, section: { title, anchor, body } }) => {
    const suffix = anchor === undefined ? '' : `#${anchor}`;
    const text = [...body].slice(0, longestBody).join('');
    return { id: `${page.id}_${number}`, title, path: `${path}${suffix}`, body: text, urls: { app: `${app}${suffix}` } };
  });
  return { id: page.id, title: page.title, path, sections: shown, urls: { app } };
}
