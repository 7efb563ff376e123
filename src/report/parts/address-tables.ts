/** Tables of changed URLs in comments. */
import type { Impact } from '../../core/impact.ts';
import { type Block, code, type Line, line, type Table } from '../blocks/block.ts';
import { type UrlTable, urlTables } from './url-tables.ts';

const maxOpen = 30;

/** Long tables are folded. */
export function addressTables(impact: readonly Impact[]) {
  const tables = urlTables(impact).map(({ caption, rows }) => ({ caption, rows: rows.map(rowOf) }));
  const columns = ['Old URL', 'New URL', 'Space', 'Source'];
  const open = tables.filter(({ rows }) => rows.length <= maxOpen);
  const folded = tables.filter(({ rows }) => rows.length > maxOpen);
  return {
    open: open.map(({ caption, rows }): Table => ({ is: 'table', caption, columns, rows })),
    folded: folded.map(({ caption, rows }): Block => {
      return { is: 'fold', summary: caption, blocks: [{ is: 'table', columns, rows }] };
    }),
  };
}

function rowOf({ before, after, shows, source }: UrlTable['rows'][number]): readonly Line[] {
  return [code(before), code(after), line`${shows}`, source === '' ? [] : code(source)];
}
