/** Sites: a line for each, its navigation, what is known of visitors, and its share links without their secrets. */

import { type Html, html, isolated } from '../../markup/html.ts';
import { hostedAddress, publishedAddress } from '../answers/addresses.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import type { Claim, UnsignedClaims } from '../resources/adaptive-schema.ts';
import { fetchedLater, nothing, pageLinks, section, table } from './lists.ts';
import { contents, navigationTree, treeSize } from './navigation-tree.ts';
import { addressOf, pagedAt, slice, type View } from './view.ts';
import { badge, counted, day } from './words.ts';

/** Trees stand in the overview until so many lines are drawn; those after them are fetched when they are opened. */
const drawnLines = 160;

export function sitesSection({ context, organization, search }: View): Html {
  const paging = pagedAt('', search, { organization: organization.id });
  const shown = slice(context.store.children('site', organization.id), paging);
  const count = context.store.count('site', organization.id);
  let lines = 0;
  const drawn = shown.items.map((site, at) => {
    lines += treeSize(context, site.id);
    return siteItem(context, organization, site, { isOpen: at === 0, isDrawn: lines <= drawnLines });
  });
  return section(
    'sites',
    'Sites',
    counted(count, 'site'),
    count === 0 ? nothing('No site yet.') : html`<div class="cards">${drawn}</div>${pageLinks(shown, paging)}`,
  );
}

function siteItem(
  context: Context,
  organization: Row<'organization'>,
  site: Row<'site'>,
  { isOpen, isDrawn }: { readonly isOpen: boolean; readonly isDrawn: boolean },
): Html {
  const { data, id } = site;
  const body = isDrawn ? siteDetails(context, site) : fetchedLater(addressOf(`sites/${id}`), 'site');
  return html`<details class="card" id="site-${id}" ${isOpen && isDrawn && 'open'}>
<summary><span class="title">${isolated(data.title)}</span>
<span class="marks">${organization.data.defaultSite === id && badge('default content', 'good')} ${visibility(site)}</span>
<span class="dim small">${contents(context, id)}</span></summary>
${body}
</details>\n`;
}

function visibility({ data }: Row<'site'>): Html {
  return html`${badge(data.visibility, data.visibility === 'public' ? 'plain' : 'warm')} ${data.published ? badge('published', 'good') : badge('not published', 'dim')}`;
}

/** What the card of a site holds, and its own page as well, with headings of the level that fits there. */
export function siteDetails(context: Context, site: Row<'site'>, heading: 'h2' | 'h3' = 'h3'): Html {
  const { data, id } = site;
  const facts: readonly (readonly [string, Html | string | undefined])[] = [
    ['Id', html`<code>${id}</code>`],
    ['Published at', html`<code>${publishedAddress(site)}</code>`],
    ['Served at', publishedAddress(site) === hostedAddress(site) ? undefined : html`<code>${hostedAddress(site)}</code>`],
    ['Basename', data.basename === undefined ? 'none' : html`<code>${data.basename}</code>`],
    ['Proxy', data.proxy && html`<code>${data.proxy}</code>`],
    ['Type', data.type],
    ['Agents', data.agentsContext],
    ['Adaptive content', data.adaptiveContent ? 'on' : 'off'],
    ['Created', day(data.createdAt)],
  ];
  const titled: Titled = (title) => (heading === 'h2' ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`);
  return html`<div class="site" data-fragment="site">
<dl class="facts">${facts.map(([name, value]) => value && html`<div class="${name.endsWith(' at') && 'wide'}"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${titled('Navigation')}
${navigationTree(context, site)}
${claims(context, site, titled)}
${shareLinks(context, site, titled)}
</div>`;
}

type Titled = (title: string) => Html;

function claims({ store }: Context, site: Row<'site'>, titled: Titled): Html | undefined {
  const schema = store.find('adaptive-schema', site.id);
  if (schema === undefined) return undefined;
  const all = Object.entries(schema.data.jsonSchema.properties).flatMap(([name, claim]) => claimsAt(name, claim));
  const columns = [
    { title: 'Claim', show: ({ path }: ShownClaim) => html`<code>${path}</code>` },
    { title: 'Type', show: ({ claim }: ShownClaim) => (claim.enum === undefined ? claim.type : `${claim.type}: ${claim.enum.join(', ')}`) },
    { title: 'Description', show: ({ claim }: ShownClaim) => isolated(claim.description ?? '') },
  ];
  return html`${titled('Claims of visitors')}${all.length === 0 ? nothing('The schema has no claims.') : table(`Claims of visitors of ${site.data.title}`, columns, all)}`;
}

interface ShownClaim {
  readonly path: string;
  readonly claim: Claim;
}

function claimsAt(name: string, claim: Claim | UnsignedClaims): ShownClaim[] {
  if ('properties' in claim) return Object.entries(claim.properties).map(([inner, one]) => ({ path: `${name}.${inner}`, claim: one }));
  return [{ path: name, claim }];
}

/** Name and state only: the key of a share link is a secret, and its address ends with it. */
function shareLinks({ store }: Context, site: Row<'site'>, titled: Titled): Html | undefined {
  const links = store.children('share-link', site.id);
  if (links.length === 0 && site.data.visibility !== 'share-link') return undefined;
  const columns = [
    { title: 'Name', show: ({ data }: Row<'share-link'>) => isolated(data.name) },
    { title: 'State', show: ({ data }: Row<'share-link'>) => (data.active ? badge('active', 'good') : badge('not active', 'dim')) },
    { title: 'Created', show: ({ data }: Row<'share-link'>) => day(data.createdAt) },
  ];
  return html`${titled('Share links')}${links.length === 0 ? nothing('No share link.') : table(`Share links of ${site.data.title}`, columns, links)}`;
}
