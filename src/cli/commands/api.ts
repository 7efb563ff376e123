/** The words, flags and code of `docform api`. */
import { defineCommand } from '../definition/command.ts';

export const apiCommand = defineCommand({
  usage: 'api <method> <path>',
  description: 'Send one request to the platform API',
  examples: [
    'api GET /v1/orgs/{organization}/teams --paginate --select /0/title',
    'api POST /v1/spaces/SPACE/comments --body comment.json',
    'api POST /v1/spaces/SPACE/transfer --field organization=OTHER --yes',
  ],
  flags: {
    '--paginate': 'With GET, read all pages of a list and print all items',
    '--field <name=value>...':
      'Add a query parameter (GET) or a body field; NAME:=JSON for values other than text; repeatable',
    '--body <file>': 'Read the JSON body from this file, or from stdin with -',
    '--select <pointer>': 'Print only the value at this JSON pointer, such as /items/0/id',
  },
  shared: {
    '-y, --yes': 'Skip the confirmation prompt',
  },
  load: async () => (await import('../actions/api.ts')).runApi,
});
