/** Effects of a plan: one card for each effect, high-risk effects first, and tables of URLs. */
import { keyIn, listOf, topOf } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Impact, ImpactOn } from '../../core/impact.ts';
import { type Html, html, isolated } from '../../markup/html.ts';
import {
  affectedLabels,
  alikeAtLarge,
  commonRoot,
  impactHeadings,
  isAddressRow,
  type Meaning,
  pathBelow,
  sharedOf,
  valueName,
} from '../impact.ts';
import { oneLine } from '../sanitize.ts';
import { count } from '../words.ts';
import { keysHtml, type Named, type Section, sourceOf } from './parts.ts';
import { onlyHtml, pairHtml } from './values.ts';

const onWords: { readonly [O in ImpactOn]: string } = { readers: 'Readers', people: 'Access' };

/** URLs without high risk appear only in their table. The cards contain their number. */
export function impactSections({ highRisk, rows, notRows }: Meaning): readonly Section[] {
  const other = (on: ImpactOn) => notRows.filter((each) => each.on === on);
  return [
    ...cards('high-risk', 'High-risk', highRisk),
    ...cards('readers', impactHeadings.plan.readers, other('readers'), rows),
    ...cards('people', impactHeadings.plan.people, other('people')),
  ];
}

function cards(id: string, title: string, impact: readonly Impact[], rows: readonly Impact[] = []): readonly Section[] {
  if (impact.length + rows.length === 0) return [];
  const body = html`<ul class="cards">${rows.length > 0 && addressesCard(rows)}${alikeAtLarge(impact).map(card)}</ul>`;
  return [{ id, title, count: impact.length + (rows.length > 0 ? 1 : 0), body }];
}

function card(group: readonly Impact[]): Html {
  const [first] = group;
  if (first === undefined) return html``;
  const { severity, subject, what, address, on, source } = first;
  const isOne = group.length === 1;
  const tag = html`<span class="tag">${severity === 'high-risk' ? onWords[on] : severity}</span>`;
  const head = isOne ? html`${isolated(oneLine(subject))}` : html`${sentence(what)}: ${group.length}`;
  return html`<li class="card ${severity}${group.length > mostBeside && html` wide`}"><h3>${head}${tag}</h3>
${isOne && html`<p>${sentence(what)}</p>`}
${valuesHtml(first)}
${sharedHtml(group)}
${isOne ? html`<p class="foot"><code>${oneLine(address)}</code>${sourceOf(source)}</p>` : namesHtml(group)}
`;
}

/** Cards with more names take the full width. */
const mostBeside = 12;

/** The audience and the details that all effects of a group share. */
function sharedHtml(group: readonly Impact[]): Html {
  const { who, details } = sharedOf(group);
  return html`${who.length > 0 && html`<p><span class="label">${affectedLabels[group[0]?.on ?? 'people']}</span> ${oneLine(who.join(', '))}</p>`}${
    details.length > 0 && html`<ul class="details">${details.map((text) => html`<li>${oneLine(text)}`)}</ul>`
  }`;
}

/** Grouped by list if most lists have several. */
function namesHtml(group: readonly Impact[]): Html {
  const told = sharedOf(group);
  const lists = groupBy(group, ({ address }) => listOf(address));
  if (lists.size * 2 > group.length) return keysHtml(group.map((each) => subjectOf(each, told, '')));
  return html`${[...lists].map(([list, own]) => {
    const shared = sharedOf(own);
    const more = [...shared.who, ...shared.details].filter((text) => ![...told.who, ...told.details].includes(text));
    return html`<p class="foot"><code>${oneLine(list)}</code> ${oneLine(more.join('; '))}</p>${keysHtml(own.map((each) => subjectOf(each, shared, list)))}`;
  })}`;
}

function subjectOf(
  { subject, address, who, details }: Impact,
  shared: ReturnType<typeof sharedOf>,
  list: string,
): Named {
  const key = list === '' ? address : keyIn(address);
  const isKey = keyIn(address) === subject;
  const own = [
    shared.who.length === 0 ? who.join(', ') : '',
    ...details.filter((text) => !shared.details.includes(text)),
  ];
  const more = own.filter((text) => text !== '').join('; ');
  return {
    item: html`${!isKey && html`${isolated(oneLine(subject))} `}<code>${oneLine(key)}</code>${more !== '' && html` ${oneLine(more)}`}`,
    line: [...(isKey ? [] : [subject]), key, ...(more === '' ? [] : ['', more])].join(' '),
  };
}

function valuesHtml(impact: Impact): Html | undefined {
  const { before, after } = impact;
  if (before === undefined && after === undefined) return undefined;
  const name = oneLine(valueName(impact));
  if (before !== undefined && before !== null && after !== undefined && after !== null)
    return html`<p class="values">${name}: ${pairHtml({ before, after }, { isShownInFull: true })}</p>`;
  const side = (value: Impact['before'], is: 'gone' | 'new') =>
    value === undefined ? '(unknown)' : value === null ? '(none)' : onlyHtml(value, is, { isShownInFull: true });
  return html`<p class="values">${name}: ${side(before, 'gone')} → ${side(after, 'new')}</p>`;
}

/** With a capital first letter. */
function sentence(text: string): string {
  const line = oneLine(text);
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`;
}

function addressesCard(rows: readonly Impact[]): Html {
  const root = commonRoot(rows);
  const ended = rows.filter(({ after }) => after === null).length;
  const begun = rows.filter(({ before }) => before === null).length;
  const parts = [
    ...(rows.length - ended - begun > 0 ? [`${rows.length - ended - begun} changed`] : []),
    ...(ended > 0 ? [`${ended} removed`] : []),
    ...(begun > 0 ? [`${begun} new`] : []),
  ];
  return html`<li class="card notable"><h3>${count(rows.length, 'URL')}<span class="tag">notable</span></h3>
<p>${parts.join(', ')}${root !== '' && html`, below <code>${root}</code>`}. Old URLs do not redirect automatically. <code>docform redirects</code> prints a redirect map.</p>
<p class="foot"><a href="#addresses">All URLs</a></p></li>
`;
}

export function addressesSection({ all }: Meaning): readonly Section[] {
  const rows = all.filter(isAddressRow);
  if (rows.length === 0) return [];
  const sites = [...groupBy(rows, ({ address }) => topOf(address)).values()];
  return [{ id: 'addresses', title: 'URLs', count: rows.length, body: html`${sites.map(table)}` }];
}

function table(rows: readonly Impact[]): Html {
  const root = commonRoot(rows);
  const files = new Set(rows.flatMap(({ source }) => (source === undefined ? [] : [source.file])));
  const [file] = files;
  const isOneFile = files.size === 1 && file !== undefined;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="URLs${root !== '' && html` below ${root}`}"><table>
<caption>URLs${root !== '' && html` below <code>${root}</code>`}</caption>
<thead><tr><th scope="col">Old URL<th scope="col">New URL<th scope="col">Space<th scope="col">${isOneFile ? oneLine(file) : 'Source'}
<tbody>${rows.map((each) => row(each, root, isOneFile))}</table></div>
`;
}

function row({ before, after, subject, details, source, severity }: Impact, root: string, isOneFile: boolean): Html {
  // Cards show the details of high-risk effects.
  const more =
    severity !== 'high-risk' && details.length > 0 && html` <span class="dim">${oneLine(details.join('; '))}</span>`;
  return html`<tr${severity === 'high-risk' && html` class="high-risk"`}><th scope="row">${address(before, root, 'new')}<td>${address(after, root, 'removed')}<td>${oneLine(subject)}${more}<td>${isOneFile ? source && html`:${source.line}` : sourceOf(source)}
`;
}

function address(value: Impact['before'], root: string, none: string): Html {
  const text = pathBelow(value, root, none);
  return typeof value === 'string' ? html`${oneLine(text)}` : html`<b>${text}</b>`;
}
