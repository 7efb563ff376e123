/** Routes, headers and assets of the page. */

import { shippedText } from '../../disk/shipped-text.ts';
import { type Html, html } from '../../markup/html.ts';
import { Refusal } from '../errors.ts';
import { choices } from '../facts/choices.ts';
import { coverage } from '../facts/coverage.ts';
import { coveragePage, differencesPage } from './about.ts';
import { changesPage } from './changes.ts';
import { type Frame, framed } from './layout.ts';
import { overview } from './overview.ts';
import { collectionPage, type InnerPage, membersPage, sitePage, teamPage, teamsPage } from './pages.ts';
import { chosenOrganization, type PageAnswer, type PageInput, type View } from './view.ts';

export type { PageAnswer } from './view.ts';

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

function page(status: number, frame: Frame): PageAnswer {
  return { status, contentType: 'text/html; charset=utf-8', headers, body: framed(frame) };
}

function frameOf({ path, search, context, state }: PageInput): Frame | undefined {
  const [first = '', second, ...rest] = path.split('/').map(decoded);
  if (rest.length > 0) return undefined;
  if (path === 'coverage') return { title: 'Coverage', state, current: 'coverage', main: coveragePage(coverage) };
  if (path === 'differences')
    return { title: 'Differences', state, current: 'differences', main: differencesPage(choices) };
  const inner =
    second === undefined ? listAt(first, { context, search }) : objectAt(first, second, { context, search });
  return (
    inner && {
      title: inner.title,
      state,
      organization: inner.organization,
      current: path === 'changes' ? 'changes' : '',
      main: inner.main,
    }
  );
}

type Asked = Pick<View, 'context' | 'search'>;

function listAt(name: string, { context, search }: Asked): InnerPage | undefined {
  const shown: { [name: string]: (view: View) => InnerPage } = {
    '': overviewPage,
    changes: changesPage,
    members: membersPage,
    teams: teamsPage,
  };
  if (!Object.hasOwn(shown, name)) return undefined;
  return shown[name]?.({ context, search, organization: chosenOrganization(context, search) });
}

function overviewPage(view: View): InnerPage {
  const main: Html = overview(view);
  return { organization: view.organization.id, title: view.organization.data.title, main };
}

function objectAt(kind: string, id: string, { context, search }: Asked): InnerPage | undefined {
  if (kind === 'sites') return sitePage(context, id);
  if (kind === 'collections') return collectionPage(context, id, search);
  return kind === 'teams' ? teamPage(context, id) : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export interface Asset {
  contentType: string;
  body: string;
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

export function assetAt(path: string): Asset | undefined {
  const folder = assetNames.includes(path) ? 'server/page' : markupAssetNames.includes(path) ? 'markup' : undefined;
  if (folder === undefined) return undefined;
  return {
    contentType: contentTypes[path.split('.').at(-1) ?? ''] ?? 'text/plain',
    body: shippedText(`${folder}/assets/${path}`),
  };
}
