/** Routes, headers and assets of the page, and its pages about the platform: test coverage, and choices where the contract is silent. */
import { readShippedText } from '../../disk/shipped-text.ts';
import { type Html, html, proseWithCode } from '../../markup/html.ts';
import { type Choice, type Coverage, choices, coverage } from '../facts.ts';
import { Refusal } from '../http/errors.ts';
import { changesPage } from './changes.ts';
import { type Frame, framed } from './layout.ts';
import { overview } from './overview.ts';
import { collectionPage, membersPage, sitePage, teamPage, teamsPage } from './pages.ts';
import { chosenOrganization, counted, type PageAnswer, type PageInput, type View } from './parts.ts';
import { nothing, table } from './table.ts';

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
  'layout.css',
  'parts.css',
  'page.js',
  'base.js',
  'refresh.js',
  'log.js',
  'icon.svg',
];
/** Assets that plan reports also use. */
export const markupAssetNames: readonly string[] = ['palette.css', 'unseen.css', 'picture.css', 'changes.css'];

function assetAt(path: string) {
  const folder = assetNames.includes(path) ? 'server/page' : markupAssetNames.includes(path) ? 'markup' : undefined;
  if (folder === undefined) return undefined;
  return {
    contentType: contentTypes[path.split('.').at(-1) ?? ''] ?? 'text/plain',
    body: readShippedText(`${folder}/assets/${path}`),
  };
}

function coveragePage(coverage: readonly Coverage[]): Html {
  const sections = [...new Set(coverage.map(({ section }) => section))];
  const share = (is: (one: Coverage) => boolean) => `${coverage.filter(is).length} of ${coverage.length}`;
  return html`<h1>Coverage</h1>
<p class="lead">${counted(coverage.length, 'operation')} of the contract, with test results.</p>
<dl class="facts">
<div><dt>Implemented</dt><dd>${share((one) => one.implemented)}</dd></div>
<div><dt>Validated</dt><dd>${share((one) => one.validated)}</dd></div>
<div><dt>Stateful</dt><dd>${share((one) => one.stateful)}</dd></div>
</dl>
<ul class="dim">
<li>Implemented: a test received the success status of the contract.</li>
<li>Validated: all replies matched the contract's schema, and invalid requests were refused.</li>
<li>Stateful: a test observed a change of the stored objects, or a different answer after a change.</li>
</ul>
${sections.map((section) =>
  sectionTable(
    section,
    coverage.filter((one) => one.section === section),
  ),
)}
${coverage.length === 0 && nothing('No operations.')}`;
}

function sectionTable(section: string, rows: readonly Coverage[]) {
  const operations = table(section, 'No operations.', rows, [
    [
      'Operation',
      ({ operation, method, path }) =>
        html`${operation}<br><code class="dim"><span class="method">${method}</span> ${path}</code>`,
    ],
    ['Implemented', ({ implemented }) => yesOrNo(implemented)],
    ['Validated', ({ validated }) => yesOrNo(validated)],
    ['Stateful', ({ stateful }) => yesOrNo(stateful)],
    ['Tests', testsOf],
  ]);
  return html`<section class="coverage"><div class="heading"><h2>${section}</h2><span class="dim">${counted(rows.length, 'operation')}</span></div>${operations}</section>`;
}

function testsOf({ tests }: Coverage) {
  if (tests.length === 0) return html`<span class="dim">none</span>`;
  return html`<details><summary>${counted(tests.length, 'test')}</summary><ul class="plain-list">${tests.map((test) => html`<li><code>${test}</code></li>`)}</ul></details>`;
}

function yesOrNo(is: boolean) {
  return is ? html`<span class="yes">yes</span>` : html`<span class="dim">no</span>`;
}

function differencesPage(choices: readonly Choice[]): Html {
  return html`<h1>Differences and choices</h1>
<p class="lead">Where the contract is silent, other platforms can behave differently. This platform makes ${counted(choices.length, 'choice')}.</p>
${choices.map(
  ({ subject, choice, reason }) => html`<section class="choice"><h2>${proseWithCode(subject)}</h2>
<p>${proseWithCode(choice)}</p><p class="dim"><span class="kind">Why</span> ${proseWithCode(reason)}</p></section>\n`,
)}`;
}
