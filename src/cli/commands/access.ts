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
    '--space <name>': 'Show only the space with this key, address, title or ID',
    '--site <name>': 'Show only the site with this key, address, title or ID, and its spaces',
    '--redact-emails': 'Show IDs instead of e-mail addresses',
  },
  formats: ['csv'],
  load: async () => (await import('../actions/access.ts')).runAccess,
});
