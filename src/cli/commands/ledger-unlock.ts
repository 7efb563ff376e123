/** The words, flags and code of `docform ledger unlock`. */
import { defineCommand } from '../definition/command.ts';

export const ledgerUnlockCommand = defineCommand({
  usage: 'ledger unlock <id>',
  description: 'Release a stuck state lock (HTTP backend only; file and PostgreSQL locks expire)',
  examples: ['ledger unlock 2f0c1a52-6c1e-4a39-9f5e-0d3f6a0a7d11'],
  load: async () => (await import('../actions/ledger.ts')).runUnlock,
});
