/** Name and target of the ledger file next to the configuration. */
import { basename, join } from 'node:path';
import { targetOfJournal } from './file-journal.ts';
import { readIfThere } from './file-reading.ts';
import { type LedgerTarget, type NamedLedger, parseNamedTarget, parseOwnLedger, placed } from './ledger.ts';

export function ledgerPath(directory: string, environment?: string): string {
  return join(directory, environment === undefined ? 'docform.ledger.json' : `docform.ledger.${environment}.json`);
}

/** Reads the target from the ledger or, if there is none, from its journal. */
export function targetOfLedger(path: string): LedgerTarget | undefined {
  const text = readIfThere(path, 'ledger');
  if (text !== undefined) return placed(basename(path), () => parseNamedTarget(text).target);
  return targetOfJournal(readIfThere(`${path}.journal`, 'journal') ?? '');
}

export function parseNamedLedger(path: string, text: string, target: LedgerTarget): NamedLedger {
  return placed(basename(path), () => parseOwnLedger(text, target));
}
