/** The journal records each intent and outcome of an apply as one JSON line, so that a run can end at any byte. Its lines fold into the ledger. */

import { basename } from 'node:path';
import { type Address, isWithin, type ListAddress } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { DocformError } from '../core/docform-error.ts';
import { arrayCheck, isJsonObject, isText, objectCheck, optionalCheck, parseJsonOrUndefined } from '../core/json.ts';
import type { Invitation } from '../core/pending-marks.ts';
import { type DesiredValue, emptyLedger, type Ledger, type LedgerEntry, type RunRecord } from '../core/state.ts';
import { type Holder, isHolder } from './holder.ts';
import {
  type LedgerTarget,
  ledgerError,
  parseLedgerEntries,
  parseMarks,
  placed,
  serialiseLedgerEntry,
} from './ledger.ts';

export interface Beginning {
  readonly type: 'begin';
  readonly run: string;
  readonly at: string;
  readonly digest?: string;
  readonly revision?: string;
  readonly scope?: string;
  readonly holder: Holder;
}

export interface Intent {
  readonly type: 'intent';
  readonly step: string;
  readonly address: Address;
  readonly operation: string;
  /** For creates: what the next run needs to find out whether the object was created. */
  readonly creates?: Creation;
  /** Objects that no later plan would create, because the change that asks for them comes first. */
  readonly unowned?: readonly NotedObject[];
}

/** @public The declarations of other files name it. */
export interface NotedObject {
  readonly address: Address;
  readonly fields: { readonly [field: string]: DesiredValue };
}

export interface Creation {
  /** Ids of similar objects before the create. Missing: not read. */
  readonly twins?: readonly string[];
  readonly at: string;
  /** The declared fields in the invitation, if the request invites people. */
  readonly invites?: Invitation['fields'];
  /** Objects that the platform creates along with the object, or people that it invites, and their addresses. */
  readonly brings?: readonly NotedCompanion[];
}

interface NotedCompanion {
  readonly role: string;
  readonly address: Address;
}

/** The result of a step and its changes to the ledger: first `remove` (including everything below), then `set`, `lists`, `orders` and `pending`. */
export interface Outcome {
  readonly type: 'outcome';
  readonly step: string;
  /**
   * `absent`: a later read showed that nothing was created. `companions-unknown`: the object was created, but not all of its companions are
   * known, so the intent stays open.
   */
  readonly status: 'done' | 'failed' | 'absent' | 'companions-unknown';
  readonly set?: { readonly [address: Address]: LedgerEntry };
  readonly remove?: readonly Address[];
  readonly lists?: readonly ListAddress[];
  readonly orders?: { readonly [container: Address]: string };
  readonly pending?: { readonly [address: Address]: string };
}

interface Ending {
  readonly type: 'end';
  readonly status: string;
}

export type JournalEntry = Beginning | Intent | Outcome | Ending;

/** An entry counts only with its line break. */
export function serialiseEntry(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/**
 * Ignores text after the last line break. Throws DocformError with `place` and line for other damage. `firstLine` counts lines removed
 * before.
 */
export function parseJournal(text: string, place: string, firstLine = 1): readonly JournalEntry[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  lines.pop();
  return lines.map((line, index) => parseEntry(line, `${place}:${index + firstLine}`));
}

export function parseEntry(line: string, place: string): JournalEntry {
  const data = parseJsonOrUndefined(line);
  if (data === undefined) throw damaged(place, 'not JSON');
  if (!isJsonObject(data)) throw damaged(place, 'not a JSON object');
  if (!isText(data.type) || !Object.hasOwn(checks, data.type) || !checks[data.type as JournalEntry['type']](data))
    throw damaged(place, `not a journal entry (type ${JSON.stringify(data.type) ?? 'missing'})`);
  const entry = data as unknown as JournalEntry;
  return entry.type === 'outcome' ? placed(place, () => checkedOutcome(entry)) : entry;
}

const isTexts = arrayCheck(isText);

const checks: { readonly [T in JournalEntry['type']]: (data: unknown) => boolean } = {
  begin: objectCheck<Beginning>({
    type: isText,
    run: isText,
    at: isText,
    holder: isHolder,
    digest: optionalCheck(isText),
    revision: optionalCheck(isText),
    scope: optionalCheck(isText),
  }),
  intent: objectCheck<Intent>({
    type: isText,
    step: isText,
    address: isText,
    operation: isText,
    creates: optionalCheck(
      objectCheck<Creation>({
        twins: optionalCheck(isTexts),
        at: isText,
        invites: optionalCheck(isJsonObject),
        brings: optionalCheck(arrayCheck(objectCheck<NotedCompanion>({ role: isText, address: isText }))),
      }),
    ),
    unowned: optionalCheck(arrayCheck(objectCheck<NotedObject>({ address: isText, fields: isJsonObject }))),
  }),
  // `checkedOutcome` parses the entries and marks, and names what is wrong with them.
  outcome: objectCheck<Omit<Outcome, 'orders' | 'pending'>>({
    type: isText,
    step: isText,
    set: optionalCheck(isJsonObject),
    remove: optionalCheck(isTexts),
    lists: optionalCheck(isTexts),
    status: (status) => statuses.includes(status),
  }),
  end: objectCheck<Ending>({ type: isText, status: isText }),
};

const statuses: readonly unknown[] = [
  'done',
  'failed',
  'absent',
  'companions-unknown',
] satisfies readonly Outcome['status'][];

function checkedOutcome(outcome: Outcome): Outcome {
  const { set, orders, pending } = outcome;
  const checked = { ...outcome, ...parseMarks({ orders, pending }) };
  return set === undefined ? checked : { ...checked, set: parseLedgerEntries(set) };
}

function damaged(place: string, what: string): DocformError {
  return ledgerError(
    'E-LEDGER-INVALID',
    `${place}: the journal is damaged: ${what}`,
    'keep a copy, then delete the journal: the next apply finds the created objects by their natural keys',
  );
}

export interface State {
  /** Includes the changes from the journal of an unfinished run. */
  readonly ledger: Ledger;
  /** Requests without a known result, because the run ended. Reading the platform settles them. */
  readonly open: readonly Intent[];
  /** Number of addresses whose latest state is only in the journal. Missing: no outcome is in the journal. */
  readonly unsaved?: number;
  readonly serial: string;
}

/** Folding the same entries twice changes nothing, so a crash between writing the ledger and emptying the journal is harmless. */
export function foldJournal(ledger: Ledger, entries: readonly JournalEntry[]) {
  const outcomes = entries.filter((entry) => entry.type === 'outcome');
  const begins = entries.findLastIndex((entry) => entry.type === 'begin');
  const run = entries[begins];
  const end = entries.slice(begins + 1).find((entry) => entry.type === 'end');
  const folded = outcomes.length === 0 ? ledger : ledgerAfter(ledger, outcomes);
  const after = run?.type === 'begin' ? withoutUndefined({ ...folded, runs: runsWith(run, end, ledger.runs) }) : folded;
  return withoutUndefined({
    ledger: after,
    open: openIntents(entries),
    unsaved: outcomes.length === 0 ? undefined : differing(ledger, after),
    run: run?.type === 'begin' ? run : undefined,
    end: end?.type === 'end' ? end : undefined,
  });
}

function ledgerAfter(ledger: Ledger, outcomes: readonly Outcome[]): Ledger {
  const resources = new Map<string, LedgerEntry>(Object.entries(ledger.resources));
  const lists = new Set(ledger.lists);
  const orders = new Map(Object.entries(ledger.orders ?? {}));
  let { pending } = ledger;
  for (const { remove = [], set = {}, lists: added = [], orders: reordered = {}, pending: marks } of outcomes) {
    for (const address of remove) {
      removeWithin(resources, address);
      removeWithin(orders, address);
      removeWithin(lists, address);
    }
    for (const [address, entry] of Object.entries(set)) resources.set(address, entry);
    for (const list of added) lists.add(list);
    for (const [container, mark] of Object.entries(reordered)) orders.set(container, mark);
    if (marks !== undefined) pending = { ...pending, ...marks };
  }
  return withoutUndefined({
    ...ledger,
    resources: Object.fromEntries(resources),
    lists: [...lists],
    pending,
    orders: orders.size === 0 ? undefined : Object.fromEntries(orders),
  });
}

/** A run can die before the ledger lists the run, or its end. */
function runsWith({ run, at, holder, digest, revision, scope }: Beginning, end?: Ending, runs?: Ledger['runs']) {
  if (runs?.some((each) => each.run === run))
    return runs.map((each) => (each.run === run && end ? { status: end.status, ...each } : each));
  // This ledger is from another branch: the run saved its own before its end.
  if (end !== undefined) return runs;
  return [
    withoutUndefined({ run, who: holder.who, link: holder.run, digest, revision, scope, startedAt: at }),
    ...(runs ?? []),
  ];
}

/** Call with the state lock held, so that a run without an end is not running. */
export function withInterrupted(ledger: Ledger): Ledger {
  const isOpen = ({ status }: RunRecord) => status === undefined;
  if (ledger.runs?.some(isOpen) !== true) return ledger;
  return { ...ledger, runs: ledger.runs.map((run) => (isOpen(run) ? { ...run, status: 'interrupted' } : run)) };
}

function differing(before: Ledger, after: Ledger): number {
  const addresses = new Set([...Object.keys(before.resources), ...Object.keys(after.resources)]);
  const textIn = ({ resources }: Ledger, address: string) =>
    resources[address] ? serialiseLedgerEntry(resources[address]) : undefined;
  const people = new Set([...Object.keys(before.pending ?? {}), ...Object.keys(after.pending ?? {})]);
  const changed = [...addresses].filter((address) => textIn(before, address) !== textIn(after, address));
  return changed.length + [...people].filter((each) => before.pending?.[each] !== after.pending?.[each]).length;
}

/** Whether the ledger already contains these entries. */
export function isRedundant(entries: readonly JournalEntry[]): boolean {
  const { open, unsaved } = foldJournal(emptyLedger, entries);
  return open.length === 0 && unsaved === undefined;
}

export function stateOf(ledger: Ledger, entries: readonly JournalEntry[], serial: string): State {
  const { ledger: folded, open, unsaved } = foldJournal(ledger, entries);
  return withoutUndefined({ ledger: folded, open, serial, unsaved });
}

function removeWithin(held: Map<string, unknown> | Set<string>, address: string): void {
  for (const each of held.keys()) if (isWithin(each, address)) held.delete(each);
}

/** An outcome closes all earlier intents of its step, except if companions are unknown. */
function openIntents(entries: readonly JournalEntry[]): readonly Intent[] {
  const open = new Map<string, Intent[]>();
  for (const entry of entries) {
    if (entry.type === 'intent') open.set(entry.step, [...(open.get(entry.step) ?? []), entry]);
    else if (entry.type === 'outcome' && entry.status !== 'companions-unknown') open.delete(entry.step);
  }
  return [...open.values()].flat();
}

/** The entries that remain in the journal after a save: the current run and its open intents. */
export function remainingEntries(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const { run, end, open } = foldJournal(emptyLedger, entries);
  return [...(run === undefined || end !== undefined ? [] : [run]), ...open];
}

const formatVersion = 2;

export interface JournalHead {
  readonly token: number;
  /** Number of saves under this token. Shows whether a ledger and a journal belong together. */
  readonly saves: number;
}

export interface JournalFile extends JournalHead {
  readonly entries: readonly JournalEntry[];
}

export function serialiseJournalFile(
  { token, saves }: JournalHead,
  entries: readonly JournalEntry[],
  { host, organization }: LedgerTarget,
): string {
  const first = JSON.stringify({ type: 'journal', version: formatVersion, host, organization, token, saves });
  return `${first}\n${entries.map(serialiseEntry).join('')}`;
}

/** Returns undefined if the text ends before the head does. Throws DocformError if the journal is damaged or belongs to another target. */
export function parseJournalFile(text: string, path: string, target: LedgerTarget): JournalFile | undefined {
  const end = text.indexOf('\n');
  if (end < 0) return undefined;
  const head = parsedHead(text.slice(0, end));
  const place = basename(path);
  if (head?.version !== formatVersion) {
    const isNewer = head !== undefined && head.version > formatVersion;
    const hint = isNewer
      ? 'update docform'
      : 'keep a copy, then delete the journal: the next apply finds the created objects by their natural keys';
    throw ledgerError('E-LEDGER-INVALID', `${place}:1: not a journal of version ${formatVersion}`, hint);
  }
  if (head.host !== target.host || head.organization !== target.organization) {
    throw ledgerError(
      'E-LEDGER-TARGET',
      `${place}: the journal belongs to the organization ${head.organization} on ${head.host}, but the target is ${target.organization} on ${target.host}`,
      'finish the run with its own target, or use --env NAME for a separate ledger',
    );
  }
  return { token: head.token, saves: head.saves, entries: parseJournal(text.slice(end + 1), place, 2) };
}

export function targetOfJournal(text: string): LedgerTarget | undefined {
  const head = parsedHead(text.split('\n', 1)[0] ?? '');
  return head === undefined ? undefined : { host: head.host, organization: head.organization };
}

type Head = JournalHead &
  Pick<LedgerTarget, 'host' | 'organization'> & { readonly type: string; readonly version: number };

const isHead = objectCheck<Head>({
  type: (type) => type === 'journal',
  version: Number.isFinite,
  token: Number.isFinite,
  saves: Number.isFinite,
  host: isText,
  organization: isText,
});

function parsedHead(line: string): Head | undefined {
  const head = parseJsonOrUndefined(line);
  return isHead(head) ? head : undefined;
}
