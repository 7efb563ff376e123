/** The words, flags and code of `docform mv`. */
import { defineCommand } from '../definition/command.ts';

export const mvCommand = defineCommand({
  usage: 'mv (<from> <to> | <pattern...> --to-file <file> | <pattern...> --to <name>)',
  description:
    'Rename a resource and its references in the YAML, or move blocks to another file or configuration (offline)',
  examples: [
    'mv teams/docs teams/writers',
    'mv sites/docs/sections/api reference --dry-run',
    "mv sites/portal 'spaces/partner-*' --to-file teams/partner.yaml",
    'mv sites/docs spaces/guides --to portal',
  ],
  flags: {
    '--to <name>':
      'Move these resources and their ledger entries to another configuration in the same Git repository; give its `name` or directory',
    '--to-file <file>': 'Move the blocks of these resources, with their comments, to this file',
    '--dry-run': 'Show the result without writing files',
  },
  shared: {
    '-y, --yes': 'With --to, skip the confirmation prompt',
  },
  load: async () => (await import('../actions/mv.ts')).runMove,
});
