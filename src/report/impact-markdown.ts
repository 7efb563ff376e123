/** Effects of a plan or of drift as Markdown: alert boxes by severity, and tables of URLs. */
import { keyIn, topOf } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { Impact } from '../core/impact.ts';
import {
  addressPair,
  affectsText,
  alike,
  alikeAtLarge,
  changedValues,
  commonRoot,
  type ImpactOf,
  impactHeadings,
  isAddressRow,
  type Meaning,
  pairBelow,
  rowsText,
  sharedOf,
  valueName,
} from './impact.ts';
import { packed } from './packed.ts';
import { escapeHtml, escapeMarkdown, inlineCode } from './sanitize.ts';
import { count } from './words.ts';

/** `packed`: groups of equal effects. `terse`: groups of effects that differ in audience or details, without these. */
export type ImpactForm = 'whole' | 'packed' | 'terse';

const boxes = { 'high-risk': '> [!CAUTION]', notable: '> [!WARNING]' } as const;

/** High-risk effects are never folded or cut. If they do not fit, the comment is not whole. */
export function boxMarkdown(
  box: keyof typeof boxes,
  impact: readonly Impact[],
  form: ImpactForm,
  of: ImpactOf = 'plan',
): string {
  const blocks = (['readers', 'people'] as const).flatMap((on) => {
    const own = impact.filter((each) => each.on === on);
    return own.length === 0
      ? []
      : [[`**${impactHeadings[of][on]}${box === 'high-risk' ? ' (high-risk)' : ''}**`, '', ...linesOf(own, form)]];
  });
  if (blocks.length === 0) return '';
  const lines = blocks.flatMap((block, at) => (at === 0 ? block : ['', ...block]));
  return [boxes[box], ...lines.map((line) => (line === '' ? '>' : `> ${line}`))].join('\n');
}

export function infoMarkdown(info: readonly Impact[], form: ImpactForm): string {
  return info.length === 0
    ? ''
    : `<details><summary>Other effects (${info.length})</summary>\n\n${linesOf(info, form).join('\n')}\n\n</details>`;
}

/** Counts of effects that do not fit. */
export function otherCounts({ notable, info }: Pick<Meaning, 'notable' | 'info'>): string {
  const parts = Object.entries({ notable, info }).flatMap(([severity, { length }]) =>
    length === 0 ? [] : [`${length} ${severity}`],
  );
  return parts.length === 0 ? '' : `Effects that are not listed: ${parts.join(', ')}.`;
}

function linesOf(impact: readonly Impact[], form: ImpactForm): readonly string[] {
  if (form === 'whole') return impact.map((each) => lineOf(each));
  const groups = form === 'terse' ? alikeAtLarge(impact).map(atLarge) : alike(impact);
  return groups.map((group) =>
    group.length === 1 && group[0] !== undefined ? lineOf(group[0]) : groupLine(group, form),
  );
}

function atLarge(group: readonly Impact[]): readonly Impact[] {
  const { who, details } = sharedOf(group);
  return group.map((each) => ({ ...each, who, details: group.length === 1 ? [] : details }));
}

/** `- **Handbook**: more people can read it: "visitor-auth" → "public" …` */
function lineOf(impact: Impact): string {
  const { source } = impact;
  const place = source === undefined ? '' : ` · ${inlineCode(`${source.file}:${source.line}`)}`;
  return `- **${escapeMarkdown(impact.subject)}** (${inlineCode(impact.address)}): ${saysOf(impact)}${place}`;
}

function saysOf(impact: Impact): string {
  const values = changedValues(impact);
  const pair =
    values === undefined
      ? ''
      : `; ${escapeMarkdown(valueName(impact))}: ${inlineCode(values.before)} → ${inlineCode(values.after)}`;
  const more = [affectsText(impact), ...impact.details].filter((text) => text !== '').map(escapeMarkdown);
  return [`${escapeMarkdown(impact.what)}${pair}`, ...more].join('; ');
}

function groupLine(group: readonly Impact[], form: ImpactForm): string {
  const [first] = group;
  if (first === undefined) return '';
  if (isAddressRow(first)) return rowsLine(group, first);
  const lists = groupBy(group, ({ address }) => address.slice(0, address.lastIndexOf('/') + 1));
  const named = [...lists].map(([list, own]) => {
    const isNamed = ({ address, subject }: Impact) => form !== 'terse' && subject !== keyIn(address);
    const items = own.map((each) => ({ key: keyIn(each.address), title: isNamed(each) ? each.subject : undefined }));
    return `in ${inlineCode(list)}: ${inlineCode(packed(items, { hasIds: false }))}`;
  });
  return `- **${count(group.length, 'object')}**: ${saysOf(first)}: ${named.join('; ')}`;
}

/** Each URL with its change. */
function rowsLine(group: readonly Impact[], first: Impact): string {
  const root = commonRoot(group);
  const rows = group.map(
    (each) => `${inlineCode(addressPair(each, root))} ${escapeMarkdown([each.subject, ...each.details].join('; '))}`,
  );
  const below = root === '' ? '' : ` on ${inlineCode(root)}`;
  const says = [rowsText(group.length, first.what), affectsText(first)]
    .filter((text) => text !== '')
    .map(escapeMarkdown)
    .join('; ');
  return `- **${count(group.length, 'URL change')}**${below}: ${says}: ${rows.join(', ')}`;
}

/** Longer tables are folded. */
const mostOpen = 30;

export function addressTables(rows: readonly Impact[]): {
  readonly open: readonly string[];
  readonly folded: readonly string[];
} {
  const groups = groupBy(rows, ({ address, who }) => JSON.stringify([topOf(address), who]));
  const tables = [...groups.values()];
  return {
    open: tables.filter(({ length }) => length <= mostOpen).map(tableOf),
    folded: tables.filter(({ length }) => length > mostOpen).map(tableOf),
  };
}

function tableOf(rows: readonly Impact[]): string {
  const root = commonRoot(rows);
  const fates = [
    ['changed', rows.filter(({ before, after }) => typeof before === 'string' && after !== null)],
    ['removed', rows.filter(({ after }) => after === null)],
    ['new', rows.filter(({ before }) => before === null)],
  ] as const;
  const counts = fates.flatMap(([word, some]) => (some.length === 0 ? [] : [`${some.length} ${word}`]));
  const [first] = rows;
  const who = first === undefined ? '' : affectsText(first);
  const head = `${count(rows.length, 'URL change')}${root === '' ? '' : ` on ${root}`}: ${counts.join(', ')}${who === '' ? '' : `. ${who}`}`;
  const table = [
    '| Old URL | New URL | Space | Source |',
    '|---|---|---|---|',
    ...rows.map((row) => rowOf(row, root)),
  ].join('\n');
  if (rows.length <= mostOpen) return `**${escapeMarkdown(head)}**\n\n${table}`;
  return `<details><summary>${escapeHtml(head)}</summary>\n\n${table}\n\n</details>`;
}

function rowOf(impact: Impact, root: string): string {
  const { before, after } = pairBelow(impact, root);
  const { subject, details, source } = impact;
  const shows = [subject, ...details].map(escapeMarkdown).join('; ');
  return `| ${cell(before)} | ${cell(after)} | ${shows} | ${source === undefined ? '' : cell(`${source.file}:${source.line}`)} |`;
}

/** Inline code cannot escape a pipe, which would end the cell. */
function cell(text: string): string {
  return text.includes('|') ? escapeMarkdown(text).replaceAll('\\|', '&#124;') : inlineCode(text);
}
