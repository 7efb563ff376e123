/** Merges three texts of one ledger, as Git hands them to a merge driver. */
import { LedgerError, type NamedLedger, parseNamedTarget } from '../ledger/ledger.ts';
import { type MergedLedgers, mergeLedgers } from '../ledger/merge-ledgers.ts';

export type LedgerTexts = { readonly [side in 'base' | 'ours' | 'theirs']: string };

/** An empty `base` is none. Throws LedgerError where a text is no ledger, with its side, or where they are of two targets. */
export function mergeLedgerTexts({ base, ours, theirs }: LedgerTexts): MergedLedgers {
  return mergeLedgers(base.trim() === '' ? undefined : parsedSide('base', base), parsedSide('ours', ours), parsedSide('theirs', theirs));
}

function parsedSide(side: keyof LedgerTexts, text: string): NamedLedger {
  try {
    return parseNamedTarget(text);
  } catch (error) {
    throw error instanceof LedgerError ? new LedgerError(error.code, `${side}: ${error.message}`, error.hint) : error;
  }
}
