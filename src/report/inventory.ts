/** The objects that `docform get` lists, as text. */
import { withoutMissing } from '../core/defined.ts';
import type { Inventory, InventoryRow, ObjectStatus } from '../plan/document/inventory.ts';
import { countsText, csvText, oneLine } from './wording/sanitize.ts';
import { count } from './wording/words.ts';

/** In output order. */
const meanings: { readonly [S in ObjectStatus]: string } = {
  managed: '',
  external: 'managed elsewhere',
  unrecorded: 'declared, but not in the ledger yet',
  missing: 'declared, but not on the platform',
  pending: '',
  unread: 'could not be read',
  dropped: 'in the ledger, but no longer declared',
  gone: 'only in the ledger',
  unmanaged: '',
};

export function inventoryText({ rows }: Inventory): string {
  const cells = rows.map((row) => [oneLine(row.address), oneLine(row.id ?? '-'), row.status, remarkOf(row)]);
  const table = [['ADDRESS', 'ID', 'STATUS', ''], ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  const padded = table.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return rows.length === 0 ? '' : padded.map((line) => `${line.join('  ').trimEnd()}\n`).join('');
}

function remarkOf({ status, name, reason, isProtected }: InventoryRow) {
  const meaning = reason === undefined ? meanings[status] : oneLine(reason);
  return withoutMissing(name !== undefined && `"${oneLine(name)}"`, meaning, isProtected && 'protected').join('; ');
}

/** `16 objects: 12 managed, 1 dropped, 3 unmanaged.` */
export function inventoryCounts({ rows }: Inventory): string {
  const statuses = Object.keys(meanings) as readonly ObjectStatus[];
  const counts = statuses.map((status) => [status, rows.filter((row) => row.status === status).length] as const);
  return rows.length === 0 ? 'No objects.' : `${count(rows.length, 'object')}: ${countsText(counts)}.`;
}

export function inventoryCsv({ rows }: Inventory): string {
  const names = ['address', 'kind', 'id', 'status', 'name', 'reason'] as const;
  const cells = rows.map((row) => [...names.map((name) => row[name]), row.isProtected]);
  return csvText([...names, 'protected'], cells);
}
