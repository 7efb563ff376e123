/** The navigation of a site as a tree: groups, their sections, the spaces each shows, and what readers do not get to see. */

import { type Html, html, isolated } from '../../markup/html.ts';
import { isDefault, publishedAddress, sectionAddress, siteSpaceAddress } from '../answers/addresses.ts';
import type { Context } from '../context.ts';
import type { Row } from '../records.ts';
import { type Navigation, readNavigation } from '../rules/navigation.ts';
import { nothing, treeCells, treeHeads } from './lists.ts';
import { badge, counted, kindMark, spaceTitle } from './words.ts';

interface Tree {
  readonly context: Context;
  readonly site: Row<'site'>;
  readonly navigation: Navigation;
}

/** How many groups, sections and site-spaces a tree would show. */
export function treeSize({ store }: Context, site: string): number {
  return store.countInScope('section-group', site) + store.countInScope('section', site) + store.countInScope('site-space', site);
}

export function navigationTree(context: Context, site: Row<'site'>): Html {
  const tree: Tree = { context, site, navigation: readNavigation(context, site) };
  const { root, siteSpacesIn } = tree.navigation;
  const flat = siteSpacesIn(site.id);
  if (root.length + flat.length === 0) return nothing('Nothing stands on this site.');
  const items = [
    ...flat.map((row) => siteSpaceItem(tree, row, undefined)),
    ...root.map((row) =>
      row.kind === 'section' ? sectionItem(tree, row as Row<'section'>) : groupItem(tree, row as Row<'section-group'>),
    ),
  ];
  return html`<div class="tree" role="group" aria-label="Navigation of ${site.data.title}">
${treeHeads(['Title', html`Address below <code>${publishedAddress(site)}</code>`, 'Shown when'])}
<ul>${items}</ul></div>`;
}

function groupItem(tree: Tree, { id, data }: Row<'section-group'>): Html {
  const sections = tree.navigation.sectionsIn(id);
  const title = html`${sectionTitle('Group', data)} ${sections.length === 0 && hidden('readers do not see a group without sections')}`;
  return html`<li data-id="${id}"><div class="row">${treeCells(title, [undefined, undefined])}</div>
<ul>${sections.map((section) => sectionItem(tree, section))}</ul></li>\n`;
}

function sectionItem(tree: Tree, row: Row<'section'>): Html {
  const { id, data } = row;
  const shown = tree.navigation.siteSpacesIn(id);
  const title = html`${sectionTitle('Section', data)} ${tree.site.data.defaultSection === id && defaultMark}`;
  return html`<li data-id="${id}"><div class="row">${treeCells(title, addressAndCondition(tree.site, sectionAddress(tree.site, row, undefined), data), data.description)}</div>
<ul>${shown.map((siteSpace) => siteSpaceItem(tree, siteSpace, row))}</ul></li>\n`;
}

function sectionTitle(kind: string, { title, icon }: { readonly title: string; readonly icon?: string }): Html {
  const named = html`${kindMark(kind)} <span class="section">${isolated(title)}</span>`;
  return icon === undefined ? named : html`${named} <span class="dim small">icon ${icon}</span>`;
}

function siteSpaceItem({ context, site }: Tree, row: Row<'site-space'>, section: Row<'section'> | undefined): Html {
  const { id, data } = row;
  const space = context.store.find('space', data.space);
  const title = html`${spaceTitle(space?.data ?? { emoji: '', title: data.space })} ${isDefault(site, section, row) && defaultMark}`;
  return html`<li data-id="${id}"><div class="row">${treeCells(title, addressAndCondition(site, siteSpaceAddress(site, section, row, undefined), data))}</div></li>\n`;
}

/** Where readers find it, without what all of the site begin with; what is the default is not served under its own path. */
function addressAndCondition(
  site: Row<'site'>,
  address: string,
  { path, condition }: { readonly path: string; readonly condition?: string },
): readonly (Html | undefined)[] {
  const below = address.slice(publishedAddress(site).length) || '/';
  const isOwn = below.endsWith(`/${path}`);
  return [
    html`<span class="path"><span class="unseen">Address </span><code title="${address}">${below}</code>${!isOwn && html` <span class="dim small">path ${path}</span>`}</span>`,
    condition === undefined
      ? undefined
      : html`<span class="condition"><span class="unseen">Shown when </span><code>${condition}</code></span>`,
  ];
}

const defaultMark = badge('default', 'good');

function hidden(why: string): Html {
  return html`<span class="badge warm" title="${why}">hidden<span class="unseen">: ${why}</span></span>`;
}

/** What a site holds, in a few words. */
export function contents({ store }: Context, site: string): string {
  const groups = store.countInScope('section-group', site);
  const sections = store.countInScope('section', site);
  const shown = counted(store.countInScope('site-space', site), 'space');
  if (groups + sections === 0) return shown;
  return [...(groups === 0 ? [] : [counted(groups, 'group')]), counted(sections, 'section'), shown].join(', ');
}
