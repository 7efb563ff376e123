/** The words, flags and code of `docform ci github`. */
import { defineCommand } from '../definition/command.ts';

export const ciGithubCommand = defineCommand({
  usage: 'ci github [environment...]',
  description: 'Write GitHub workflows that validate, plan, apply and detect drift (offline)',
  examples: [
    'ci github',
    'ci github staging production --checkout-sha SHA --setup-node-sha SHA',
    'ci github --dry-run',
  ],
  flags: {
    '--name <name>': 'Name the files, jobs and issues (default: docform)',
    '--branch <branch>': 'Apply commits on this branch (default: main)',
    '--install <command>': 'Install docform with this command (default: npm ci --ignore-scripts)',
    '--node-version <version>': 'Use this version of Node.js (default: 22)',
    '--cron <schedule>': "Detect drift on this schedule (GitHub only; default: '17 3 * * *')",
    '--shared-comment': 'Show the plans of all configurations of a pull request in one comment',
    '--drift-branch': 'Propose to accept drift in a pull request or merge request',
    '--plan-environment <name>': 'Run the plan and drift jobs in this protected environment, which has the read token',
    '--only <pattern>...': 'Plan, apply and compare only these resources; repeatable',
    '--except <pattern>...': 'Plan, apply and compare everything except these resources; repeatable',
    '--out <directory>': 'Write to this repository root (default: the root of the current repository)',
    '--force': 'Overwrite existing files',
    '--dry-run': 'Print the files without writing them',
    '--checkout-sha <sha>': 'Pin actions/checkout to this commit (default: a tag, with a warning)',
    '--setup-node-sha <sha>': 'Pin actions/setup-node to this commit (default: a tag, with a warning)',
    '--checkout-tag <tag>': 'Use this tag of actions/checkout, or note the tag next to the pinned commit (default: v7)',
    '--setup-node-tag <tag>':
      'Use this tag of actions/setup-node, or note the tag next to the pinned commit (default: v7)',
    '--upload-artifact-sha <sha>': 'Pin actions/upload-artifact to this commit (default: a tag, with a warning)',
    '--upload-artifact-tag <tag>':
      'Use this tag of actions/upload-artifact, or note the tag next to the pinned commit (default: v7)',
    '--backend':
      'Keep the ledger in the backend that the secrets DOCFORM_BACKEND and DOCFORM_READ_BACKEND name, not in the repository',
  },
  load: async () => (await import('../actions/ci.ts')).runCiGithub,
});
