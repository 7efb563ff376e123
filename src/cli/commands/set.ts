/** The words, flags and code of `docform set`. */
import { defineCommand } from '../definition/command.ts';

export const setCommand = defineCommand({
  usage: 'set <address> [value]',
  description: 'Set a field or declare a resource in the YAML, and keep comments (offline)',
  examples: [
    'set teams/docs/members/ana@example.com owner',
    "set sites/docs/title 'Acme Docs'",
    "set sites/docs/shareLinks/globex '{ name: Globex }' --dry-run",
  ],
  flags: {
    '--dry-run': 'Show the result without writing files',
  },
  load: async () => (await import('../actions/set.ts')).runSet,
});
