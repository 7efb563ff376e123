/** The words, flags and code of `docform show`. */
import { defineCommand } from '../definition/command.ts';

export const showCommand = defineCommand({
  usage: 'show <file>',
  description: 'Show a saved plan (offline); use - as FILE to read it from stdin',
  examples: [
    'show plan.json',
    'show plan.json --format html > plan.html',
    'show plan.json --format markdown --max-bytes 1000000',
    'show plan.json --format redirects --host acme.dev > _redirects',
  ],
  flags: {
    '--max-bytes <number>':
      'With --format markdown, limit the length to 8000 to 1048576 bytes (default: the limit of a comment)',
    '--host <host>': 'With --format redirects, nginx or csv, print only the redirects for URLs of this host',
  },
  formats: ['markdown', 'html', 'csv', 'github', 'codequality', 'terraform', 'redirects', 'nginx'],
  load: async () => (await import('../actions/show.ts')).runShow,
});
