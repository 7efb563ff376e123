/** Folds a journal into a ledger, and finds open intents and the entries that a save must keep. */

import { isWithin } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import { emptyLedger, type Ledger, type LedgerEntry, type RunRecord } from '../core/state.ts';
import type { Beginning, Ending, Intent, JournalEntry, Outcome } from './journal.ts';
import { serialiseLedgerEntry } from './ledger-text.ts';
import type { State } from './state-backend.ts';

/** `open` has the order of the intents. */
/** Folding the same entries twice changes nothing, so a crash between writing the ledger and emptying the journal is harmless. */
export function foldJournal(ledger: Ledger, entries: readonly JournalEntry[]) {
  const outcomes = entries.filter((entry) => entry.type === 'outcome');
  const begins = entries.findLastIndex((entry) => entry.type === 'begin');
  const run = entries[begins];
  const end = entries.slice(begins + 1).find((entry) => entry.type === 'end');
  const folded = outcomes.length === 0 ? ledger : ledgerAfter(ledger, outcomes);
  const after = run?.type === 'begin' ? defined({ ...folded, runs: runsWith(run, end, ledger.runs) }) : folded;
  return defined({
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
  return defined({
    resources: Object.fromEntries(resources),
    lists: [...lists],
    pending,
    external: ledger.external,
    dialect: ledger.dialect,
    runs: ledger.runs,
    orders: orders.size === 0 ? undefined : Object.fromEntries(orders),
  });
}

/** A run can die before the ledger lists the run, or its end. */
function runsWith({ run, at, holder, digest, revision, scope }: Beginning, end?: Ending, runs?: Ledger['runs']) {
  if (runs?.some((each) => each.run === run))
    return runs.map((each) => (each.run === run && end ? { status: end.status, ...each } : each));
  // This ledger is from another branch: the run saved its own before its end.
  if (end !== undefined) return runs;
  return [defined({ run, who: holder.who, link: holder.run, digest, revision, scope, startedAt: at }), ...(runs ?? [])];
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
  return defined({ ledger: folded, open, serial, unsaved });
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
