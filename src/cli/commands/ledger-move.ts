/** The words, flags and code of `docform ledger move`. */
import { defineCommand } from '../definition/command.ts';

export const ledgerMoveCommand = defineCommand({
  usage: 'ledger move',
  description: 'Move the ledger to the host, organization and name of this command, or a ledger file into the backend',
  examples: ['ledger move --from api.example.com --dry-run', 'ledger move --from-organization OLD_ID'],
  flags: {
    '--from <host>': 'Former host of the platform (default: the same host)',
    '--from-organization <id>': 'Former ID of the organization (default: the same ID)',
    '--from-name <name>':
      'Former name of the configuration, for PostgreSQL and state services (default: the same name)',
    '--dry-run': 'Check the IDs without writing the ledger',
  },
  load: async () => (await import('../actions/ledger.ts')).runLedgerMove,
});
