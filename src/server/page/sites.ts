/** Sites with navigation, visitor claims and share links. */
import { type Html, html, isolateDirection } from '../../markup/html.ts';
import type { Claim, UnsignedClaims } from '../resources/adaptive-schema.ts';
import { hostedUrl, isDefault, publishedUrl, sectionUrl, siteSpaceUrl } from '../rules/answers.ts';
import type { Context } from '../rules/context.ts';
import { kindTitle, navigationKinds } from '../rules/resource.ts';
import { isSection, type Navigation, readNavigation } from '../rules/structure.ts';
import type { Row } from '../store/records.ts';
import {
  badge,
  counted,
  day,
  facts,
  fetchedLater,
  kindMark,
  pagedAt,
  pageLinks,
  pageUrl,
  requestedPage,
  section,
  spaceTitle,
  treeCells,
  treeHeads,
  type View,
} from './parts.ts';
import { nothing, table } from './table.ts';

const drawnLines = 160;

export function sitesSection({ context, organization, search }: View): Html {
  const paging = pagedAt('', search, { organization: organization.id });
  const shown = requestedPage(context.store.children('site', organization.id), paging);
  const count = context.store.count('site', organization.id);
  let lines = 0;
  const drawn = shown.items.map((site, at) => {
    for (const kind of [...navigationKinds(), 'site-space' as const])
      lines += context.store.countInScope(kind, site.id);
    return siteItem(context, organization, site, { isOpen: at === 0, isDrawn: lines <= drawnLines });
  });
  return section(
    'sites',
    'Sites',
    counted(count, 'site'),
    count === 0 ? nothing('No sites.') : html`<div class="cards">${drawn}</div>${pageLinks(shown, paging)}`,
  );
}

function siteItem(
  context: Context,
  organization: Row<'organization'>,
  site: Row<'site'>,
  { isOpen, isDrawn }: { isOpen: boolean; isDrawn: boolean },
) {
  const { data, id } = site;
  const body = isDrawn ? siteDetails(context, site) : fetchedLater(pageUrl(`sites/${id}`), 'site');
  return html`<details class="card" id="site-${id}" ${isOpen && isDrawn && 'open'}>
<summary><span class="title">${isolateDirection(data.title)}</span>
<span class="marks">${organization.data.defaultSite === id && badge('default content', 'good')} ${visibility(site)}</span>
<span class="dim small">${contents(context, id)}</span></summary>
${body}
</details>\n`;
}

function visibility({ data }: Row<'site'>) {
  return html`${badge(data.visibility, data.visibility === 'public' ? 'plain' : 'warm')} ${data.published ? badge('published', 'good') : badge('not published', 'dim')}`;
}

export function siteDetails(context: Context, site: Row<'site'>, heading: 'h2' | 'h3' = 'h3'): Html {
  const { data, id } = site;
  const about = facts([
    ['Id', html`<code>${id}</code>`],
    ['Published at', html`<code>${publishedUrl(site)}</code>`],
    ['Served at', publishedUrl(site) === hostedUrl(site) ? undefined : html`<code>${hostedUrl(site)}</code>`],
    ['Basename', data.basename === undefined ? 'none' : html`<code>${data.basename}</code>`],
    ['Proxy', data.proxy && html`<code>${data.proxy}</code>`],
    ['Type', data.type],
    ['Agents', data.agentsContext],
    ['Adaptive content', data.adaptiveContent ? 'on' : 'off'],
    ['Created', day(data.createdAt)],
  ]);
  const titled: Titled = (title) => (heading === 'h2' ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`);
  return html`<div class="site" data-fragment="site">
${about}
${titled('Navigation')}
${navigationTree(context, site)}
${claims(context, site, titled)}
${shareLinks(context, site, titled)}
</div>`;
}

type Titled = (title: string) => Html;

function claims({ store }: Context, site: Row<'site'>, titled: Titled) {
  const schema = store.find('adaptive-schema', site.id);
  if (schema === undefined) return undefined;
  const all = Object.entries(schema.data.jsonSchema.properties).flatMap(([name, claim]) => claimsAt(name, claim));
  const shown = table(`Claims of visitors of ${site.data.title}`, 'The schema has no claims.', all, [
    ['Claim', ({ path }) => html`<code>${path}</code>`],
    ['Type', ({ claim }) => (claim.enum === undefined ? claim.type : `${claim.type}: ${claim.enum.join(', ')}`)],
    ['Description', ({ claim }) => isolateDirection(claim.description ?? '')],
  ]);
  return html`${titled('Claims of visitors')}${shown}`;
}

function claimsAt(name: string, claim: Claim | UnsignedClaims) {
  if ('properties' in claim)
    return Object.entries(claim.properties).map(([inner, one]) => ({ path: `${name}.${inner}`, claim: one }));
  return [{ path: name, claim }];
}

/** Omits the URL, because it contains the secret key. */
function shareLinks({ store }: Context, site: Row<'site'>, titled: Titled) {
  const links = store.children('share-link', site.id);
  if (links.length === 0 && site.data.visibility !== 'share-link') return undefined;
  const shown = table(`Share links of ${site.data.title}`, 'No share links.', links, [
    ['Name', ({ data }) => isolateDirection(data.name)],
    ['State', ({ data }) => (data.active ? badge('active', 'good') : badge('not active', 'dim'))],
    ['Created', ({ data }) => day(data.createdAt)],
  ]);
  return html`${titled('Share links')}${shown}`;
}

interface Tree {
  context: Context;
  site: Row<'site'>;
  navigation: Navigation;
}

function navigationTree(context: Context, site: Row<'site'>) {
  const tree: Tree = { context, site, navigation: readNavigation(context, site) };
  const { root, siteSpacesIn } = tree.navigation;
  const flat = siteSpacesIn(site.id);
  if (root.length + flat.length === 0) return nothing('No spaces on this site.');
  const items = [...flat.map((row) => siteSpaceItem(tree, row, undefined)), ...root.map((row) => rowItem(tree, row))];
  return html`<div class="tree" role="group" aria-label="Navigation of ${site.data.title}">
${treeHeads(['Title', html`Path below <code>${publishedUrl(site)}</code>`, 'Shown when'])}
<ul>${items}</ul></div>`;
}

function rowItem(tree: Tree, row: Row): Html {
  if (isSection(row)) return sectionItem(tree, row);
  const { id } = row;
  const members = tree.navigation.membersOf(id);
  const isGroup = row.kind === 'section-group';
  const named = sectionTitle(isGroup ? 'Group' : kindTitle(row.kind), row.data as Row<'section-group'>['data']);
  const title = html`${named} ${isGroup && members.length === 0 && hidden('readers do not see groups without sections')}`;
  return html`<li data-id="${id}"><div class="row">${treeCells(title, [undefined, undefined])}</div>
<ul>${members.map((each) => rowItem(tree, each))}</ul></li>\n`;
}

function sectionItem(tree: Tree, row: Row<'section'>): Html {
  const { id, data } = row;
  const shown = tree.navigation.siteSpacesIn(id);
  const title = html`${sectionTitle('Section', data)} ${tree.site.data.defaultSection === id && defaultMark}`;
  return html`<li data-id="${id}"><div class="row">${treeCells(title, pathAndCondition(tree.site, sectionUrl(tree.site, row, undefined), data), data.description)}</div>
<ul>${shown.map((siteSpace) => siteSpaceItem(tree, siteSpace, row))}</ul></li>\n`;
}

function sectionTitle(kind: string, { title, icon, draft = false }: { title: string; icon?: string; draft?: boolean }) {
  const named = html`${kindMark(kind)} <span class="section">${isolateDirection(title)}</span> ${draft && draftMark}`;
  return icon === undefined ? named : html`${named} <span class="dim small">icon ${icon}</span>`;
}

function siteSpaceItem({ context, site }: Tree, row: Row<'site-space'>, section: Row<'section'> | undefined) {
  const { id, data } = row;
  const space = context.store.find('space', data.space);
  const title = html`${spaceTitle(space?.data ?? { emoji: '', title: data.space })} ${isDefault(site, section, row) && defaultMark} ${data.draft === true && draftMark} ${data.hidden === true && hidden('not in the navigation of readers')}`;
  return html`<li data-id="${id}"><div class="row">${treeCells(title, pathAndCondition(site, siteSpaceUrl(site, section, row, undefined), data))}</div></li>\n`;
}

/** Omits the common start of the site's URLs. A default has no path of its own. */
function pathAndCondition(
  site: Row<'site'>,
  address: string,
  { path, condition }: { path: string; condition?: string },
) {
  const below = address.slice(publishedUrl(site).length) || '/';
  const isOwn = below.endsWith(`/${path}`);
  return [
    html`<span class="path"><span class="unseen">Path </span><code title="${address}">${below}</code>${!isOwn && html` <span class="dim small">path ${path}</span>`}</span>`,
    condition === undefined
      ? undefined
      : html`<span class="condition"><span class="unseen">Shown when </span><code>${condition}</code></span>`,
  ];
}

const defaultMark = badge('default', 'good');
const draftMark = badge('draft', 'warm');

function hidden(why: string) {
  return html`<span class="badge warm" title="${why}">hidden<span class="unseen">: ${why}</span></span>`;
}

function contents({ store }: Context, site: string): string {
  const groups = store.countInScope('section-group', site);
  const sections = store.countInScope('section', site);
  const shown = counted(store.countInScope('site-space', site), 'space');
  if (groups + sections === 0) return shown;
  return [...(groups === 0 ? [] : [counted(groups, 'group')]), counted(sections, 'section'), shown].join(', ');
}
