/** The words, flags and code of `docform platform control`. */
import { defineCommand } from '../definition/command.ts';

export const platformControlCommand = defineCommand({
  usage: 'platform control <method> <path>',
  description:
    'Send one request to the control API of a running platform: its state, clock, snapshots, faults, tokens and invitations',
  examples: [
    'platform control GET state',
    'platform control POST reset --field seed=medium',
    'platform control PUT snapshots/before-import',
    'platform control POST clock/advance --field by=8d',
    'platform control POST faults --body faults.json',
    'platform control POST tokens --field user=bo@acme.dev --select /token',
  ],
  flags: {
    '--url <url>': 'Set the URL of the running platform (DOCFORM_PLATFORM_URL; default: http://127.0.0.1:4010)',
    '--field <name=value>...':
      'Add a query parameter (GET, DELETE) or a body field; NAME:=JSON for values other than text; repeatable',
    '--body <file>': 'Read the JSON body from this file, or from stdin with -',
    '--select <pointer>': 'Print only the value at this JSON pointer, such as /token',
  },
  load: async () => (await import('../actions/platform-control.ts')).runControl,
});
