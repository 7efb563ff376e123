/** A ledger as lines that stand by themselves: each ends with a comma, and the last of each block is always the same, so that branches merge. */
import type { Address } from '../core/address.ts';
import { byKey } from '../core/compare.ts';
import type { Ledger, LedgerEntry } from '../core/state.ts';

export const formatVersion = 2;

/** Lines of the blocks; what stands twice, in conflict, has its lines given by whoever merges. */
export interface LedgerLines {
  readonly host: string;
  readonly organization: string;
  readonly lists: readonly string[];
  readonly orders: readonly string[];
  readonly pending: readonly string[];
  readonly resources: readonly string[];
}

export function textOfLines({ host, organization, lists, orders, pending, resources }: LedgerLines): string {
  return [
    '{',
    `  "version": ${formatVersion},`,
    `  "host": ${JSON.stringify(host)},`,
    `  "organization": ${JSON.stringify(organization)},`,
    ...['  "lists": [', ...lists, '    ""', '  ],'],
    ...['  "orders": {', ...orders, '    "": ""', '  },'],
    ...['  "pending": {', ...pending, '    "": ""', '  },'],
    ...['  "resources": {', ...resources, '    "": {}', '  }'],
    '}',
    '',
  ].join('\n');
}

/** Sorted by code unit. */
export function linesOfLists(lists: readonly string[]): readonly string[] {
  return [...new Set(lists)].sort().map((list) => `    ${JSON.stringify(list)},`);
}

/** Sorted by code unit. */
export function linesOfMarks(marks: { readonly [address: Address]: string } = {}): readonly string[] {
  return Object.keys(marks)
    .sort()
    .map((address) => `    ${JSON.stringify(address)}: ${JSON.stringify(marks[address])},`);
}

/** Lines by entry: a ledger is written after each step, and all but a few of its entries are the same objects as before. */
const lines = new WeakMap<LedgerEntry, { readonly address: Address; readonly line: string }>();

export function lineOfEntry(address: Address, entry: LedgerEntry): string {
  const known = lines.get(entry);
  if (known?.address === address) return known.line;
  const line = `    ${JSON.stringify(address)}: ${serialiseLedgerEntry(entry)},`;
  lines.set(entry, { address, line });
  return line;
}

/** One entry as JSON, the same text for the same entry. */
export function serialiseLedgerEntry(entry: LedgerEntry): string {
  const applied = Object.entries(entry.applied ?? {}).sort(byKey);
  return JSON.stringify({
    id: entry.id,
    ...(entry.protect === undefined ? {} : { protect: entry.protect }),
    ...(applied.length === 0 ? {} : { applied: Object.fromEntries(applied) }),
    ...(entry.was === undefined ? {} : { was: entry.was }),
  });
}

/** What a ledger knew, by address, with a number that grows from save to save: a branch that only kept such a line must not bring it back. */
export interface Gone {
  readonly [address: Address]: { readonly id: string; readonly number: number };
}

/** Branches are merged within weeks; what is older than so many others has been seen by all of them. */
const mostGone = 500;

/** After a save: what was there and is no more, and what was gone before. */
export function goneAfter(before: { readonly ledger: Ledger; readonly gone: Gone } | undefined, after: Ledger): Gone {
  const { ledger, gone = {} } = before ?? {};
  const number = 1 + Math.max(0, ...Object.values(gone).map((each) => each.number));
  const known = Object.entries(ledger?.resources ?? {}).map(([address, { id }]) => [address, { id, number }] as const);
  const left = [...Object.entries(gone), ...known].filter(([address]) => !Object.hasOwn(after.resources, address));
  return Object.fromEntries(left.sort(([, a], [, b]) => b.number - a.number).slice(0, mostGone));
}

export function lineOfGone(address: Address, { id, number }: Gone[string]): string {
  return `    ${JSON.stringify(address)}: ${JSON.stringify({ id, gone: number })},`;
}
