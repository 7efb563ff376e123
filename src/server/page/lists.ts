/** Parts of lists: paging, breadcrumbs, tables, trees. */
import { type Html, html, isolated } from '../../markup/html.ts';
import type { Paging, Slice } from './view.ts';
import { grouped } from './words.ts';

export function pageLinks(
  { page, pages }: Pick<Slice<unknown>, 'page' | 'pages'>,
  { urlAt }: Paging,
): Html | undefined {
  if (pages === 1) return undefined;
  const link = (to: number, text: string, relation: string) =>
    to < 1 || to > pages
      ? html`<span class="dim">${text}</span>`
      : html`<a rel="${relation}" href="${urlAt(to)}">${text}</a>`;
  return html`<nav class="pages" aria-label="Pages of this list">
${link(page - 1, 'Previous', 'prev')}
<span>Page ${grouped(page)} of ${grouped(pages)}</span>
${link(page + 1, 'Next', 'next')}
</nav>`;
}

export function facts(all: readonly (readonly [name: string, value: Html | string | undefined])[]): Html {
  return html`<dl class="facts">${all.map(([name, value]) => value && html`<div class="${name.endsWith(' at') && 'wide'}"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

export interface Crumb {
  title: string;
  address: string;
}

export function breadcrumb(crumbs: readonly Crumb[]): Html {
  return html`<nav class="crumbs" aria-label="Breadcrumb"><ol>${crumbs.map(
    ({ title, address }) => html`<li><a href="${address}">${isolated(title)}</a></li>`,
  )}</ol></nav>`;
}

export function nothing(text: string): Html {
  return html`<p class="nothing">${text}</p>`;
}

export function section(id: string, title: string, extra: Html | string | undefined, body: Html): Html {
  return html`<section id="${id}" data-part="${id}" aria-labelledby="${id}-title">
<div class="heading"><h2 id="${id}-title">${title}</h2><span class="dim">${extra}</span></div>
${body}
</section>`;
}

export interface Column<T> {
  title: string;
  kind?: 'code' | 'number';
  show(item: T): Html | string | number | undefined;
}

/** The first column is the header of the row. Without items, `none` replaces the table. */
export function table<T>(caption: string, columns: readonly Column<T>[], items: readonly T[], none = 'None.'): Html {
  if (items.length === 0) return nothing(none);
  const cell = ({ kind, show }: Column<T>, item: T, at: number) =>
    at === 0 ? html`<th scope="row">${show(item)}</th>` : html`<td class="${kind}">${show(item)}</td>`;
  return html`<div class="table scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ title, kind }) => html`<th scope="col" class="${kind}">${title}</th>`)}</tr></thead>
<tbody>${items.map((item) => html`<tr>${columns.map((column, at) => cell(column, item, at))}</tr>\n`)}</tbody>
</table></div>`;
}

export function treeCells(title: Html, columns: readonly (Html | undefined)[], note?: string): Html {
  return html`<span class="title">${title}</span>${columns.map((column) => column ?? html`<span></span>`)}${
    note !== undefined && html`<span class="note dim">${isolated(note)}</span>`
  }`;
}

export function treeHeads(titles: readonly (string | Html)[]): Html {
  return html`<div class="row columns" aria-hidden="true">${titles.map((title) => html`<span>${title}</span>`)}</div>`;
}

/** Loaded on demand. Without scripts, a link leads to the page. */
export function fetchedLater(address: string, thing: string): Html {
  return html`<div data-source="${address}"><p><a href="${address}">Open this ${thing} on a page of its own</a></p></div>`;
}
