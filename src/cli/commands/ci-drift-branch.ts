/** The words, flags and code of `docform ci drift-branch`. */
import { defineCommand } from '../definition/command.ts';

export const ciDriftBranchCommand = defineCommand({
  usage: 'ci drift-branch',
  description: 'Propose the edits of `docform drift --write` in a pull request or merge request (in a pipeline)',
  examples: [
    'ci drift-branch --from .docform --env production',
    'ci drift-branch --file drift.md --env production',
    'ci drift-branch --file drift.md --clean',
  ],
  flags: {
    '--from <directory>': 'Read what `docform drift --out-dir --write` wrote to this directory',
    '--file <file>': 'Read the report that `docform drift --format markdown` wrote before the edits',
    '--clean': 'Close the pull request, because there is no drift',
    '--base <branch>': 'Propose the edits for this branch (default: main)',
    '--name <name>': 'Name the configuration, if the repository has several (default: docform)',
  },
  load: async () => (await import('../actions/ci-keep.ts')).runCiDriftBranch,
});
