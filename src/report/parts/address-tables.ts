/** Tables of changed URLs, as Markdown. */
import type { Impact } from '../../core/impact.ts';
import { escapeHtml, escapeMarkdown, foldedMarkdown, inlineCode } from '../wording/sanitize.ts';
import { type UrlTable, urlTables } from './url-tables.ts';

const maxOpen = 30;

export function addressTables(impact: readonly Impact[]) {
  const tables = urlTables(impact).map(({ caption, rows }) => {
    const text = ['| Old URL | New URL | Space | Source |', '|---|---|---|---|', ...rows.map(rowMarkdown)].join('\n');
    const isOpen = rows.length <= maxOpen;
    return {
      isOpen,
      text: isOpen ? `**${escapeMarkdown(caption)}**\n\n${text}` : foldedMarkdown(escapeHtml(caption), text),
    };
  });
  const those = (open: boolean) => tables.filter(({ isOpen }) => isOpen === open).map(({ text }) => text);
  return { open: those(true), folded: those(false) };
}

function rowMarkdown({ before, after, shows, source }: UrlTable['rows'][number]) {
  return `| ${cell(before)} | ${cell(after)} | ${escapeMarkdown(shows)} | ${source === '' ? '' : cell(source)} |`;
}

/** Inline code cannot escape a pipe, which would end the cell. */
function cell(text: string) {
  return text.includes('|') ? escapeMarkdown(text).replaceAll('\\|', '&#124;') : inlineCode(text);
}
