/** Tables of pages. */
import { type Html, html } from '../../markup/html.ts';

export function nothing(text: string): Html {
  return html`<p class="nothing">${text}</p>`;
}

export type Column<T> = readonly [
  title: string,
  show: (item: T) => Html | string | number | undefined,
  kind?: 'code' | 'number',
];

/** The first column is the header of the row. Without items, `none` replaces the table. */
export function table<T>(caption: string, none: string, items: readonly T[], columns: readonly Column<T>[]): Html {
  if (items.length === 0) return nothing(none);
  const cell = ([, show, kind]: Column<T>, item: T, at: number) =>
    at === 0 ? html`<th scope="row">${show(item)}</th>` : html`<td class="${kind}">${show(item)}</td>`;
  return html`<div class="table scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(([title, , kind]) => html`<th scope="col" class="${kind}">${title}</th>`)}</tr></thead>
<tbody>${items.map((item) => html`<tr>${columns.map((column, at) => cell(column, item, at))}</tr>\n`)}</tbody>
</table></div>`;
}

export function titledTable<T>(title: string, none: string, items: readonly T[], columns: readonly Column<T>[]): Html {
  return html`<h3>${title}</h3>${table(title, none, items, columns)}`;
}
