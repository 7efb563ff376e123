/** Pages for lists that are too long for the overview. */

import { type Html, html, isolateDirection } from '../../markup/html.ts';
import type { Context } from '../rules/context.ts';
import { requireObject } from '../rules/objects.ts';
import type { Row } from '../store/records.ts';
import { contentTree } from './content.ts';
import { breadcrumb, type Crumb, counted, pagedAt, pageLinks, pageUrl, requestedPage, type View } from './parts.ts';
import { memberTable, roleName, roles, roster, teamItem } from './people.ts';
import { siteDetails } from './sites.ts';
import { nothing } from './table.ts';

export interface InnerPage {
  organization: string;
  title: string;
  main: Html;
}

function crumbsOf(context: Context, organization: string, ...further: readonly Crumb[]): Html {
  const { data } = requireObject(context, 'organization', organization);
  return breadcrumb([{ title: data.title, address: pageUrl('', { organization }) }, ...further]);
}

export function innerPage(
  context: Context,
  { organization, title, heading = isolateDirection(title) }: Omit<InnerPage, 'main'> & { heading?: Html },
  body: Html,
  ...crumbs: readonly Crumb[]
): InnerPage {
  const main = html`${crumbsOf(context, organization, ...crumbs)}<div id="page" data-part="page"><h1>${heading}</h1>
${body}</div>`;
  return { organization, title, main };
}

export function sitePage(context: Context, id: string): InnerPage {
  const site = requireObject(context, 'site', id);
  return innerPage(context, { organization: site.scope, title: site.data.title }, siteDetails(context, site, 'h2'));
}

export function teamPage(context: Context, id: string): InnerPage {
  const team = requireObject(context, 'team', id);
  const organization = team.parent;
  const teams = { title: 'Teams', address: pageUrl('teams', { organization }) };
  return innerPage(context, { organization, title: team.data.title }, roster(context, team), teams);
}

export function collectionPage(context: Context, id: string, search: URLSearchParams): InnerPage {
  const row = requireObject(context, 'collection', id);
  const above = collectionsAbove(context, row).map(({ id: each, data }) => ({
    title: data.title,
    address: pageUrl(`collections/${each}`),
  }));
  const tree = { parent: id, name: row.data.title, isDrawn: false, paging: pagedAt(`collections/${id}`, search) };
  const { title } = row.data;
  return innerPage(context, { organization: row.scope, title }, contentTree(context, tree), ...above);
}

function collectionsAbove({ store }: Context, row: Row<'collection'>): readonly Row<'collection'>[] {
  const above = row.parent === row.scope ? undefined : store.find('collection', row.parent);
  return above === undefined ? [] : [...collectionsAbove({ store } as Context, above), above];
}

export function membersPage({ context, organization, search }: View): InnerPage {
  const part = (search.get('search') ?? '').trim();
  const role = search.get('role') ?? '';
  const isWanted = ({ data }: Row<'member'>) =>
    `${data.displayName} ${data.email}`.toLowerCase().includes(part.toLowerCase()) &&
    (role === '' || roleName(data.role) === role);
  const found = context.store.children('member', organization.id).filter(isWanted);
  const paging = pagedAt('members', search, { organization: organization.id, search: part, role });
  const shown = requestedPage(found, paging);
  const options = roles.map(roleName).map((name) => html`<option ${name === role && 'selected'}>${name}</option>`);
  const main = html`${crumbsOf(context, organization.id)}<h1>Members</h1>
<form class="filter" role="search" action="/_platform/members"><input type="hidden" name="organization" value="${organization.id}">
<label>Name or e-mail <input type="search" name="search" value="${part}"></label>
<label>Role <select name="role"><option value="">all</option>${options}</select></label>
<button type="submit">Show</button></form>
<div id="page" data-part="page"><p class="dim">${counted(found.length, 'member')}</p>${memberTable(shown.items)}${pageLinks(shown, paging)}</div>`;
  return { organization: organization.id, title: 'Members', main };
}

export function teamsPage({ context, organization, search }: View): InnerPage {
  const all = context.store.children('team', organization.id);
  const paging = pagedAt('teams', search, { organization: organization.id });
  const shown = requestedPage(all, paging);
  const cards = html`<div class="cards">${shown.items.map((team) => teamItem(context, team, false))}</div>`;
  const body = html`<p class="dim">${counted(all.length, 'team')}</p>${all.length === 0 ? nothing('No teams.') : cards}${pageLinks(shown, paging)}`;
  return innerPage(context, { organization: organization.id, title: 'Teams' }, body);
}
