/** Merges three texts of one ledger, as Git hands them to a merge driver. */
import { type NamedLedger, parseNamedTarget, placed } from '../ledger/ledger.ts';
import { type MergedLedgers, mergeLedgers } from '../ledger/merge-ledgers.ts';

export type LedgerTexts = { readonly [side in 'base' | 'ours' | 'theirs']: string };

/** An empty `base` is none. Throws DocformError where a text is no ledger, with its side, or where they are of two targets. */
export function mergeLedgerTexts({ base, ours, theirs }: LedgerTexts): MergedLedgers {
  return mergeLedgers(base.trim() === '' ? undefined : parsedSide('base', base), parsedSide('ours', ours), parsedSide('theirs', theirs));
}

function parsedSide(side: keyof LedgerTexts, text: string): NamedLedger {
  return placed(side, () => parseNamedTarget(text));
}
