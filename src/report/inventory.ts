/** Objects in configuration, ledger and platform, as text, JSON and CSV. */
import type { Inventory, InventoryRow, Standing } from '../plan/inventory.ts';
import { csvText } from './csv.ts';
import { jsonText, oneLine } from './sanitize.ts';
import { count } from './words.ts';

/** What each standing means, in the words of the text table. */
const meanings: { readonly [S in Standing]: string } = {
  managed: '',
  unrecorded: 'declared, but not in the ledger yet',
  missing: 'declared, but not on the platform',
  pending: '',
  unread: 'could not be read',
  dropped: 'in the ledger, but no longer declared',
  gone: 'only in the ledger',
  unmanaged: '',
};

/** One line each: address, id, standing, and what there is to say of it. */
export function inventoryText({ rows }: Inventory): string {
  const cells = rows.map((row) => [oneLine(row.address), oneLine(row.id ?? '-'), row.standing, remarkOf(row)]);
  const table = [['ADDRESS', 'ID', 'STATUS', ''], ...cells];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  return rows.length === 0 ? '' : table.map((line) => `${lineText(line, widths)}\n`).join('');
}

function lineText(line: readonly string[], widths: readonly number[]): string {
  return line
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd();
}

function remarkOf({ standing, name, reason, isProtected }: InventoryRow): string {
  const parts = [
    name === undefined ? '' : `"${oneLine(name)}"`,
    reason === undefined ? meanings[standing] : oneLine(reason),
  ];
  return [...parts, isProtected ? 'protected' : ''].filter((part) => part !== '').join('; ');
}

/** `12 managed, 1 dropped, 3 unmanaged`, in the order of first appearance of the standings above. */
export function inventoryCounts({ rows }: Inventory): string {
  const standings = Object.keys(meanings) as readonly Standing[];
  const counted = standings.map(
    (standing) => [rows.filter((row) => row.standing === standing).length, standing] as const,
  );
  const shown = counted.filter(([number]) => number > 0).map(([number, standing]) => `${number} ${standing}`);
  return shown.length === 0 ? 'No objects.' : `${count(rows.length, 'object')}: ${shown.join(', ')}.`;
}

/** Without a ledger that says it, nothing that is contacted and no organization in the configuration, both facts are empty. */
export function inventoryJson(
  inventory: Inventory,
  facts: { readonly host: string; readonly organization: string },
): string {
  const { rows, unread } = inventory;
  const document = {
    schemaVersion: 1,
    kind: 'ls',
    host: facts.host || null,
    organization: facts.organization || null,
    objects: rows.map(rowDocument),
    unread,
  };
  return jsonText(document);
}

function rowDocument({ address, kind, id, standing, name, reason, isProtected, span }: InventoryRow) {
  return {
    ...{ address, kind, id: id ?? null, standing, name: name ?? null, reason: reason ?? null, isProtected },
    source: span === undefined ? null : { file: span.file, line: span.line, column: span.column },
  };
}

export function inventoryCsv({ rows }: Inventory): string {
  const cells = rows.map(({ address, kind, id, standing, name, reason, isProtected }) => {
    return [address, kind, id, standing, name, reason, isProtected];
  });
  return csvText(['address', 'kind', 'id', 'standing', 'name', 'reason', 'protected'], cells);
}
