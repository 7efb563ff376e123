/** The words, flags and code of `docform init`. */
import { defineCommand } from '../definition/command.ts';

export const initCommand = defineCommand({
  usage: 'init',
  description: 'Create a starter docform.yaml (offline); for an existing organization, use docform import',
  examples: ['init --organization acme'],
  flags: {
    '--out <file>': 'Write to this file or directory (default: docform.yaml)',
  },
  load: async () => (await import('../actions/init.ts')).runInit,
});
