/** The words, flags and code of `docform ci github`. */
import { defineCommand } from '../definition/command.ts';
import { pipelineFlags } from '../definition/pipeline-flags.ts';

export const ciGithubCommand = defineCommand({
  usage: 'ci github [environment...]',
  description: 'Write GitHub workflows that validate, plan, apply and detect drift (offline)',
  examples: [
    'ci github',
    'ci github staging production --checkout-sha SHA --setup-node-sha SHA',
    'ci github --dry-run',
  ],
  flags: {
    ...pipelineFlags,
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
