/** The commands that start with `docform ledger`. */
import { defineGroup } from '../definition/command.ts';

export const ledgerGroup = defineGroup(
  'ledger',
  "List past applies, release a stuck state lock, create the ledger's PostgreSQL tables, or move and merge ledgers",
);
