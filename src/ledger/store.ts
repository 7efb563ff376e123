/** What keeps a ledger between runs, and the store that forgets it. */
import { emptyLedger, type Ledger } from '../core/state.ts';

export interface LedgerStore {
  /** For people: the file's path. */
  readonly place: string;
  /** Empty when nothing was ever saved. Throws LedgerError when what is there cannot be used. */
  readonly load: () => Promise<Ledger>;
  /** Replaces the whole ledger, all or nothing. It is read before save first waits: while a plan is applied it changes afterwards. */
  readonly save: (ledger: Ledger) => Promise<void>;
}

/** Lives as long as the process: for platforms that do so too. */
export function createMemoryStore(initial: Ledger = emptyLedger): LedgerStore {
  let current = initial;
  return {
    place: 'memory',
    load: async () => current,
    save: async (ledger) => {
      current = ledger;
    },
  };
}
