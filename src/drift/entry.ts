/** The entries of a drift report, one per thing that differs, fit to print; grouped where one change hit many. */
import type { Address, ListAddress } from '../core/address.ts';
import { canonicalJson } from '../core/canonical.ts';
import type { DriftClass, IgnoreRule, KindName } from '../core/state.ts';
import type { Value } from '../core/value.ts';

/** A field that somebody changed: secrets are redacted, references are addresses. */
export interface FieldDrift {
  /** `title`, or `values.status` of a map that is compared key by key. */
  readonly field: string;
  /** As last applied; missing: not known, as only its fingerprint is kept and the configuration says something else by now. */
  readonly before?: Value;
  /** As it is on the platform; null: it has none. */
  readonly after: Value;
  /** Told whole, however long it is: a condition. */
  readonly isShownInFull?: true;
  /** What it opens to more people, or which guard it takes away, beside what is wanted; missing: nothing. */
  readonly highRisk?: string;
}

/** A move, as one would have to make it to get from the order before to the one there is. */
export interface MovedSibling {
  readonly address: Address;
  readonly relation: 'before' | 'after';
  readonly beside: Address;
}

interface OrderDrift {
  readonly before: readonly Address[];
  readonly after: readonly Address[];
  readonly moved: readonly MovedSibling[];
}

export interface DriftEntry {
  readonly class: DriftClass;
  /** Of what is unmanaged: `teams/id:ID`; of what is misordered: that of the container. */
  readonly address: Address;
  readonly kind: KindName;
  /** The platform's; of what is missing: the one it had, where that is known. */
  readonly id?: string;
  /** Of what is unmanaged: how people call it. */
  readonly name?: string;
  /** Of what changed. */
  readonly fields?: readonly FieldDrift[];
  /** Of what is misordered. */
  readonly order?: OrderDrift;
  /** Of what is missing: how many things that stood in it are missing as well. */
  readonly within?: number;
  readonly note?: string;
  /** Of what is missing in its place: it stands somewhere else by now. */
  readonly isElsewhere?: true;
  /** Stands for the values in the digest, so that a redacted one counts as well. */
  readonly marks: readonly string[];
}

export interface IgnoredEntry extends DriftEntry {
  readonly reason: string;
  readonly until?: string;
}

/** What could not be read, so that nothing can be said of what stands in it. */
export interface Unread {
  readonly list: ListAddress;
  readonly reason: string;
  readonly hides: readonly Address[];
}

export interface Drift {
  readonly organization: string;
  /** `configuration`: there is no ledger that knows what was applied. */
  readonly basis: 'ledger' | 'configuration';
  /** By address. */
  readonly entries: readonly DriftEntry[];
  /** By address; an entry of which only some fields are ignored is in both. */
  readonly ignored: readonly IgnoredEntry[];
  readonly unknown: readonly Unread[];
  readonly notes: readonly string[];
  /** Rules that are over, and rules that match nothing. */
  readonly expired: readonly IgnoreRule[];
  readonly unused: readonly IgnoreRule[];
}

/** A field that changed in the same way in several resources of one kind. */
export interface FieldGroup extends FieldDrift {
  readonly kind: KindName;
  readonly addresses: readonly string[];
}

interface GroupedChanges {
  readonly groups: readonly FieldGroup[];
  /** The rest, without the fields that are in a group. */
  readonly entries: readonly DriftEntry[];
}

/** From so many on it is one change that hit many. */
const many = 3;

export function groupChanges(entries: readonly DriftEntry[]): GroupedChanges {
  const found = new Map<
    string,
    { readonly field: FieldDrift; readonly kind: KindName; readonly addresses: string[] }
  >();
  const keyOf = ({ kind }: DriftEntry, field: FieldDrift) => canonicalJson([kind, field]);
  for (const entry of entries) {
    for (const field of entry.fields ?? []) {
      const group = found.get(keyOf(entry, field)) ?? { field, kind: entry.kind, addresses: [] };
      group.addresses.push(entry.address);
      found.set(keyOf(entry, field), group);
    }
  }
  const isGrouped = (entry: DriftEntry, field: FieldDrift) =>
    (found.get(keyOf(entry, field))?.addresses.length ?? 0) >= many;
  return {
    groups: [...found.values()]
      .filter(({ addresses }) => addresses.length >= many)
      .map(({ field, ...group }) => ({ ...field, ...group })),
    entries: entries.flatMap((entry) => {
      const fields = entry.fields?.filter((field) => !isGrouped(entry, field));
      if (fields === undefined) return [entry];
      return fields.length === 0 ? [] : [{ ...entry, fields }];
    }),
  };
}
