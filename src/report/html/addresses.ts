/** Published addresses that move, end or begin, as one table for each site. */
import { groupBy } from '../../core/group-by.ts';
import type { Impact } from '../../core/impact.ts';
import { type Html, html } from '../../markup/html.ts';
import { commonRoot, isAddressRow, pathBelow } from '../impact-addresses.ts';
import { oneLine } from '../sanitize.ts';
import type { Section } from './section.ts';
import { sourceOf } from './source.ts';

export function addressesSection(impact: readonly Impact[]): readonly Section[] {
  const rows = impact.filter(isAddressRow);
  if (rows.length === 0) return [];
  const sites = [...groupBy(rows, ({ address }) => address.split('/').slice(0, 2).join('/')).values()];
  return [{ id: 'addresses', title: 'Addresses', count: rows.length, body: html`${sites.map(table)}` }];
}

function table(rows: readonly Impact[]): Html {
  const root = commonRoot(rows);
  const files = new Set(rows.flatMap(({ source }) => (source === undefined ? [] : [source.file])));
  const [file] = files;
  const isOneFile = files.size === 1 && file !== undefined;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Addresses${root !== '' && html` below ${root}`}"><table>
<caption>Addresses${root !== '' && html` below <code>${root}</code>`}</caption>
<thead><tr><th scope="col">Before<th scope="col">After<th scope="col">Shows<th scope="col">${isOneFile ? oneLine(file) : 'Declared at'}
<tbody>${rows.map((each) => row(each, root, isOneFile))}</table></div>
`;
}

function row({ before, after, subject, details, source, severity }: Impact, root: string, isOneFile: boolean): Html {
  // Those of what is severe stand on its card.
  const more = severity !== 'severe' && details.length > 0 && html` <span class="dim">${oneLine(details.join('; '))}</span>`;
  return html`<tr${severity === 'severe' && html` class="severe"`}><th scope="row">${address(before, root, 'new')}<td>${address(after, root, 'ends')}<td>${oneLine(subject)}${more}<td>${isOneFile ? source && html`:${source.line}` : sourceOf(source)}
`;
}

function address(value: Impact['before'], root: string, none: string): Html {
  const text = pathBelow(value, root, none);
  return typeof value === 'string' ? html`${oneLine(text)}` : html`<b>${text}</b>`;
}
