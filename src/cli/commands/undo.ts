/** The words, flags and code of `docform undo`. */
import { defineCommand } from '../definition/command.ts';

export const undoCommand = defineCommand({
  usage: 'undo [file]',
  description: 'Restore the configuration to what it was before the last apply; does not change the platform',
  examples: ['undo', 'undo --dry-run', 'undo docform.undo.prod.json --env prod'],
  flags: {
    '--dry-run': 'Print the diff, but write nothing',
  },
  shared: {
    '-y, --yes': 'Skip the confirmation prompt',
  },
  load: async () => (await import('../actions/undo.ts')).runUndo,
});
