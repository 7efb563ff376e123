/** The words, flags and code of `docform ci comment`. */
import { defineCommand } from '../definition/command.ts';

export const ciCommentCommand = defineCommand({
  usage: 'ci comment',
  description: 'Create or update the plan comment of a pull request or merge request (in a pipeline)',
  examples: [
    'ci comment --from .docform --env production',
    'ci comment --file plan.md --env production',
    'ci comment --file plan.md --only-update --or-failed',
  ],
  flags: {
    '--from <directory>': 'Read what `docform plan --out-dir` wrote to this directory',
    '--file <file>': 'Read the comment that `docform plan --format markdown` wrote',
    '--shared': 'Show all configurations in one comment; FILE is a saved plan, or the Markdown of a failed plan',
    '--only-update': 'Update an existing comment only',
    '--artifact <url>': 'Link to the complete plan at this URL; an empty URL adds no link',
    '--or-failed': 'Report a failed plan if the file is missing or empty',
    '--name <name>': 'Name the configuration, if the repository has several (default: docform)',
    '--author <login>': 'Set the login of the token (GitHub only; default: github-actions[bot])',
  },
  load: async () => (await import('../actions/ci-keep.ts')).runCiComment,
});
