/** Effects of a plan as HTML: one card for each effect, high-risk effects first, and tables of URLs. */
import { keyIn } from '../../core/address.ts';
import type { NonEmpty } from '../../core/group-by.ts';
import type { Impact, ImpactOn } from '../../core/impact.ts';
import { html, isolated } from '../../markup/html.ts';
import {
  alikeAtLarge,
  audienceLines,
  effectLines,
  impactHeadings,
  isAddressRow,
  type Meaning,
  sharedOf,
  type UrlTable,
  urlTables,
} from '../impact.ts';
import { htmlOf, textOf } from '../lines.ts';
import { oneLine } from '../sanitize.ts';
import { count } from '../words.ts';
import { keysHtml, type Section, sourceOf } from './parts.ts';

const onWords: { readonly [O in ImpactOn]: string } = { readers: 'Readers', people: 'Access' };

/** URLs without high risk appear only in their tables. */
export function impactSections({ highRisk, rows, notRows }: Meaning): readonly Section[] {
  const { readers, people } = impactHeadings.plan;
  const other = (on: ImpactOn) => notRows.filter((each) => each.on === on);
  return [
    ...cards('high-risk', 'High-risk', highRisk),
    ...cards('readers', readers, other('readers'), rows),
    ...cards('people', people, other('people')),
  ];
}

function cards(id: string, title: string, impact: readonly Impact[], rows: readonly Impact[] = []): readonly Section[] {
  if (impact.length + rows.length === 0) return [];
  const urls = html`<p>${count(rows.length, 'URL change')}: see the section <a href="#addresses">URLs</a>.</p>`;
  const body = html`${rows.length > 0 && urls}<ul class="cards">${alikeAtLarge(impact).map(card)}</ul>`;
  return [{ id, title, count: impact.length + (rows.length > 0 ? 1 : 0), body }];
}

/** Cards with more names take the full width. */
const mostBeside = 12;

function card(group: NonEmpty<Impact>) {
  const [first] = group;
  const { severity, subject, what, address, on, source } = first;
  const isOne = group.length === 1;
  const shared = sharedOf(group);
  return html`<li class="card ${severity}${group.length > mostBeside && html` wide`}"><h3>${
    isOne ? isolated(oneLine(subject)) : `${sentence(what)}: ${group.length}`
  }<span class="tag">${severity === 'high-risk' ? onWords[on] : severity}</span></h3>
${isOne && html`<p>${sentence(what)}</p>`}
${effectLines({ ...first, ...shared }).map((each) => html`<p>${htmlOf(each)}</p>`)}
${isOne ? html`<p class="foot"><code>${oneLine(address)}</code>${sourceOf(source)}</p>` : keysHtml(group.map((each) => nameOf(each, shared)))}
`;
}

/** `Handbook  spaces/handbook  Affects: eve@acme.dev`, with the facts that the group does not share. */
function nameOf({ subject, address, on, who, details }: Impact, shared: Pick<Impact, 'who' | 'details'>) {
  const name = keyIn(address) === subject ? [address] : [subject, address];
  const own = {
    on,
    who: shared.who.length === 0 ? who : [],
    details: details.filter((text) => !shared.details.includes(text)),
  };
  return [...name, ...audienceLines(own).map(textOf)].join('  ');
}

function sentence(text: string) {
  const line = oneLine(text);
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;
}

export function addressesSection({ all }: Meaning): readonly Section[] {
  const rows = all.filter(isAddressRow);
  const body = html`<p>Old URLs do not redirect automatically. <code>docform redirects</code> prints a redirect map.</p>${urlTables(rows).map(table)}`;
  return rows.length === 0 ? [] : [{ id: 'addresses', title: 'URLs', count: rows.length, body }];
}

function table({ caption, rows }: UrlTable) {
  const tableRows = rows.map(
    ({ before, after, shows, source, isHighRisk }) =>
      html`<tr${isHighRisk && html` class="high-risk"`}><th scope="row">${oneLine(before)}<td>${oneLine(after)}<td>${oneLine(shows)}<td>${oneLine(source)}
`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${oneLine(caption)}</caption>
<thead><tr><th scope="col">Old URL<th scope="col">New URL<th scope="col">Space<th scope="col">Source
<tbody>${tableRows}</table></div>
`;
}
