/** The words, flags and code of `docform ledger history`. */
import { defineCommand } from '../definition/command.ts';

export const ledgerHistoryCommand = defineCommand({
  usage: 'ledger history',
  description: 'List past applies with time, user, commit, plan digest and result',
  examples: ['ledger history', 'ledger history --limit 5 --json'],
  flags: {
    '--limit <number>': 'List at most this many applies, latest first (default: 20)',
  },
  load: async () => (await import('../actions/ledger.ts')).runHistory,
});
