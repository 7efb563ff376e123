/** Commands around docform itself: what is wrong here, what can be typed, and the way to what no kind covers. */
import type { Command } from 'commander';
import type { ApiFlags } from './commands/api.ts';
import type { Add } from './declaring.ts';

const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];

export function addHelpingCommands(program: Command, add: Add): void {
  add(
    program,
    'doctor',
    'look through configuration, address, token, ledger, lease, clock and proxy, each failure with its cure; writes nothing',
    ['doctor', 'doctor --env production --json'],
    async (session) => (await import('./commands/doctor.ts')).runDoctor(session),
  );
  add(
    program,
    'api <method> <path>',
    'send one request to the platform: for what docform does not manage',
    [
      'api GET /v1/orgs/{organization}/teams --paginate --select /0/title',
      'api POST /v1/spaces/SPACE/comments --body comment.json',
      'api POST /v1/spaces/SPACE/transfer --field organization=OTHER --yes',
    ],
    async (session, operands, command) => (await import('./commands/api.ts')).runApi(session, operands, command.opts<ApiFlags>()),
  )
    .option('--paginate', 'GET: read the list to its end, and print all of its items')
    .option('--field <name=value>', 'of the query (GET) or the body; NAME:=JSON for what is no text; may repeat', collect)
    .option('--body <file>', 'JSON file with the body, - for stdin')
    .option('--select <pointer>', 'print only what stands there, by a JSON pointer such as /items/0/id');
  add(
    program,
    'completion <shell> [words...]',
    'print the script that completes commands, flags and addresses in bash, zsh or fish; contacts nothing',
    [
      'completion bash > ~/.local/share/bash-completion/completions/docform',
      'completion zsh > ~/.zfunc/_docform',
      'completion fish | source',
    ],
    async (session, operands) => (await import('./commands/completion.ts')).runCompletion(session, program, operands),
  );
}
