/** Context shared by everything that works on the files of one ledger. */
import type { Clock } from './clock.ts';
import type { LedgerTarget, NamedLedger } from './ledger.ts';
import type { ProcessTable } from './processes.ts';

/** Where the files of one ledger are. */
export interface FilePlaces {
  readonly ledger: string;
  readonly journal: string;
  readonly lock: string;
  readonly mutex: string;
}

export interface FileContext {
  readonly places: FilePlaces;
  readonly target: LedgerTarget;
  /** A ledger's text; the one that was read last is not read again. Throws DocformError where it is damaged or another target's. */
  readonly parse: (text: string) => NamedLedger;
  readonly processes: ProcessTable;
  readonly clock: Clock;
}
