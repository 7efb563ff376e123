/** The ledger's own file beside the configuration: its name, and what is wrong with its text. */
import { basename, join } from 'node:path';
import type { Ledger } from '../core/state.ts';
import { LedgerError, type LedgerTarget, parseLedger } from './ledger.ts';

/** `docform.ledger.json`, or `docform.ledger.<environment>.json`, in `directory`. */
export function ledgerPath(directory: string, environment?: string): string {
  return join(directory, environment === undefined ? 'docform.ledger.json' : `docform.ledger.${environment}.json`);
}

/** What is wrong with a ledger, with the name of its file. */
export function parseNamedLedger(path: string, text: string, target: LedgerTarget): Ledger {
  try {
    return parseLedger(text, target);
  } catch (error) {
    throw error instanceof LedgerError ? new LedgerError(error.code, `${basename(path)}: ${error.message}`, error.hint) : error;
  }
}
