/** Declares all commands except those of `docform ci` and `docform platform`. The code of a command is loaded when the command runs. */

import type { Command } from 'commander';
import { type Add, collect } from './flags.ts';

export function addImportCommands(add: Add): void {
  add(
    'init',
    'Create a starter docform.yaml (offline), or with --from-live from an existing organization',
    ['init --organization acme', 'init --from-live'],
    async () => (await import('./commands/init.ts')).runInit,
  )
    .option('--from-live', 'Write the configuration of an existing organization, like docform import')
    .option('--out <file>', 'Write to this file or directory (default: docform.yaml)');
  add(
    'import [address...]',
    'Import an existing organization: write its configuration and the ledger, the state file of docform',
    [
      'import',
      'import teams sites/docs',
      "import 'spaces/partner-*'",
      'import --split site --out docs/',
      'import --dry-run',
      'import --from gitbook-docs.yaml',
    ],
    async () => (await import('./commands/import.ts')).runImport,
  )
    .option(
      '--out <file>',
      'Output file or directory (default: the existing configuration, else docform.yaml; with --from: stdout)',
    )
    .option('--split <how>', 'Write a new configuration as one file per site or per resource kind: site, kind')
    .option('--manage-references', 'Manage objects that the imported ones refer to, instead of writing `external`')
    .option('--dry-run', 'Show the result without writing files')
    .option(
      '--with-permissions',
      'Also import the permissions of teams and members (2 requests for each space, collection and site)',
    )
    .option('--from <file>', 'Import a GitBook site structure file instead of an organization')
    .option('--site <key>', 'With --from, the key of the site under `sites` in the configuration')
    .option(
      '--keys <what>',
      'With --from, generate resource keys from titles or file names: title, file (default: title)',
    );
}

export function addEverydayCommands(add: Add): void {
  addUndo(add);
  addDrift(add);
  add(
    'ls [within]',
    'List objects and their ids, and whether they are declared, in the ledger, or on the platform',
    ['ls', 'ls sites/docs', 'ls --unmanaged', 'ls --offline --format csv'],
    async () => (await import('./commands/ls.ts')).runLs,
  )
    .option('--offline', 'List only the configuration and the ledger, without the platform')
    .option('--unmanaged', 'List only objects that docform does not manage');
  add(
    'get <address>',
    'Print one object of the platform as the configuration would declare it, with its state and drift',
    ['get sites/docs', 'get teams/id:ID --json'],
    async () => (await import('./commands/get.ts')).runGet,
  );
  add(
    'access',
    'Show who can access each space and site, and why',
    [
      'access',
      'access --who bo@acme.dev',
      'access --public',
      'access --space payroll -v',
      'access --format csv > access.csv',
    ],
    async () => (await import('./commands/access.ts')).runAccess,
  )
    .option('--who <email>', 'Show only this person')
    .option('--public', 'Show only content that can be read without an account')
    .option('--space <name>', 'Show only this space, by key, resource address, title or id')
    .option('--site <name>', 'Show only this site and its spaces')
    .option('--redact-emails', 'Show ids instead of e-mail addresses');
  addRedirects(add);
  addEditing(add);
}

function addRedirects(add: Add): void {
  add(
    'redirects [plan]',
    'Print a redirect map for the published URLs that a plan changes or removes (offline with a saved plan)',
    [
      'redirects plan.json',
      'redirects plan.json --format _redirects',
      'redirects plan.json --format nginx --host acme.dev',
      'redirects --format csv',
    ],
    async () => (await import('./commands/redirects.ts')).runRedirects,
  ).option('--host <host>', 'Print only the URLs of this host');
}

function addEditing(add: Add): void {
  add(
    'forget <address...>',
    'Stop managing objects without deleting them: remove them from the ledger and the YAML (offline)',
    ['forget teams/docs', 'forget sites/docs --dry-run', 'forget teams/support/members/bo@acme.dev --yes'],
    async () => (await import('./commands/forget.ts')).runForget,
  ).option('--dry-run', 'Show the result without writing files');
  add(
    'handover <address...>',
    'Move resources and their ledger entries to another configuration of the same Git repository (offline)',
    ['handover sites/docs --to portal', 'handover sites/docs spaces/guides --to teams/docs --dry-run'],
    async () => (await import('./commands/handover.ts')).runHandover,
  )
    .option('--to <name>', 'Name of the other configuration: its `name`, or its directory in the repository')
    .option('--dry-run', 'Show the result without writing files');
  add(
    'mv <address...>',
    'Rename a resource and its references in the YAML, or move blocks to another file with --to-file (offline)',
    [
      'mv teams/docs teams/writers',
      'mv sites/docs/sections/api reference --dry-run',
      'mv sites/portal spaces/faq --to-file teams/partner.yaml',
    ],
    async () => (await import('./commands/mv.ts')).runMove,
  )
    .option('--to-file <file>', 'Move the blocks of these resources, with their comments, to this file')
    .option('--dry-run', 'Show the result without writing files');
  add(
    'fmt [file...]',
    'Format the configuration files and keep comments (offline)',
    ['fmt', 'fmt --check -v', 'fmt docs/docform.yaml'],
    async () => (await import('./commands/fmt.ts')).runFmt,
  ).option('--check', 'Exit with 1 if a file is not formatted, without writing files (-v: show the diff)');
}

function addDrift(add: Add): void {
  const drift = add(
    'drift [address...]',
    'Show changes made outside docform since the last apply; with --write, copy them into the YAML',
    [
      'drift',
      'drift --detailed-exitcode',
      'drift --format markdown > issue.md',
      'drift --write --dry-run',
      'drift --write sites/docs --yes',
      'drift --write --unmanaged',
      'drift --only sites/docs',
    ],
    async () => (await import('./commands/drift.ts')).runDrift,
  );
  addScope(drift, 'Report', false)
    .option(
      '--write',
      'Write the drift into the YAML (default: all drift; ADDRESS selects objects); does not change the platform',
    )
    .option(
      '--unmanaged',
      'With --write, also add every unmanaged object to the YAML (default: only unmanaged objects named as ADDRESS)',
    )
    .option('--dry-run', 'With --write, show the result without writing files');
}

function addUndo(add: Add): void {
  add(
    'undo [file]',
    'Edit the configuration back to its state before the last apply; does not change the platform',
    ['undo', 'undo --dry-run', 'undo docform.undo.prod.json --env prod'],
    async () => (await import('./commands/undo.ts')).runUndo,
  ).option('--dry-run', 'Print the diff, but write nothing');
}

export function addLedgerCommands(add: Add): void {
  const ledger = add.group(
    'ledger',
    'Create the PostgreSQL tables of the ledger, move a ledger to another host, or merge ledger files',
  );
  ledger(
    'init',
    'Create the tables of the ledger in PostgreSQL',
    ['ledger init', 'ledger init --json'],
    async () => (await import('./commands/ledger.ts')).runLedgerInit,
  );
  ledger(
    'merge <base> <ours> <theirs>',
    'Merge the ledgers of two Git branches into OURS, as a merge driver; exit with 1 on conflicts',
    ['ledger merge %O %A %B'],
    async () => (await import('./commands/ledger.ts')).runLedgerMerge,
  );
  ledger(
    'move',
    'Move the ledger to the host and organization of this command, after all its ids were found there',
    ['ledger move --from api.example.com --dry-run', 'ledger move --from-organization OLD_ID'],
    async () => (await import('./commands/ledger-move.ts')).runLedgerMove,
  )
    .option('--from <host>', 'Former host of the platform (default: the same host)')
    .option('--from-organization <id>', 'Former id of the organization (default: the same id)')
    .option('--dry-run', 'Check the ids without writing the ledger');
  add(
    'unlock <id>',
    'Release a stuck state lock (HTTP backend only; file and PostgreSQL locks expire)',
    ['unlock 2f0c1a52-6c1e-4a39-9f5e-0d3f6a0a7d11'],
    async () => (await import('./commands/ledger.ts')).runUnlock,
  );
}

export function addHelpingCommands(add: Add, program: Command): void {
  add(
    'doctor',
    'Check the configuration, connection, token, ledger, state lock, clock and proxy, and suggest fixes',
    ['doctor', 'doctor --env production --json'],
    async () => (await import('./commands/doctor.ts')).runDoctor,
  );
  add(
    'api <method> <path>',
    'Send one request to the API of the platform',
    [
      'api GET /v1/orgs/{organization}/teams --paginate --select /0/title',
      'api POST /v1/spaces/SPACE/comments --body comment.json',
      'api POST /v1/spaces/SPACE/transfer --field organization=OTHER --yes',
    ],
    async () => (await import('./commands/api.ts')).runApi,
  )
    .option('--paginate', 'With GET, read all pages of a list and print all items')
    .option(
      '--field <name=value>',
      'Add a query parameter (GET) or a body field; NAME:=JSON for values other than text; repeatable',
      collect,
    )
    .option('--body <file>', 'Read the JSON body from this file, or from stdin with -')
    .option('--select <pointer>', 'Print only the value at this JSON pointer, such as /items/0/id');
  add(
    'completion <shell> [words...]',
    'Print the completion script for bash, zsh or fish',
    [
      'completion bash > ~/.local/share/bash-completion/completions/docform',
      'completion zsh > ~/.zfunc/_docform',
      'completion fish | source',
    ],
    async () => (await import('./commands/completion.ts')).completionOf(program),
  );
}

function addScope(command: Command, verb: string, hasSince: boolean): Command {
  command
    .option(
      '--only <pattern>',
      `${verb} only these resources: an address, a pattern with * and **, or a configuration file; repeatable`,
      collect,
    )
    .option('--except <pattern>', `${verb} everything except these resources; repeatable`, collect);
  if (!hasSince) return command;
  return command.option(
    '--since <revision>',
    `${verb} only resources whose configuration changed since this Git revision`,
  );
}

function addPlan(add: Add): void {
  const plan = add(
    'plan',
    'Show the changes that apply would make',
    [
      'plan',
      'plan --detailed-exitcode',
      'plan --format markdown > comment.md',
      'plan --out plan.json',
      'plan --rehearse',
      'plan --offline',
      "plan --only sites/docs --only 'spaces/partner-*'",
      'plan --since origin/main --out plan.json',
    ],
    async () => (await import('./commands/plan.ts')).runPlan,
  );
  addScope(plan, 'Plan', true)
    .option('--offline', 'Compare the configuration with the ledger only; needs no token; the plan cannot be applied')
    .option('-o, --out <file>', 'Save the plan to this file, for `docform show` and `docform apply`')
    .option('--rehearse', 'Test the plan on a local copy of the organization and report the result');
}

export function addMainCommands(add: Add): void {
  add(
    'validate',
    'Check the configuration (offline)',
    ['validate', 'validate -c docs/docform.yaml --json', 'validate --format codequality > codequality.json'],
    async () => (await import('./commands/validate.ts')).runValidate,
  );
  addPlan(add);
  add(
    'show <file>',
    'Show a saved plan (offline)',
    [
      'show plan.json',
      'show plan.json --format html > plan.html',
      'show plan.json --format markdown --max-bytes 1000000',
    ],
    async () => (await import('./commands/show.ts')).runShow,
  ).option(
    '--max-bytes <number>',
    'With --format markdown, limit the length to 8000 to 1048576 bytes (default: the limit of a comment)',
  );
  const apply = add(
    'apply [file]',
    'Apply the configuration to the platform; with FILE, apply that saved plan without a prompt',
    [
      'apply',
      'apply --yes --lock-timeout 10m',
      'apply --yes --allow-deletes 12',
      'apply plan.json',
      'apply --expect-digest sha256:…',
      'apply --except sites/docs',
    ],
    async () => (await import('./commands/apply.ts')).runApply,
  );
  addScope(apply, 'Apply', true)
    .option('--expect-digest <digest>', 'Apply without a prompt, but only if the plan has this digest')
    .option('--rehearse', 'Apply the plan to a local copy of the organization first, and stop if that fails')
    .option('--undo <file>', 'Path of the undo file for `docform undo` (default: docform.undo.json next to the ledger)')
    .option('--no-undo', 'Do not write an undo file');
}

export function addLookingCommands(add: Add): void {
  add(
    'history',
    'List past applies: who, when, revision, plan and result',
    ['history', 'history --limit 5 --json'],
    async () => (await import('./commands/ledger.ts')).runHistory,
  ).option('--limit <number>', 'List at most this many applies, latest first (default: 20)');
  add(
    'schema [of]',
    'Print the JSON Schema of the configuration (default) or of plan files (`schema plan`)',
    ['schema', 'schema --out schemas/docform.schema.json', 'schema plan'],
    async () => (await import('./commands/schema.ts')).runSchema,
  ).option('--out <file>', 'Write to this file (default: stdout)');
  add(
    'skill',
    'Print instructions for coding agents (offline)',
    ['skill >.claude/skills/docform/SKILL.md'],
    async () => (await import('./commands/skill.ts')).runSkill,
  );
  add(
    'lsp',
    'Run the language server for editors, on stdin and stdout',
    ['lsp', 'lsp --env staging'],
    async () => (await import('./commands/lsp.ts')).runLsp,
  ).option('--stdio', 'Use stdin and stdout; always on, because editors pass this flag');
  add(
    'explain <name>',
    'Explain an error code, such as E-REF-UNKNOWN, or a field, such as sites.visibility',
    ['explain E-REF-UNKNOWN', 'explain sites.visibility', 'explain teams.members'],
    async () => (await import('./commands/explain.ts')).runExplain,
  );
}
