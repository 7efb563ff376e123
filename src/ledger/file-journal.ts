/** The journal as a file: a head with its target, then entries. Each holder of the lock gets a new file, so late writes of an earlier holder are lost. */
import { basename } from 'node:path';
import { jsonObjectOf, parsedJson } from '../core/json.ts';
import { type JournalEntry, parseJournal, serialiseEntry } from './journal.ts';
import { type LedgerTarget, ledgerError } from './ledger.ts';

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

type Head = JournalHead & LedgerTarget & { readonly version: number };

function parsedHead(line: string): Head | undefined {
  const head = jsonObjectOf(parsedJson(line));
  const hasNumbers = [head.version, head.token, head.saves].every((field) => typeof field === 'number');
  const hasTexts = [head.host, head.organization].every((field) => typeof field === 'string');
  return head.type === 'journal' && hasNumbers && hasTexts ? (head as unknown as Head) : undefined;
}
