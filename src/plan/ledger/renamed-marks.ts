/** Marks of references follow what they lead to when that gets another address: a rename is no change of whoever refers to it. */
import type { Address } from '../../core/address.ts';
import type { LedgerEntry } from '../../core/state.ts';
import { addressPath, type Shapes } from '../../kinds/shape.ts';
import { declaredMark } from './marks.ts';

interface Renamed {
  readonly from: Address;
  readonly to: Address;
}

/** The entries with marks as if they had been kept under the new addresses. */
export function withRenamedMarks(
  entries: ReadonlyMap<Address, LedgerEntry>,
  renamed: readonly Renamed[],
  shapes: Shapes,
): ReadonlyMap<Address, LedgerEntry> {
  if (renamed.length === 0) return entries;
  return new Map([...entries].map(([address, entry]) => [address, withMarks(address, entry, renamed, shapes)]));
}

function withMarks(address: Address, entry: LedgerEntry, renamed: readonly Renamed[], shapes: Shapes): LedgerEntry {
  const fields = shapes.get(addressPath(address, shapes)?.at(-1)?.kind ?? '')?.fields ?? {};
  const changed: { [field: string]: string } = {};
  for (const [name, field] of Object.entries(fields)) {
    let mark = entry.applied?.[name];
    if (field.type.is !== 'ref' || mark === undefined) continue;
    // In their order, as what was renamed once may be renamed again.
    for (const { from, to } of renamed) if (mark === declaredMark(field, { ref: from })) mark = declaredMark(field, { ref: to });
    if (mark !== entry.applied?.[name]) changed[name] = mark;
  }
  return Object.keys(changed).length === 0 ? entry : { ...entry, applied: { ...entry.applied, ...changed } };
}
