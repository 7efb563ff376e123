/** The objects that `docform get` lists, as JSON. */
import type { Inventory, InventoryRow } from '../plan/document/inventory.ts';
import { jsonText, orNull } from './wording/sanitize.ts';
import { placeDocument } from './wording/words.ts';

/** Both facts are empty if they are unknown. */
export function inventoryJson(
  inventory: Inventory,
  facts: { readonly host: string; readonly organization: string },
): string {
  return jsonText({
    schemaVersion: 1,
    kind: 'objects',
    host: facts.host || null,
    organization: facts.organization || null,
    objects: inventory.rows.map(rowDocument),
    unread: inventory.unread,
  });
}

function rowDocument({ address, kind, id, status, name, reason, isProtected, span }: InventoryRow) {
  return { ...orNull({ address, kind, id, status, name, reason, isProtected }), source: placeDocument(span) };
}
