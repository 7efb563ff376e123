/** Routes, headers and assets of the page. */

import { shippedText } from '../../disk/shipped-text.ts';
import { html } from '../../markup/html.ts';
import { Refusal } from '../errors.ts';
import { choices, coverage } from '../facts.ts';
import { coveragePage, differencesPage } from './about.ts';
import { changesPage } from './changes.ts';
import { type Frame, framed } from './layout.ts';
import { overview } from './overview.ts';
import { collectionPage, membersPage, sitePage, teamPage, teamsPage } from './pages.ts';
import { chosenOrganization, type PageAnswer, type PageInput, type View } from './parts.ts';

export type { PageAnswer } from './parts.ts';

/** Only allows content of the platform itself, because titles come from anyone. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export function renderPage(input: PageInput): PageAnswer | undefined {
  const asset = assetAt(input.path);
  if (asset !== undefined) return { status: 200, headers, ...asset };
  try {
    const frame = frameOf(input);
    return frame && page(200, frame);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const main = html`<h1>Not found</h1><p>${error.message}</p><p><a href="/_platform/">To the organization</a></p>`;
    return page(error.status, { title: 'Not found', state: input.state, current: '', main });
  }
}

function page(status: number, frame: Frame) {
  return { status, contentType: 'text/html; charset=utf-8', headers, body: framed(frame) };
}

type Asked = Pick<View, 'context' | 'search'>;
type Shown = Pick<Frame, 'title' | 'organization' | 'main'>;

const inOrganization = (shown: (view: View) => Shown) => (asked: Asked) =>
  shown({ ...asked, organization: chosenOrganization(asked.context, asked.search) });

/** By first part of the path, with a slash if an id follows. */
const pages: { readonly [place: string]: (asked: Asked, id: string) => Shown } = {
  '': inOrganization((view) => ({
    organization: view.organization.id,
    title: view.organization.data.title,
    main: overview(view),
  })),
  changes: inOrganization(changesPage),
  members: inOrganization(membersPage),
  teams: inOrganization(teamsPage),
  coverage: () => ({ title: 'Coverage', main: coveragePage(coverage) }),
  differences: () => ({ title: 'Differences', main: differencesPage(choices) }),
  'sites/': ({ context }, id) => sitePage(context, id),
  'collections/': ({ context, search }, id) => collectionPage(context, id, search),
  'teams/': ({ context }, id) => teamPage(context, id),
};

function frameOf({ path, search, context, state }: PageInput) {
  const [first = '', id, ...rest] = path.split('/').map(decoded);
  const place = id === undefined ? first : `${first}/`;
  if (rest.length > 0 || !Object.hasOwn(pages, place)) return undefined;
  const shown = pages[place]?.({ context, search }, id ?? '');
  return shown && { ...shown, state, current: path };
}

function decoded(segment: string) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const contentTypes: { [ending: string]: string } = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

export const assetNames: readonly string[] = [
  ...['layout.css', 'parts.css', 'page.js', 'base.js', 'refresh.js', 'log.js', 'icon.svg'],
];
/** Assets that plan reports also use. */
export const markupAssetNames: readonly string[] = ['palette.css', 'unseen.css', 'picture.css', 'changes.css'];

function assetAt(path: string) {
  const folder = assetNames.includes(path) ? 'server/page' : markupAssetNames.includes(path) ? 'markup' : undefined;
  if (folder === undefined) return undefined;
  return {
    contentType: contentTypes[path.split('.').at(-1) ?? ''] ?? 'text/plain',
    body: shippedText(`${folder}/assets/${path}`),
  };
}
