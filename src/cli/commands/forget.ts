/** The words, flags and code of `docform forget`. */
import { defineCommand } from '../definition/command.ts';

export const forgetCommand = defineCommand({
  usage: 'forget <address...>',
  description: 'Stop managing objects without deleting them: remove them from the ledger and the YAML (offline)',
  examples: ['forget teams/docs', 'forget sites/docs --dry-run', 'forget teams/support/members/bo@acme.dev --yes'],
  flags: {
    '--dry-run': 'Show the result without writing files',
  },
  shared: {
    '--lock-timeout <duration>':
      'Maximum time to wait for the state lock, such as 30s or 10m (default: 0, do not wait)',
    '-y, --yes': 'Forget objects even if `prune: all` then deletes them',
  },
  load: async () => (await import('../actions/forget.ts')).runForget,
});
