/** Effects of a plan or of drift as Markdown: alert boxes by severity, and tables of URLs. */
import { keyIn } from '../core/address.ts';
import { groupBy, type NonEmpty } from '../core/group-by.ts';
import type { Impact } from '../core/impact.ts';
import {
  alike,
  alikeAtLarge,
  audienceLines,
  commonRoot,
  effectLines,
  type ImpactOf,
  impactHeadings,
  isAddressRow,
  type Meaning,
  pairBelow,
  rowsText,
  sharedOf,
  type UrlTable,
  urlTables,
} from './impact.ts';
import { code, line, markdownOf } from './lines.ts';
import { packed } from './packed.ts';
import { escapeHtml, escapeMarkdown, inlineCode } from './sanitize.ts';
import { countsText, foldedMarkdown } from './texts.ts';
import { count } from './words.ts';

/** `packed`: groups of equal effects. `terse`: groups of effects whose audience or details differ. */
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
  return info.length === 0 ? '' : foldedMarkdown(`Other effects (${info.length})`, linesOf(info, form).join('\n'));
}

export function otherCounts({ notable, info }: Pick<Meaning, 'notable' | 'info'>): string {
  const counts = countsText(Object.entries({ notable: notable.length, info: info.length }));
  return counts && `Effects that are not listed: ${counts}.`;
}

function linesOf(impact: readonly Impact[], form: ImpactForm) {
  if (form === 'whole') return impact.map((each) => lineOf(each));
  const groups = form === 'terse' ? alikeAtLarge(impact).map(atLarge) : alike(impact);
  return groups.map((group) => (group.length === 1 ? lineOf(group[0]) : groupLine(group, form)));
}

function atLarge(group: NonEmpty<Impact>): NonEmpty<Impact> {
  const { who, details } = sharedOf(group);
  const [first, ...others] = group;
  return others.length === 0
    ? [{ ...first, who, details: [] }]
    : [{ ...first, who, details }, ...others.map((each) => ({ ...each, who, details }))];
}

/** `- **Handbook**: more people can read it: "visitor-auth" → "public" …` */
function lineOf(impact: Impact) {
  const { source } = impact;
  const place = source === undefined ? '' : ` · ${inlineCode(`${source.file}:${source.line}`)}`;
  return `- **${escapeMarkdown(impact.subject)}** (${inlineCode(impact.address)}): ${saysOf(impact)}${place}`;
}

function saysOf(impact: Impact) {
  return [line`${impact.what}`, ...effectLines(impact)].map(markdownOf).join('; ');
}

function groupLine(group: NonEmpty<Impact>, form: ImpactForm) {
  const [first] = group;
  if (isAddressRow(first)) return rowsLine(group, first);
  const lists = groupBy(group, ({ address }) => address.slice(0, address.lastIndexOf('/') + 1));
  const named = [...lists].map(([list, own]) => {
    const isNamed = ({ address, subject }: Impact) => form !== 'terse' && subject !== keyIn(address);
    const items = own.map((each) => ({ key: keyIn(each.address), title: isNamed(each) ? each.subject : undefined }));
    return `in ${inlineCode(list)}: ${inlineCode(packed(items, { hasIds: false }))}`;
  });
  return `- **${count(group.length, 'object')}**: ${saysOf(first)}: ${named.join('; ')}`;
}

function rowsLine(group: readonly Impact[], first: Impact) {
  const root = commonRoot(group);
  const rows = group.map((each) => {
    const { before, after } = pairBelow(each, root);
    return markdownOf(line`${code(`${before} → ${after}`)} ${[each.subject, ...each.details].join('; ')}`);
  });
  const below = root === '' ? '' : ` on ${inlineCode(root)}`;
  const what = [line`${rowsText(group.length, first.what)}`, ...audienceLines({ ...first, details: [] })];
  return `- **${count(group.length, 'URL change')}**${below}: ${what.map(markdownOf).join('; ')}: ${rows.join(', ')}`;
}

const mostOpen = 30;

export function addressTables(impact: readonly Impact[]): {
  readonly open: readonly string[];
  readonly folded: readonly string[];
} {
  const tables = urlTables(impact);
  const tableText = ({ rows }: UrlTable): string =>
    ['| Old URL | New URL | Space | Source |', '|---|---|---|---|', ...rows.map(rowText)].join('\n');
  return {
    open: tables
      .filter(({ rows }) => rows.length <= mostOpen)
      .map((table) => `**${escapeMarkdown(table.caption)}**\n\n${tableText(table)}`),
    folded: tables
      .filter(({ rows }) => rows.length > mostOpen)
      .map((table) => foldedMarkdown(escapeHtml(table.caption), tableText(table))),
  };
}

function rowText({ before, after, shows, source }: UrlTable['rows'][number]) {
  return `| ${cell(before)} | ${cell(after)} | ${escapeMarkdown(shows)} | ${source === '' ? '' : cell(source)} |`;
}

/** Inline code cannot escape a pipe, which would end the cell. */
function cell(text: string) {
  return text.includes('|') ? escapeMarkdown(text).replaceAll('\\|', '&#124;') : inlineCode(text);
}
