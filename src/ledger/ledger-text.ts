/** The lines of a ledger file. Every line ends with a comma and the last line of each block never changes, so that Git can merge branches. */
import type { Address } from '../core/address.ts';
import { byKey, compareTexts } from '../core/compare.ts';
import { defined } from '../core/defined.ts';
import type { Ledger, LedgerEntry, RunRecord } from '../core/state.ts';

export const formatVersion = 2;

export interface LedgerTarget {
  /** Host and port of the API, or `local`. */
  readonly host: string;
  readonly organization: string;
  /** The name that the configuration states. */
  readonly name?: string;
  /** Name of the main file, unless it is the usual one. */
  readonly file?: string;
}

/** `resources`: lines of the entries. A merge with conflicts contains its own conflict markers. */
export function textOfLedger(
  { host, organization, name, file }: LedgerTarget,
  { dialect, lists, orders, pending, external, runs }: Omit<Ledger, 'resources'>,
  resources: readonly string[],
): string {
  const [externalLines, runLines] = [linesOfMarks(external), linesOfRuns(runs)];
  return [
    '{',
    `  "version": ${formatVersion},`,
    `  "host": ${JSON.stringify(host)},`,
    `  "organization": ${JSON.stringify(organization)},`,
    ...(name === undefined ? [] : [`  "name": ${JSON.stringify(name)},`]),
    ...(file === undefined ? [] : [`  "file": ${JSON.stringify(file)},`]),
    ...(dialect === undefined ? [] : [`  "dialect": ${JSON.stringify(dialect)},`]),
    ...['  "lists": [', ...[...new Set(lists)].sort().map((list) => `    ${JSON.stringify(list)},`), '    ""', '  ],'],
    ...['  "orders": {', ...linesOfMarks(orders), '    "": ""', '  },'],
    ...['  "pending": {', ...linesOfMarks(pending), '    "": ""', '  },'],
    ...(externalLines.length === 0 ? [] : ['  "external": {', ...externalLines, '    "": ""', '  },']),
    ...(runLines.length === 0 ? [] : ['  "runs": [', ...runLines, '    {}', '  ],']),
    ...['  "resources": {', ...resources, '    "": {}', '  }'],
    '}',
    '',
  ].join('\n');
}

function linesOfMarks(marks: { readonly [address: Address]: string } = {}): readonly string[] {
  return Object.keys(marks)
    .sort()
    .map((address) => `    ${JSON.stringify(address)}: ${JSON.stringify(marks[address])},`);
}

/** The latest runs, without duplicates of a merge: a run that has ended replaces its beginning. */
export function latestRuns(runs: readonly RunRecord[]): readonly RunRecord[] {
  const known = new Map<string, RunRecord>();
  for (const run of runs) if (known.get(run.run)?.status === undefined) known.set(run.run, run);
  return [...known.values()].sort((a, b) => compareTexts(b.startedAt, a.startedAt)).slice(0, maxRuns);
}

/** Enough to see who applied lately. Each run is a line in a file that people review. */
const maxRuns = 20;

function linesOfRuns(runs: readonly RunRecord[] = []): readonly string[] {
  return latestRuns(runs).map(({ run, who, link, digest, revision, scope, startedAt, endedAt, status }) => {
    const line = defined({ run, who, link, digest, revision, scope, startedAt, endedAt, status });
    return `    ${JSON.stringify(line)},`;
  });
}

/** Caches the line of each entry, because an apply writes the ledger often and most entries do not change. */
const lines = new WeakMap<LedgerEntry, { readonly address: Address; readonly line: string }>();

export function lineOfEntry(address: Address, entry: LedgerEntry): string {
  const known = lines.get(entry);
  if (known?.address === address) return known.line;
  const line = `    ${JSON.stringify(address)}: ${serialiseLedgerEntry(entry)},`;
  lines.set(entry, { address, line });
  return line;
}

/** The same entry always has the same text. */
export function serialiseLedgerEntry({ id, protect, applied = {}, was }: LedgerEntry): string {
  const names = Object.keys(applied);
  const isSorted = names.every((name, at) => at === 0 || (names[at - 1] as string) < name);
  const sorted = isSorted ? applied : Object.fromEntries(Object.entries(applied).sort(byKey));
  return JSON.stringify({ id, protect, applied: names.length === 0 ? undefined : sorted, was });
}

/** Removed addresses, with a number that grows with each save, so that another branch does not restore them. */
export interface Gone {
  readonly [address: Address]: { readonly id: string; readonly number: number };
}

/** Enough for branches that are merged within weeks. */
const maxGone = 500;

export function goneAfter(before: { readonly ledger: Ledger; readonly gone: Gone } | undefined, after: Ledger): Gone {
  const { ledger, gone = {} } = before ?? {};
  const number = 1 + Math.max(0, ...Object.values(gone).map((each) => each.number));
  const isGone = (address: Address) => !Object.hasOwn(after.resources, address);
  const removed = Object.keys(ledger?.resources ?? {}).filter(isGone);
  const left = Object.entries(gone).filter(([address]) => isGone(address));
  for (const address of removed) left.push([address, { id: ledger?.resources[address]?.id ?? '', number }]);
  return Object.fromEntries(left.sort(([, a], [, b]) => b.number - a.number).slice(0, maxGone));
}

export function lineOfGone(address: Address, { id, number }: Gone[string]): string {
  return `    ${JSON.stringify(address)}: ${JSON.stringify({ id, gone: number })},`;
}
