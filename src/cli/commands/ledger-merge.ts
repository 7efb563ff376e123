/** The words, flags and code of `docform ledger merge`. */
import { defineCommand } from '../definition/command.ts';

export const ledgerMergeCommand = defineCommand({
  usage: 'ledger merge <base> <ours> <theirs>',
  description: 'Merge the ledgers of two Git branches into OURS, as a merge driver; exit with 1 on conflicts',
  examples: ['ledger merge %O %A %B'],
  load: async () => (await import('../actions/ledger-merge.ts')).runLedgerMerge,
});
