/** Reads the ledger of a target from its text. */
import type { Ledger } from '../../src/core/state.ts';
import { type LedgerTarget, parseOwnLedger } from '../../src/ledger/ledger.ts';

export function parseLedger(text: string, target: LedgerTarget): Ledger {
  return parseOwnLedger(text, target).ledger;
}
