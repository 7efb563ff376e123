/** The entries of a drift report, and groups of equal changes. */
import type { Address, ListAddress } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { canonicalJson } from '../core/json.ts';
import type { DriftClass, IgnoreRule, KindName, Value } from '../core/state.ts';
import type { Limit } from '../plan/scope.ts';

/** Secrets are redacted, references are addresses. */
export interface FieldDrift {
  /** `title`, or `values.status` for one key of a map. */
  readonly field: string;
  /** As last applied. Missing: unknown, because the ledger contains only a fingerprint. */
  readonly before?: Value;
  /** As on the platform; null: none. */
  readonly after: Value;
  /** Print the value without truncation, as for conditions. */
  readonly isShownInFull?: true;
  /** How the change widens access or removes a guard; missing: not at all. */
  readonly highRisk?: string;
  /** The configuration that declares this value, with its place. */
  readonly declaredBy?: string;
}

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
  /** Unmanaged: `teams/id:ID`. Misordered: the container. */
  readonly address: Address;
  readonly kind: KindName;
  /** Missing objects: the former id, if known. */
  readonly id?: string;
  /** Unmanaged: the name on the platform. */
  readonly name?: string;
  readonly fields?: readonly FieldDrift[];
  readonly order?: OrderDrift;
  /** Missing: the number of missing descendants. */
  readonly within?: number;
  readonly note?: string;
  /** Missing: the object has moved to another place. */
  readonly isElsewhere?: true;
  /** Values for the digest, including redacted ones. */
  readonly marks: readonly string[];
}

export interface IgnoredEntry extends DriftEntry {
  readonly reason: string;
  readonly until?: string;
}

export interface Unread {
  readonly list: ListAddress;
  readonly reason: string;
  readonly hides: readonly Address[];
}

export interface Drift {
  readonly organization: string;
  /** `configuration`: there is no ledger. */
  readonly basis: 'ledger' | 'configuration';
  /** By address. */
  readonly entries: readonly DriftEntry[];
  /** By address. An entry with some ignored fields is in both lists. */
  readonly ignored: readonly IgnoredEntry[];
  readonly unknown: readonly Unread[];
  readonly notes: readonly string[];
  readonly expired: readonly IgnoreRule[];
  readonly unused: readonly IgnoreRule[];
  /** Missing: the report covers everything. */
  readonly part?: Limit['part'];
}

export interface FieldGroup extends FieldDrift {
  readonly kind: KindName;
  readonly addresses: readonly string[];
}

const many = 3;

/** Equal changes of many objects as groups, and the other changes. */
export function groupChanges(entries: readonly DriftEntry[]) {
  const keyOf = (kind: KindName, field: FieldDrift) => canonicalJson([kind, field]);
  const all = entries.flatMap(({ address, kind, fields = [] }) => fields.map((field) => ({ address, kind, field })));
  const found = groupBy(all, ({ kind, field }) => keyOf(kind, field));
  for (const [key, { length }] of found) if (length < many) found.delete(key);
  return {
    groups: [...found.values()].map((alike) => {
      const [{ field, kind }] = alike;
      return { ...field, kind, addresses: alike.map(({ address }) => address) };
    }),
    entries: entries.flatMap((entry) => {
      const fields = entry.fields?.filter((field) => !found.has(keyOf(entry.kind, field)));
      if (fields === undefined) return [entry];
      return fields.length === 0 ? [] : [{ ...entry, fields }];
    }),
  };
}
