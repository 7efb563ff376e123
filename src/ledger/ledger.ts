/** Reads and writes the ledger file, including files that Git merged. */
import type { Address } from '../core/address.ts';
import { byKey, compareTexts } from '../core/compare.ts';
import { withoutUndefined } from '../core/defined.ts';
import { type Dialect, dialects, isDialect } from '../core/dialect.ts';
import { DocformError, errorMessage, hasCode, usageFailure } from '../core/docform-error.ts';
import { isJsonObject, isText, type JsonObject } from '../core/json.ts';
import { isOrderMark } from '../core/ledger-marks.ts';
import { laterInvitation } from '../core/pending-marks.ts';
import type { Ledger, LedgerEntry, RunRecord } from '../core/state.ts';

export function ledgerError(
  code: 'E-LEDGER-INVALID' | 'E-LEDGER-NOT-MOVED' | 'E-LEDGER-TARGET',
  message: string,
  hint: string | undefined,
): DocformError {
  return usageFailure(message, hint, code);
}

/** Names the place of a ledger that `read` refuses. */
export function placed<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw hasCode(error, 'E-LEDGER-INVALID', 'E-LEDGER-TARGET')
      ? new DocformError({ ...error, message: `${place}: ${error.message}` })
      : error;
  }
}

const restoreHint =
  'restore the file from Git (git log -- FILE, then git checkout COMMIT -- FILE); never delete the ledger: only the ledger records which objects docform manages';

/** `gone`: removed addresses, which keep a line for branches that still have the entry. */
export function serialiseLedger(ledger: Ledger, target: LedgerTarget, gone: Gone = {}): string {
  const { resources } = ledger;
  const lost = new Map(Object.entries(gone).filter(([address]) => !Object.hasOwn(resources, address)));
  const lines = [...lost.keys(), ...Object.keys(resources)].sort().map((address) => {
    const left = lost.get(address);
    return left === undefined ? lineOfEntry(address, resources[address] as LedgerEntry) : lineOfGone(address, left);
  });
  return textOfLedger(target, ledger, lines);
}

export interface NamedLedger {
  readonly target: LedgerTarget;
  readonly ledger: Ledger;
  readonly gone: Gone;
}

export const usualMainFile = 'docform.yaml';

/** Throws DocformError if the ledger is damaged or belongs to another target. */
export function parseOwnLedger(text: string, target: LedgerTarget): NamedLedger {
  const named = parseNamedTarget(text);
  for (const name of ['host', 'organization'] as const) {
    if (named.target[name] === target[name]) continue;
    throw ledgerError(
      'E-LEDGER-TARGET',
      `the ledger belongs to the ${name} ${named.target[name]}, but the target is ${target[name]}`,
      'use --env NAME for a separate ledger (docform.ledger.NAME.json); if the host or organization changed, run `docform ledger move`',
    );
  }
  return named;
}

export function parseNamedTarget(text: string): NamedLedger {
  const data = parsedObject(text);
  const { version, host, organization, name, file, lists } = data;
  if (version !== formatVersion) {
    const isOlder = typeof version === 'number' && version < formatVersion;
    throw invalid(
      `the ledger has version ${JSON.stringify(version)}, but this docform needs version ${formatVersion}`,
      isOlder ? 'move the file away, then adopt the objects again with `docform import`' : 'update docform',
    );
  }
  if (typeof host !== 'string') throw invalid('"host" is missing');
  if (typeof organization !== 'string') throw invalid('"organization" is missing');
  const listed = parseLists(lists);
  if (!isJsonObject(data.resources)) throw invalid('"resources" is not an object');
  const members = membersOf(text);
  const parts = new Map(members);
  refuseDoubled(members, parts);
  const marksIn = (name: 'orders' | 'pending' | 'external') =>
    data[name] === undefined
      ? undefined
      : undisputed(data[name], parts.get(name) ?? '{}', name === 'pending' ? laterInvitation : undefined);
  const marks = parseMarks({
    orders: marksIn('orders'),
    pending: marksIn('pending'),
    external: marksIn('external'),
    dialect: data.dialect,
    runs: members.flatMap(([part, value]) => (part === 'runs' ? (JSON.parse(value) as unknown[]) : [])),
  });
  const { resources, gone } = parseEntries(parts.get('resources') ?? '{}');
  const stated = Object.entries({ name, file }).filter(([, value]) => typeof value === 'string');
  const target = { host, organization, ...Object.fromEntries(stated) };
  return { target, ledger: { lists: listed.filter(isLine), resources, ...marks }, gone };
}

/** The last line of each block has no name, so that every other line ends with a comma. */
const isLine = (name: string) => name !== '';

/** Accepts a block that a merge duplicated. Throws DocformError if the two copies differ, except for runs. */
function refuseDoubled(members: readonly (readonly [string, string])[], known: ReadonlyMap<string, string>) {
  const doubled = members.find(([name, value]) => name !== 'runs' && known.get(name) !== value);
  if (doubled !== undefined)
    throw invalid(`duplicate key "${doubled[0]}"`, 'a merge of two branches kept both: combine the two blocks');
}

/** If one branch removed an entry that the other kept, a merge can contain both lines. The removal wins. */
function parseEntries(text: string) {
  const entries = new Map<Address, LedgerEntry>();
  const gone = new Map<Address, Gone[string]>();
  for (const [address, value] of membersOf(text)) {
    if (!isLine(address)) continue;
    const data = JSON.parse(value) as unknown;
    const left = goneIn(data);
    if (left !== undefined) gone.set(address, left);
    else {
      const entry = parseLedgerEntry(address, data);
      const known = entries.get(address);
      if (known !== undefined && known.id !== entry.id) throw doubled(address, known, entry);
      entries.set(address, known === undefined ? entry : agreed(known, entry));
    }
  }
  for (const [address, left] of gone) {
    const entry = entries.get(address);
    if (entry !== undefined && entry.id !== left.id) throw doubled(address, entry, left);
    entries.delete(address);
  }
  return { resources: Object.fromEntries(entries), gone: Object.fromEntries(gone) };
}

function goneIn(data: unknown): Gone[string] | undefined {
  if (!isJsonObject(data)) return undefined;
  const { id, gone } = data;
  return typeof id === 'string' && Number.isSafeInteger(gone) ? { id, number: gone as number } : undefined;
}

/** A merge or a revert can keep two lines of one object. Which one is later is unknown, so differing fingerprints are dropped, and the next apply records the fields again. Protection is kept. */
function agreed(one: LedgerEntry, other: LedgerEntry): LedgerEntry {
  const same = (name: 'applied' | 'rewritten') => {
    const marks = Object.entries(one[name] ?? {}).filter(([field, mark]) => other[name]?.[field] === mark);
    return marks.length === 0 ? undefined : Object.fromEntries(marks);
  };
  return withoutUndefined({
    id: one.id,
    protect: one.protect === other.protect ? one.protect : one.protect === true || other.protect === true,
    applied: same('applied'),
    rewritten: same('rewritten'),
    was: one.was === other.was ? one.was : undefined,
    claimed: one.claimed ?? other.claimed,
  });
}

function doubled(address: Address, one: LedgerEntry, other: { readonly id: string }): DocformError {
  return invalid(
    `duplicate entry ${address}, with the ids ${one.id} and ${other.id}`,
    'a merge or a revert kept both: find the right object on the platform, and remove the other line',
  );
}

/** If a merge kept two different marks of one address, it is unknown which one is later, so both are dropped unless `later` knows. */
function undisputed(parsed: unknown, text: string, later?: typeof laterInvitation) {
  if (!isJsonObject(parsed)) return parsed;
  const members = membersOf(text).filter(([address]) => isLine(address));
  const known = new Map(members);
  for (const [address, mark] of members) {
    const other = known.get(address) ?? mark;
    if (other === mark) continue;
    const kept = later?.(JSON.parse(mark), JSON.parse(other));
    if (kept === undefined) known.delete(address);
    else known.set(address, JSON.stringify(kept));
  }
  return known.size === 0
    ? undefined
    : Object.fromEntries([...known].map(([address, mark]) => [address, JSON.parse(mark)]));
}

export function parseLists(lists: unknown): readonly string[] {
  if (Array.isArray(lists) && lists.every((list) => typeof list === 'string')) return lists;
  throw invalid(`"lists" is not an array of strings`);
}

type Marks = Omit<Ledger, 'lists' | 'resources'>;

/** Names in ledgers of docform before the dialects were named after what GitBook publishes. */
const formerDialects: { readonly [name: string]: Dialect } = { vendor: 'gitbook', 'vendor-2025': 'gitbook-0.180' };

/** Ignores invalid runs, because no decision depends on the history. */
export function parseMarks({ runs, ...marks }: { readonly [N in keyof Marks]?: unknown }): Marks {
  const { orders, pending, external } = marks;
  const dialect = formerDialects[String(marks.dialect)] ?? marks.dialect ?? undefined;
  if (orders !== undefined && !isTextMap(orders)) throw invalid(`"orders" is not a map of marks`);
  const damaged = Object.entries(orders ?? {}).find(([, mark]) => !isOrderMark(mark));
  if (damaged !== undefined) throw invalid(`the order of ${damaged[0]} is damaged`);
  const wrong = Object.entries({ pending, external }).find(([, each]) => each !== undefined && !isTextMap(each));
  if (wrong !== undefined) throw invalid(`"${wrong[0]}" is not a map of texts`);
  if (dialect !== undefined && !isDialect(dialect)) throw invalid(`"dialect" is none of ${dialects.join(', ')}`);
  const isRun = (each: unknown): each is RunRecord =>
    isJsonObject(each) && Object.values(each).every(isText) && [each.run, each.who, each.startedAt].every(isText);
  const known = Array.isArray(runs) ? latestRuns(runs.filter(isRun)) : [];
  const kept = known.length === 0 ? undefined : known;
  return withoutUndefined({ orders, pending, external, dialect, runs: kept }) as Marks;
}

function parsedObject(text: string): { readonly [key: string]: unknown } {
  const conflict = /^[<=>]{7}/m.test(text)
    ? text.split('\n').findIndex((line) => /^(<{7}|={7}|>{7})( |$)/.test(line))
    : -1;
  if (conflict >= 0) throw invalid(`line ${conflict + 1} is a merge conflict marker`, mergeHint);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw invalid(`not JSON: ${errorMessage(error)}`);
  }
  if (!isJsonObject(data)) throw invalid('not a JSON object');
  return data;
}

const mergeHint =
  'keep the lines of both sides, one for each address, and remove the markers; to prevent this, set up `docform ledger merge` as the merge driver of Git (docs/guides/backends.md)';

export function parseLedgerEntry(address: Address, entry: unknown): LedgerEntry {
  if (!isJsonObject(entry)) throw invalid(`the entry of ${address} is not an object`);
  const { id, protect, applied, rewritten, was } = entry;
  const claimed = entry.claimed === true ? (true as const) : undefined;
  // These texts cannot be a part of a path.
  if (typeof id !== 'string' || /^\.{0,2}$|\p{Cs}/u.test(id)) throw invalid(`the entry of ${address} has no id`);
  if (protect !== undefined && typeof protect !== 'boolean')
    throw invalid(`"protect" of ${address} is not true or false`);
  if (applied !== undefined && !isTextMap(applied)) throw invalid(`"applied" of ${address} is not a map of digests`);
  if (rewritten !== undefined && !isTextMap(rewritten))
    throw invalid(`"rewritten" of ${address} is not a map of digests`);
  if (was !== undefined && typeof was !== 'string') throw invalid(`"was" of ${address} is not a mark`);
  if (entry.claimed !== undefined && !claimed) throw invalid(`"claimed" of ${address} is not true`);
  return withoutUndefined({ id, protect, applied, rewritten, was, claimed });
}

export function parseLedgerEntries(entries: JsonObject): Ledger['resources'] {
  return Object.fromEntries(
    Object.entries(entries).map(([address, entry]) => [address, parseLedgerEntry(address, entry)]),
  );
}

function isTextMap(value: unknown): value is { readonly [key: string]: string } {
  if (!isJsonObject(value)) return false;
  for (const name in value) if (typeof value[name] !== 'string') return false;
  return true;
}

function invalid(message: string, hint = restoreHint) {
  return ledgerError('E-LEDGER-INVALID', message, hint);
}

const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]/g;

/** Lists the members of a JSON object with the texts of their values, including duplicates. */
function membersOf(text: string): readonly (readonly [string, string])[] {
  const members: (readonly [string, string])[] = [];
  let depth = 0;
  let name: string | undefined;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(jsonToken)) {
    const isEnd = token === '}' || token === ']';
    if (depth === 1 && token === ':') start = index + 1;
    else if (depth === 1 && token.startsWith('"')) name ??= JSON.parse(token) as string;
    else if (depth === 1 && name !== undefined && (isEnd || token === ',')) {
      members.push([name, text.slice(start, index).trim()]);
      name = undefined;
    }
    if (isEnd) depth -= 1;
    else if (token === '{' || token === '[') depth += 1;
  }
  return members;
}

const formatVersion = 2;

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
    '  "lists": [',
    ...[...new Set(lists)].sort().map((list) => `    ${JSON.stringify(list)},`),
    '    ""',
    '  ],',
    '  "orders": {',
    ...linesOfMarks(orders),
    '    "": ""',
    '  },',
    '  "pending": {',
    ...linesOfMarks(pending),
    '    "": ""',
    '  },',
    ...(externalLines.length === 0 ? [] : ['  "external": {', ...externalLines, '    "": ""', '  },']),
    ...(runLines.length === 0 ? [] : ['  "runs": [', ...runLines, '    {}', '  ],']),
    '  "resources": {',
    ...resources,
    '    "": {}',
    '  }',
    '}',
    '',
  ].join('\n');
}

function linesOfMarks(marks: { readonly [address: Address]: string } = {}) {
  return Object.keys(marks)
    .sort()
    .map((address) => `    ${JSON.stringify(address)}: ${JSON.stringify(marks[address])},`);
}

/** The latest runs, without duplicates of a merge: a run that has ended replaces its beginning. */
function latestRuns(runs: readonly RunRecord[]) {
  const known = new Map<string, RunRecord>();
  for (const run of runs) if (known.get(run.run)?.status === undefined) known.set(run.run, run);
  return [...known.values()].sort((a, b) => compareTexts(b.startedAt, a.startedAt)).slice(0, maxRuns);
}

/** Enough to see who applied lately. Each run is a line in a file that people review. */
const maxRuns = 20;

function linesOfRuns(runs: readonly RunRecord[] = []) {
  return latestRuns(runs).map(({ run, who, link, digest, revision, scope, startedAt, endedAt, status }) => {
    const line = withoutUndefined({ run, who, link, digest, revision, scope, startedAt, endedAt, status });
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
export function serialiseLedgerEntry({ id, protect, applied, rewritten, was, claimed }: LedgerEntry): string {
  const marks = { applied: sortedMarks(applied), rewritten: sortedMarks(rewritten) };
  return JSON.stringify({ id, protect, ...marks, was, claimed });
}

function sortedMarks(marks: LedgerEntry['applied'] = {}) {
  const names = Object.keys(marks);
  if (names.length === 0) return undefined;
  const isSorted = names.every((name, at) => at === 0 || (names[at - 1] as string) < name);
  return isSorted ? marks : Object.fromEntries(Object.entries(marks).sort(byKey));
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
