/** The words, flags and code of `docform validate`. */
import { defineCommand } from '../definition/command.ts';

export const validateCommand = defineCommand({
  usage: 'validate [environment...]',
  description: 'Check the configuration (offline)',
  examples: [
    'validate',
    'validate -c docs/docform.yaml --json',
    'validate --format codequality > codequality.json',
    'validate staging production --out-dir .docform',
  ],
  flags: {
    '--out-dir <directory>': 'Write the problems to this directory, for a pipeline',
  },
  shared: {
    '--policy <path>...': 'Also check the policy rules in this file or directory; repeatable',
  },
  formats: ['github', 'codequality'],
  load: async () => (await import('../actions/validate.ts')).runValidate,
});
