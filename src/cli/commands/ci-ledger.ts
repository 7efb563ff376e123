/** The words, flags and code of `docform ci ledger`. */
import { defineCommand } from '../definition/command.ts';

export const ciLedgerCommand = defineCommand({
  usage: 'ci ledger <direction>',
  description:
    'Get the newest ledger files of the applied branch before an apply, and commit them after it: pull, push (in GitHub Actions)',
  examples: ['ci ledger pull', 'ci ledger push --branch main --env production'],
  flags: {
    '--branch <branch>': 'Use this branch (default: main)',
    '--name <name>': 'Name the configuration, if the repository has several (default: docform)',
  },
  load: async () => (await import('../actions/ci-ledger.ts')).runCiLedger,
});
