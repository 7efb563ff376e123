/** The words, flags and code of `docform fmt`. */
import { defineCommand } from '../definition/command.ts';

export const fmtCommand = defineCommand({
  usage: 'fmt [file...]',
  description: 'Format the configuration files and keep comments (offline)',
  examples: ['fmt', 'fmt --check -v', 'fmt docs/docform.yaml'],
  flags: {
    '--check': 'Exit with 1 if a file is not formatted, without writing files (-v: show the diff)',
  },
  load: async () => (await import('../actions/fmt.ts')).runFmt,
});
