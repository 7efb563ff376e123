/** Orders and a hash of all objects, which do not depend on where the state is stored. */
import { createHash } from 'node:crypto';
import { compared } from './compare.ts';
import type { Row } from './records.ts';

/** Siblings at the same position are ordered by id. */
export function inSiblingOrder(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) =>
      compared(a.kind, b.kind) ||
      compared(a.parent, b.parent) ||
      compared(a.position, b.position) ||
      compared(a.id, b.id),
  );
}

export function stateDigest(rows: readonly Row[]): string {
  const hash = createHash('sha256');
  const byId = rows.toSorted(
    (a, b) => compared(a.kind, b.kind) || compared(a.id, b.id) || compared(a.parent, b.parent),
  );
  for (const { kind, id, parent, scope, position, target, uniqueKey, data } of byId)
    hash.update(`${JSON.stringify([kind, id, parent, scope, position, target, uniqueKey, data])}\n`);
  return hash.digest('hex');
}
