/** Addresses that move, end or begin, as tables: one for each of what they have in common. */
import { groupBy } from '../core/group-by.ts';
import type { Impact } from '../core/impact.ts';
import { whoText } from './impact.ts';
import { commonRoot, isAddressRow, pairBelow } from './impact-addresses.ts';
import { escapeHtml, escapeMarkdown, inlineCode } from './sanitize.ts';
import { count } from './words.ts';

/** Up to so many rows stand open. */
const mostOpen = 30;

/** What is not severe: that stands in its box. */
export function isInTable(impact: Impact): boolean {
  return impact.severity !== 'severe' && isAddressRow(impact);
}

/** Open ones, and those that are folded as they are long. */
export function addressTables(impact: readonly Impact[]): { readonly open: readonly string[]; readonly folded: readonly string[] } {
  const groups = groupBy(impact.filter(isInTable), ({ address, who }) => JSON.stringify([address.split('/').slice(0, 2), who]));
  const tables = [...groups.values()];
  return {
    open: tables.filter(({ length }) => length <= mostOpen).map(tableOf),
    folded: tables.filter(({ length }) => length > mostOpen).map(tableOf),
  };
}

function tableOf(rows: readonly Impact[]): string {
  const root = commonRoot(rows);
  const fates = [
    ['move', rows.filter(({ before, after }) => typeof before === 'string' && after !== null)],
    ['end', rows.filter(({ after }) => after === null)],
    ['begin', rows.filter(({ before }) => before === null)],
  ] as const;
  const counts = fates.flatMap(([word, some]) => (some.length === 0 ? [] : [`${some.length} ${word}`]));
  const [first] = rows;
  const who = first === undefined ? '' : whoText(first);
  const head = `${count(rows.length, 'address', 'addresses')}${root === '' ? '' : ` of ${root}`}: ${counts.join(', ')}${who === '' ? '' : ` (${who})`}`;
  const table = ['| before | after | shows | where |', '|---|---|---|---|', ...rows.map((row) => rowOf(row, root))].join('\n');
  if (rows.length <= mostOpen) return `**${escapeMarkdown(head)}**\n\n${table}`;
  return `<details><summary>${escapeHtml(head)}</summary>\n\n${table}\n\n</details>`;
}

function rowOf(impact: Impact, root: string): string {
  const { before, after } = pairBelow(impact, root);
  const { subject, details, source } = impact;
  const shows = [subject, ...details].map(escapeMarkdown).join('; ');
  return `| ${cell(before)} | ${cell(after)} | ${shows} | ${source === undefined ? '' : cell(`${source.file}:${source.line}`)} |`;
}

/** As code; a pipe would part the cell there, whatever stands before it. */
function cell(text: string): string {
  return text.includes('|') ? escapeMarkdown(text).replaceAll('\\|', '&#124;') : inlineCode(text);
}
