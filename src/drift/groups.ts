/** Groups drift for people: one change that hit many objects is told once. Pure. */
import { canonicalJson } from '../core/canonical.ts';
import type { KindName } from '../core/state.ts';
import type { DriftEntry, FieldDrift } from './entry.ts';

/** A field that changed in the same way in several resources of one kind. */
export interface FieldGroup extends FieldDrift {
  readonly kind: KindName;
  readonly addresses: readonly string[];
}

export interface GroupedChanges {
  readonly groups: readonly FieldGroup[];
  /** The rest, without the fields that are in a group. */
  readonly entries: readonly DriftEntry[];
}

/** From so many on it is one change that hit many. */
const many = 3;

export function groupChanges(entries: readonly DriftEntry[]): GroupedChanges {
  const found = new Map<string, { readonly field: FieldDrift; readonly kind: KindName; readonly addresses: string[] }>();
  const keyOf = ({ kind }: DriftEntry, field: FieldDrift) => canonicalJson([kind, field]);
  for (const entry of entries) {
    for (const field of entry.fields ?? []) {
      const group = found.get(keyOf(entry, field)) ?? { field, kind: entry.kind, addresses: [] };
      group.addresses.push(entry.address);
      found.set(keyOf(entry, field), group);
    }
  }
  const isGrouped = (entry: DriftEntry, field: FieldDrift) => (found.get(keyOf(entry, field))?.addresses.length ?? 0) >= many;
  return {
    groups: [...found.values()].filter(({ addresses }) => addresses.length >= many).map(({ field, ...group }) => ({ ...field, ...group })),
    entries: entries.flatMap((entry) => {
      const fields = entry.fields?.filter((field) => !isGrouped(entry, field));
      if (fields === undefined) return [entry];
      return fields.length === 0 ? [] : [{ ...entry, fields }];
    }),
  };
}
