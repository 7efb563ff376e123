/** The words, flags and code of `docform ledger init`. */
import { defineCommand } from '../definition/command.ts';

export const ledgerInitCommand = defineCommand({
  usage: 'ledger init',
  description: 'Create the tables of the ledger in PostgreSQL',
  examples: ['ledger init', 'ledger init --json'],
  load: async () => (await import('../actions/ledger.ts')).runLedgerInit,
});
