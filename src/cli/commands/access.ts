/** The words, flags and code of `docform access`. */
import { defineCommand } from '../definition/command.ts';

export const accessCommand = defineCommand({
  usage: 'access',
  description: 'Show who can access each space and site, and why',
  examples: [
    'access',
    'access --who bo@acme.dev',
    'access --public',
    'access --space payroll -v',
    'access --format csv > access.csv',
  ],
  flags: {
    '--who <email>': 'Show only this person',
    '--public': 'Show only content that can be read without an account',
    '--space <name>': 'Show only this space, by key, resource address, title or id',
    '--site <name>': 'Show only this site and its spaces',
    '--redact-emails': 'Show ids instead of e-mail addresses',
  },
  formats: ['csv'],
  load: async () => (await import('../actions/access.ts')).runAccess,
});
