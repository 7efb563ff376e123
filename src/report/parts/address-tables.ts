/** Tables of changed URLs. */
import type { Impact } from '../../core/impact.ts';
import { type Block, code, line, type Table } from '../blocks/block.ts';
import { urlTables } from './url-tables.ts';

export function addressTables(impact: readonly Impact[]): readonly (Table & { readonly caption: string })[] {
  return urlTables(impact).map(({ caption, rows }) => ({
    is: 'table',
    caption,
    columns: ['Old URL', 'New URL', 'Space', 'Source'],
    rows: rows.map(({ before, after, shows, source, isHighRisk }) => ({
      cells: [code(before), code(after), line`${shows}`, source === '' ? [] : code(source)],
      isHighRisk,
    })),
  }));
}

const maxOpen = 30;

/** Comments fold long tables. */
export function foldedTables(impact: readonly Impact[]) {
  const tables = addressTables(impact);
  const isLong = ({ rows }: Table) => rows.length > maxOpen;
  return {
    open: tables.filter((table) => !isLong(table)),
    folded: tables.filter(isLong).map(({ caption, ...table }): Block => {
      return { is: 'fold', summary: caption, blocks: [table] };
    }),
  };
}
