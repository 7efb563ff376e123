/** The navigation of sites before and after as text: in two columns where the terminal is wide enough, else as one tree with marks. */
import type { SiteNavigation } from '../../core/navigation.ts';
import { type Painter, plain } from '../words.ts';
import { padded, widthOf, wrapped } from '../wrap.ts';
import { type Columns, columnsOf, type Row, rowsOf, signRoles, siteText, unreadText } from './rows.ts';

/** From so many columns on, both stand beside each other. */
const wide = 100;
/** Titles up to here have their paths below each other. */
const widestTitle = 36;

export interface NavigationTextOptions {
  readonly paint?: Painter;
  /** Of the terminal; missing: there is none, and no line is broken. */
  readonly columns?: number;
}

/** Empty where no navigation is touched. `sites`: those in which something is another. */
export function navigationText(
  sites: readonly SiteNavigation[],
  { paint = plain, columns }: NavigationTextOptions = {},
): string {
  const blocks = sites.map((site) => {
    const unread = unreadText(site);
    const isPair = columns !== undefined && columns >= wide && site.before !== null && site.after !== null;
    const lines = isPair ? pairLines(columnsOf(site), paint, columns) : treeLines(rowsOf(site), paint, columns);
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

function pairLines(rows: readonly Columns[], paint: Painter, columns: number): readonly string[] {
  const [left, right] = [rows.flatMap(({ before }) => before ?? []), rows.flatMap(({ after }) => after ?? [])];
  const [lefts, rights] = [titleWidth(left), titleWidth(right)];
  const most = Math.floor((columns - 5) / 2);
  const width = Math.min(most, Math.max(12, ...left.map((row) => widthOf(plainCell(row, lefts)))));
  const rest = columns - 5 - width;
  const line = (before: string, after: string): string => `  ${padded(before, width)} │ ${after}`.trimEnd();
  return [
    line('before', 'after'),
    ...rows.flatMap(({ before, after }) => {
      const cells = [before ? cell(before, lefts, width, paint) : [], after ? cell(after, rights, rest, paint) : []];
      const height = Math.max(...cells.map(({ length }) => length));
      return Array.from({ length: height }, (_, at) => line(cells[0]?.[at] ?? '', cells[1]?.[at] ?? ''));
    }),
  ];
}

function titleWidth(rows: readonly Row[]): number {
  const widths = rows.filter(({ path }) => path !== '').map(({ depth, title }) => 2 * depth + widthOf(title));
  return Math.max(0, ...widths.filter((width) => width <= widestTitle));
}

function plainCell({ sign, depth, title, path, notes }: Row, width: number): string {
  const head = `${'  '.repeat(depth)}${title}`;
  const more = [path, notes.join(', ')].filter((part) => part !== '').join('  ');
  return `${sign} ${more === '' ? head : `${padded(head, width)}  ${more}`}`;
}

/** Never wider than `columns`; what is left of it stands further in. */
function cell(row: Row, width: number, columns: number | undefined, paint: Painter): readonly string[] {
  const text = plainCell(row, width).slice(2);
  const indent = '  '.repeat(row.depth);
  const lines =
    columns === undefined
      ? [text]
      : wrapped(text.slice(indent.length), { columns: columns - 2, first: indent, rest: `${indent}    ` });
  return lines.map((line, at) => (at === 0 ? `${paint(signRoles[row.sign], row.sign)} ${line}` : `  ${line}`));
}
