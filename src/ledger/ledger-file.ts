/** The ledger's own file beside the configuration: its name, and what is wrong with its text. */
import { basename, join } from 'node:path';
import { targetOfJournal } from './file-journal.ts';
import { readIfThere } from './file-reading.ts';
import { type LedgerTarget, type NamedLedger, parseNamedTarget, parseOwnLedger, placed } from './ledger.ts';

/** `docform.ledger.json`, or `docform.ledger.<environment>.json`, in `directory`. */
export function ledgerPath(directory: string, environment?: string): string {
  return join(directory, environment === undefined ? 'docform.ledger.json' : `docform.ledger.${environment}.json`);
}

/** Whose ids the ledger in this file holds, or the journal beside it, by what they say themselves. undefined: there is neither. */
export function targetOfLedger(path: string): LedgerTarget | undefined {
  const text = readIfThere(path, 'ledger');
  if (text !== undefined) return placed(basename(path), () => parseNamedTarget(text).target);
  return targetOfJournal(readIfThere(`${path}.journal`, 'journal') ?? '');
}

/** What is wrong with a ledger, with the name of its file. */
export function parseNamedLedger(path: string, text: string, target: LedgerTarget): NamedLedger {
  return placed(basename(path), () => parseOwnLedger(text, target));
}
