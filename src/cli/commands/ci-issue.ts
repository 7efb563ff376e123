/** The words, flags and code of `docform ci issue`. */
import { defineCommand } from '../definition/command.ts';

export const ciIssueCommand = defineCommand({
  usage: 'ci issue',
  description: 'Create, update or close the drift issue of a target (in a pipeline)',
  examples: [
    'ci issue --from .docform --env production',
    'ci issue --file drift.md --env production',
    'ci issue --file drift.md --clean',
  ],
  flags: {
    '--from <directory>': 'Read what `docform drift --out-dir` wrote to this directory',
    '--file <file>': 'Read the report that `docform drift --format markdown` wrote',
    '--clean': 'Close the issue, because there is no drift',
    '--name <name>': 'Name the configuration, if the repository has several (default: docform)',
    '--author <login>': 'Set the login of the token (GitHub only; default: github-actions[bot])',
  },
  load: async () => (await import('../actions/ci-keep.ts')).runCiIssue,
});
