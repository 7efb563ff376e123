/** The words, flags and code of `docform platform log`. */
import { defineCommand } from '../definition/command.ts';

export const platformLogCommand = defineCommand({
  usage: 'platform log',
  description: 'Show the requests that the platform answered, newest last',
  examples: ['platform log', 'platform log --operation createTeam --status 503', 'platform log --follow'],
  flags: {
    '--url <url>': 'Set the URL of the running platform (DOCFORM_PLATFORM_URL; default: http://127.0.0.1:4010)',
    '--operation <name>': 'Show only this operation',
    '--method <method>': 'Show only this HTTP method',
    '--path <pattern>': 'Show only these paths; * matches within a segment, ** across segments',
    '--status <number>': 'Show only responses with this status',
    '--limit <number>': 'Show at most this many requests (default: 100)',
    '--follow': 'Keep printing new requests until Ctrl-C',
  },
  load: async () => (await import('../actions/platform-log.ts')).runLog,
});
