/** Updates the last-applied marks of references when their target is renamed: that is no change of whoever refers to it. */
import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/group-by.ts';
import type { KindName, LedgerEntry } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { addressPath, type Shapes } from '../../kinds/shape.ts';
import { declaredMark } from './last-applied.ts';

interface Renamed {
  readonly from: Address;
  readonly to: Address;
}

type MarksOf = (field: FieldShape, kind: KindName) => ReadonlyMap<string, string>;

/** The entries with marks as if they had been kept under the new addresses. */
export function withRenamedLastApplied(
  entries: ReadonlyMap<Address, LedgerEntry>,
  renamed: readonly Renamed[],
  shapes: Shapes,
): ReadonlyMap<Address, LedgerEntry> {
  if (renamed.length === 0) return entries;
  const marksOf = renamedMarks(renamed, shapes);
  return new Map(
    [...entries].map(([address, entry]) => [address, withLastApplied(entry, kindAt(address, shapes), marksOf, shapes)]),
  );
}

/** New marks by old ones, of a field that refers to a kind; made once per field. */
function renamedMarks(renamed: readonly Renamed[], shapes: Shapes): MarksOf {
  const byKind = groupBy(renamed, ({ to }) => kindAt(to, shapes));
  const known = new Map<FieldShape, ReadonlyMap<string, string>>();
  return (field, kind) => {
    const pairs = byKind.get(kind) ?? [];
    const found =
      known.get(field) ??
      new Map(pairs.map(({ from, to }) => [declaredMark(field, { ref: from }), declaredMark(field, { ref: to })]));
    known.set(field, found);
    return found;
  };
}

function withLastApplied(entry: LedgerEntry, kind: KindName, marksOf: MarksOf, shapes: Shapes): LedgerEntry {
  const changed: { [field: string]: string } = {};
  for (const [name, field] of Object.entries(shapes.get(kind)?.fields ?? {})) {
    const mark = entry.applied?.[name];
    const renamed = field.type.is === 'ref' && mark !== undefined ? marksOf(field, field.type.to).get(mark) : undefined;
    if (renamed !== undefined) changed[name] = renamed;
  }
  return Object.keys(changed).length === 0 ? entry : { ...entry, applied: { ...entry.applied, ...changed } };
}

function kindAt(address: Address, shapes: Shapes): KindName {
  return addressPath(address, shapes)?.at(-1)?.kind ?? '';
}
