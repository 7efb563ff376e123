/** The navigation of sites before and after as text: one tree with marks. */
import type { SiteNavigation } from '../../core/navigation.ts';
import { type Painter, plain } from '../words.ts';
import { widthOf, wrapped } from '../wrap.ts';
import { type Row, rowsOf, rowText, signRoles, siteText, unreadText } from './rows.ts';

/** Paths are aligned behind titles of up to this width. */
const widestTitle = 36;

export interface NavigationTextOptions {
  readonly paint?: Painter;
  readonly columns?: number;
}

export function navigationText(
  sites: readonly SiteNavigation[],
  { paint = plain, columns }: NavigationTextOptions = {},
): string {
  const blocks = sites.map((site) => {
    const unread = unreadText(site);
    const lines = treeLines(rowsOf(site), paint, columns);
    const head = `Navigation of ${siteText(site)}`;
    return [paint('heading', head), ...lines, ...(unread === undefined ? [] : [`  ${unread}`])].join('\n');
  });
  return blocks.join('\n\n');
}

function treeLines(rows: readonly Row[], paint: Painter, columns: number | undefined): readonly string[] {
  const width = titleWidth(rows);
  return rows.flatMap((row) =>
    cell(row, width, columns === undefined ? undefined : columns - 2, paint).map((line) => `  ${line}`.trimEnd()),
  );
}

function titleWidth(rows: readonly Row[]): number {
  const widths = rows.filter(({ path }) => path !== '').map(({ depth, title }) => 2 * depth + widthOf(title));
  return Math.max(0, ...widths.filter((width) => width <= widestTitle));
}

function cell(row: Row, width: number, columns: number | undefined, paint: Painter): readonly string[] {
  const text = rowText(row, width);
  const indent = '  '.repeat(row.depth);
  const lines =
    columns === undefined
      ? [text]
      : wrapped(text.slice(indent.length), { columns: columns - 2, first: indent, rest: `${indent}    ` });
  return lines.map((line, at) => (at === 0 ? `${paint(signRoles[row.sign], row.sign)} ${line}` : `  ${line}`));
}
