/** The words, flags and code of `docform platform serve`. */
import { defineCommand } from '../definition/command.ts';

export const platformServeCommand = defineCommand({
  usage: 'platform serve',
  description: 'Start the server, and print one JSON line with url, organization and token',
  examples: [
    'platform serve --port 4010 --data p.db --seed small',
    'platform serve --control --seed docs/docform.yaml',
  ],
  flags: {
    '--port <number>': 'Listen on this port, or on any free port with 0 (default: 4010)',
    '--host <address>': 'Listen on this address (default: 127.0.0.1)',
    '--data <file>': 'Store the data in this file (default: in memory)',
    '--seed <name>':
      'Start a new platform with this fixture: empty, small, medium, large, or the path of a docform YAML (default: empty)',
    '--seed-number <number>': 'Vary the IDs and names of the fixture (default: 1)',
    '--token <token>': 'Accept this token (default: the token in the data file, or a random token)',
    '--control': 'Enable the control API and its page at /_platform/ for all clients that can reach the server',
    '--dialect <name>':
      'Implement this API: 2025-06, gitbook (current), or gitbook-0.180 (before drafts; default: 2025-06)',
    '--strict': 'Reject unknown parameters and fields instead of ignoring them',
  },
  load: async () => (await import('../actions/platform-serve.ts')).runServe,
});
