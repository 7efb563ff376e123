/** Applies the rules of `drift: ignore`, and finds expired and unused rules. */

import { listOf } from '../core/address.ts';
import { addressPattern } from '../core/address-pattern.ts';
import { defined } from '../core/defined.ts';
import type { IgnoreRule } from '../core/state.ts';
import type { DriftEntry, IgnoredEntry } from './entry.ts';

/** The first matching rule decides, for each field. */
export function applyRules(entries: readonly DriftEntry[], rules: readonly IgnoreRule[], today: string) {
  const expired = rules.filter(({ until }) => until !== undefined && until < today);
  const valid = rules
    .filter((rule) => !expired.includes(rule))
    .map((rule) => ({ rule, matches: addressPattern(rule.address) }));
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
        ignored.push(defined({ ...part.entry, reason, until }));
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
  if (fields === undefined) return [defined({ entry, rule: rules[0] })];
  // `values` includes `values.status`.
  const ruleOf = (field: string) =>
    rules.find(({ fields: names }) => !names || names.some((name) => `${field}.`.startsWith(`${name}.`)));
  return [undefined, ...rules].flatMap((rule): readonly Part[] => {
    const chosen = fields.filter(({ field }) => ruleOf(field) === rule);
    if (chosen.length === 0) return [];
    const names = new Set(chosen.map(({ field }) => field));
    const marks = entry.marks.filter((mark) => names.has(mark.slice(0, mark.indexOf('='))));
    return [defined({ entry: { ...entry, fields: chosen, marks }, rule })];
  });
}
