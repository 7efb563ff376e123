/** The words, flags and code of `docform get`. */
import { defineCommand } from '../definition/command.ts';

export const getCommand = defineCommand({
  usage: 'get [pattern]',
  description:
    'List objects with their IDs and where each exists (YAML, ledger, platform); or print one object as YAML',
  examples: [
    'get',
    'get teams',
    "get 'sites/docs/**'",
    'get sites/docs',
    'get teams/id:ID --json',
    'get --unmanaged',
    'get --offline --format csv',
  ],
  flags: {
    '--offline': 'List only the configuration and the ledger, without the platform',
    '--unmanaged': 'List only objects that docform does not manage',
  },
  formats: ['csv'],
  load: async () => (await import('../actions/get.ts')).runGet,
});
