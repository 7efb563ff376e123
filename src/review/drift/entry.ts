/** The entries of a drift report, groups of equal changes, and the rules of `drift: ignore`. */
import { type Address, compileAddressPattern, type ListAddress, listOf } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { hasEnded } from '../../core/day.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { canonicalJson } from '../../core/json.ts';
import type { DriftClass, IgnoreRule, KindName, Value } from '../../core/state.ts';
import type { Limit } from '../../plan/result/scope.ts';

/** Secrets are redacted, references are addresses. */
export interface FieldDrift {
  /** `title`, or `values.status` for one key of a map. */
  readonly field: string;
  /** As last applied. Missing: unknown, because the ledger contains only a fingerprint. */
  readonly before?: Value;
  /** As on the platform; null: none. */
  readonly after: Value;
  /** The platform does not return the value now, so the value is unknown. `after` is null. */
  readonly isNotReturned?: true;
  /** The configuration wants another value than the last apply and the platform, so the next plan blocks this change as a conflict. */
  readonly isConflict?: true;
  /** Print the value without truncation, as for conditions. */
  readonly isShownInFull?: true;
  /** How the change widens access or removes a guard; missing: not at all. */
  readonly highRisk?: string;
  /** The configuration that declares this value, with its place. */
  readonly declaredBy?: string;
}

interface MovedSibling {
  readonly address: Address;
  readonly relation: 'before' | 'after';
  readonly beside: Address;
}

interface OrderDrift {
  readonly before: readonly Address[];
  readonly after: readonly Address[];
  readonly moved: readonly MovedSibling[];
  /** The configuration wants another order than the last apply and the platform, so the next plan blocks the moves as a conflict. */
  readonly isConflict?: true;
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
  /** Missing: another object has taken its place. `note` names it. */
  readonly isReplaced?: true;
  /** Unmanaged: the object has taken the place of a declared one. `note` names that one. */
  readonly isReplacement?: true;
  /** Values for the digest, including redacted ones. */
  readonly marks: readonly string[];
}

interface IgnoredEntry extends DriftEntry {
  readonly reason: string;
  readonly until?: string;
}

export interface Unread {
  readonly list: ListAddress;
  readonly reason: string;
  readonly hides: readonly Address[];
  /** The token has no permission to read the list completely. */
  readonly isDenied?: true;
}

export interface Drift {
  readonly organization: string;
  /** Missing: the settings of the organization were not read. */
  readonly organizationTitle?: string;
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

/** The first matching rule decides, for each field. */
export function applyRules(entries: readonly DriftEntry[], rules: readonly IgnoreRule[], today: string) {
  const expired = rules.filter((rule) => hasEnded(rule, today));
  const valid = rules
    .filter((rule) => !expired.includes(rule))
    .map((rule) => ({ rule, matches: compileAddressPattern(rule.address) }));
  const used = new Set<IgnoreRule>();
  const kept: DriftEntry[] = [];
  const ignored: IgnoredEntry[] = [];
  for (const entry of entries) {
    const names = namesOf(entry);
    const fitting = valid
      .filter(({ rule, matches }) => isOfClass(rule, entry) && names.some(matches))
      .map(({ rule }) => rule);
    for (const part of partsOf(entry, fitting)) {
      if (part.rule === undefined) kept.push(part.entry);
      else {
        used.add(part.rule);
        const { reason, until } = part.rule;
        ignored.push(withoutUndefined({ ...part.entry, reason, until }));
      }
    }
  }
  return { entries: kept, ignored, expired, unused: valid.map(({ rule }) => rule).filter((rule) => !used.has(rule)) };
}

function isOfClass(rule: IgnoreRule, entry: DriftEntry) {
  if (rule.fields !== undefined && entry.class !== 'changed') return false;
  return rule.class === undefined || rule.class === entry.class;
}

/** Rules can name unmanaged objects by their list and name, because these have no address. */
function namesOf({ class: of, address, name }: DriftEntry) {
  if (of !== 'unmanaged') return [address];
  const list = listOf(address);
  return [address, list, ...(name === undefined ? [] : [`${list}/${name}`])];
}

interface Part {
  readonly entry: DriftEntry;
  readonly rule?: IgnoreRule;
}

function partsOf(entry: DriftEntry, rules: readonly IgnoreRule[]): readonly Part[] {
  const { fields } = entry;
  if (fields === undefined) return [withoutUndefined({ entry, rule: rules[0] })];
  // `values` includes `values.status`.
  const ruleOf = (field: string) =>
    rules.find(({ fields: names }) => !names || names.some((name) => `${field}.`.startsWith(`${name}.`)));
  return [undefined, ...rules].flatMap((rule): readonly Part[] => {
    const chosen = fields.filter(({ field }) => ruleOf(field) === rule);
    if (chosen.length === 0) return [];
    const names = new Set(chosen.map(({ field }) => field));
    const marks = entry.marks.filter((mark) => names.has(mark.slice(0, mark.indexOf('='))));
    return [withoutUndefined({ entry: { ...entry, fields: chosen, marks }, rule })];
  });
}
