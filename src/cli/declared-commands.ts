/** The commands of docform but for those of `docform ci` and `docform platform`; each one's code is loaded when it runs. */

import type { Command } from 'commander';
import type { ApiFlags } from './commands/api.ts';
import type { DriftWriteFlags } from './commands/drift-write.ts';
import type { ImportFlags } from './commands/import.ts';
import type { InitFlags } from './commands/init.ts';
import type { PlanFlags } from './commands/plan.ts';
import { type Add, collect, flagName } from './declaring.ts';
import type { ExitCode } from './exit-code.ts';
import { usageFailure } from './failure.ts';
import type { Session } from './session.ts';
import { stated } from './settings.ts';

interface AllImportFlags extends ImportFlags {
  readonly from?: string;
  readonly site?: string;
  readonly keys?: string;
}

export function addImportCommands(program: Command, add: Add): void {
  add(
    program,
    'init',
    'write a first docform.yaml; contacts nothing, but with --from-live',
    ['init --organization acme', 'init --from-live'],
    async (session, _, command) => (await import('./commands/init.ts')).runInit(session, command.opts<InitFlags>()),
  )
    .option('--from-live', 'write down what the organization has (docform import)')
    .option('--out <file>', 'file to write, or directory (default: docform.yaml)');
  add(
    program,
    'import [address...]',
    'write down what is on the platform, as configuration and ledger; the plan after it is empty',
    ['import', 'import teams sites/docs', 'import --split site --out docs/', 'import --dry-run', 'import --from gitbook-docs.yaml'],
    async (session, addresses, command) => runEither(session, addresses, command.opts<AllImportFlags>()),
  )
    .option('--out <file>', 'file to write, or directory (default: the configuration that is there, else docform.yaml)')
    .option('--split <how>', 'a new configuration in several files: by site, or by kind')
    .option('--dry-run', 'only show what it would do; nothing is written')
    .option('--from <file>', "read the vendor's site-structure file instead of the platform")
    .option('--site <key>', 'with --from: key of the site')
    .option('--keys <what>', 'with --from: make keys of titles, or take those of the file (title, file; default: title)');
}

async function runEither(session: Session, addresses: readonly string[], flags: AllImportFlags): Promise<ExitCode> {
  const { from, site, keys, out, ...live } = flags;
  if (from === undefined) {
    if (site !== undefined)
      throw usageFailure('--site belongs to --from', 'for a site of the platform, name its address: docform import sites/docs');
    if (keys !== undefined) throw usageFailure('--keys belongs to --from', 'keys of what is there are made of its titles');
    return (await import('./commands/import.ts')).runImport(session, addresses, { ...live, ...stated({ out }) });
  }
  const [stray] = [...addresses, ...Object.keys(live).map(flagName)];
  if (stray !== undefined)
    throw usageFailure(`${stray} does not go with --from`, '--from reads one file, and knows --out, --site, --keys and --organization');
  const chosen = { from, ...stated({ site, keys, out }) };
  return (await import('./commands/import-from.ts')).runImportFrom(session, chosen);
}

export function addEverydayCommands(program: Command, add: Add): void {
  addUndo(program, add);
  addDrift(program, add);
  add(
    program,
    'ls [within]',
    'list what is declared, in the ledger only, or on the platform only, with ids; writes nothing',
    ['ls', 'ls sites/docs', 'ls --unmanaged', 'ls --offline --format csv'],
    async (session, [within], command) => (await import('./commands/ls.ts')).runLs(session, within, command.opts()),
  )
    .option('--offline', 'configuration and ledger only; contacts nothing')
    .option('--unmanaged', 'only what the platform alone knows');
  add(
    program,
    'access',
    'tell who reaches which space and site and why, and what anybody can read; writes nothing',
    ['access', 'access --who bo@acme.dev', 'access --public', 'access --space payroll -v', 'access --format csv > access.csv'],
    async (session, _, command) => (await import('./commands/access.ts')).runAccess(session, command.opts()),
  )
    .option('--who <email>', 'only this person')
    .option('--public', 'only what can be read without an account')
    .option('--space <name>', 'only this space: its key, address, title or id')
    .option('--site <name>', 'only this site, and the spaces it shows')
    .option('--redact-emails', 'tell people by their ids');
  add(
    program,
    'redirects [plan]',
    'tell which published addresses a plan moves or ends, as a map for your own proxy; of a saved plan it contacts nothing',
    [
      'redirects plan.json',
      'redirects plan.json --format _redirects',
      'redirects plan.json --format nginx --host acme.dev',
      'redirects --format csv',
    ],
    async (session, [plan], command) => (await import('./commands/redirects.ts')).runRedirects(session, plan, command.opts()),
  ).option('--host <host>', 'only addresses of this host');
  addEditing(program, add);
}

/** What changes the files, and asks the platform nothing. */
function addEditing(program: Command, add: Add): void {
  add(
    program,
    'forget <address...>',
    'let go of objects without deleting them: out of the ledger, and out of the YAML; asks the platform nothing',
    ['forget teams/docs', 'forget sites/docs --dry-run', 'forget teams/support/members/bo@acme.dev --yes'],
    async (session, addresses, command) => (await import('./commands/forget.ts')).runForget(session, addresses, isDryRun(command)),
  ).option('--dry-run', 'only show what it would do; nothing is written');
  add(
    program,
    'mv <from> <to>',
    'give a resource another key, in the YAML and wherever it is named, and note it in `moved`; contacts nothing',
    ['mv teams/docs teams/writers', 'mv sites/docs/sections/api reference', 'mv spaces/home start --dry-run'],
    async (session, addresses, command) => (await import('./commands/mv.ts')).runMove(session, addresses, isDryRun(command)),
  ).option('--dry-run', 'only show what it would do; nothing is written');
  add(
    program,
    'fmt [file...]',
    'bring the files of the configuration into their canonical layout, comments kept; contacts nothing',
    ['fmt', 'fmt --check -v', 'fmt docs/docform.yaml'],
    async (session, files, command) =>
      (await import('./commands/fmt.ts')).runFmt(session, files, command.opts<{ readonly check?: boolean }>().check === true),
  ).option('--check', 'write nothing; exit 1 if a file is not canonical (-v: with a diff)');
}

function addDrift(program: Command, add: Add): void {
  add(
    program,
    'drift [address...]',
    'tell what somebody changed by hand since docform applied it; with --write, take it into the YAML',
    [
      'drift',
      'drift --detailed-exitcode',
      'drift --format markdown > issue.md',
      'drift --write --dry-run',
      'drift --write sites/docs --yes',
      'drift --write --unmanaged',
    ],
    async (session, addresses, command) => {
      const { write = false, ...flags } = command.opts<{ readonly write?: boolean } & DriftWriteFlags>();
      if (write) return (await import('./commands/drift-write.ts')).runDriftWrite(session, addresses, flags);
      if (flags.dryRun) throw usageFailure('--dry-run is for --write: without it drift writes nothing', 'docform drift --write --dry-run');
      if (flags.unmanaged)
        throw usageFailure('--unmanaged is for --write: drift reports unmanaged objects', 'docform drift --write --unmanaged');
      return (await import('./commands/drift.ts')).runDrift(session, addresses);
    },
  )
    .option('--write', 'take the live values into the YAML: of everything managed, or only at these addresses; the platform is only read')
    .option('--unmanaged', 'with --write: also take in unmanaged objects whose own address is not given')
    .option('--dry-run', 'with --write: only show what it would do; nothing is written');
}

function addUndo(program: Command, add: Add): void {
  add(
    program,
    'undo [file]',
    'edit the configuration to the state before the last apply',
    ['undo', 'undo --dry-run', 'undo docform.undo.prod.json --env prod'],
    async (session, [file], command) => (await import('./commands/undo.ts')).runUndo(session, file, isDryRun(command)),
  ).option('--dry-run', 'show the diff, write nothing');
}

export function addLedgerCommands(program: Command, add: Add): void {
  const ledger = program
    .command('ledger')
    .description('the ledger itself: the tables that a database needs for it, and how Git merges its file')
    .usage('COMMAND [flags]')
    .helpCommand(false);
  add(
    ledger,
    'init',
    'make the tables that the ledger needs in PostgreSQL; contacts nothing else',
    ['ledger init', 'ledger init --json'],
    async (session) => (await import('./commands/ledger.ts')).runLedgerInit(session),
  );
  add(
    ledger,
    'merge <base> <ours> <theirs>',
    'for Git: merge the ledgers of two branches address by address, into OURS; exit 1 if lines are in conflict',
    ['ledger merge %O %A %B'],
    async (session, files) => (await import('./commands/ledger.ts')).runLedgerMerge(session, files),
  );
  add(
    program,
    'unlock <id>',
    'remove the lock that a run left behind in a state service; leases in files and PostgreSQL end by themselves',
    ['unlock 2f0c1a52-6c1e-4a39-9f5e-0d3f6a0a7d11'],
    async (session, [id = '']) => (await import('./commands/unlock.ts')).runUnlock(session, id),
  );
}

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

function addPlan(program: Command, add: Add): void {
  add(
    program,
    'plan',
    'show what apply would change; writes nothing',
    [
      'plan',
      'plan --detailed-exitcode',
      'plan --format markdown > comment.md',
      'plan --out plan.json',
      'plan --rehearse',
      'plan --offline',
      'plan --since origin/main',
    ],
    async (session, _, command) => {
      const flags = command.opts<PlanFlags & { readonly offline?: boolean }>();
      if (flags.offline === true) return (await import('./commands/plan-offline.ts')).runOfflinePlan(session, flags);
      return (await import('./commands/plan.ts')).runPlan(session, flags);
    },
  )
    .option('--offline', 'without a token: what configuration and ledger tell alone; it is partial, and nothing can be applied from it')
    .option(
      '--since <revision>',
      'read and plan only what the configuration changes since this commit, branch or tag of Git; it is partial as well',
    )
    .option('-o, --out <file>', 'also keep the plan in this file, for show and apply')
    .option('--rehearse', 'also apply it to a copy of the organization in this process, and tell what came of it');
}

export function addMainCommands(program: Command, add: Add): void {
  add(
    program,
    'validate',
    'check the configuration; contacts nothing',
    ['validate', 'validate -c docs/docform.yaml --json', 'validate --format codequality > codequality.json'],
    async (session) => (await import('./commands/validate.ts')).runValidate(session),
  );
  addPlan(program, add);
  add(
    program,
    'show <file>',
    'show a saved plan as plan did; contacts nothing',
    ['show plan.json', 'show plan.json --format html > plan.html', 'show plan.json --format markdown --max-bytes 1000000'],
    async (session, [file = ''], command) =>
      (await import('./commands/show.ts')).runShow(session, file, command.opts<{ readonly maxBytes?: string }>().maxBytes),
  ).option('--max-bytes <number>', 'with --format markdown: how long it may be, 8000 to 1048576 (default: what fits into a comment)');
  add(
    program,
    'apply [file]',
    'bring the platform to what the configuration says; with FILE, a saved plan: exactly what was planned, without asking',
    ['apply', 'apply --yes --lease-wait 10m', 'apply --yes --allow-deletes 12', 'apply plan.json', 'apply --expect-digest sha256:…'],
    async (session, [file], command) => (await import('./commands/apply.ts')).runApply(session, file, command.opts()),
  )
    .option('--expect-digest <digest>', 'apply without asking, and only if the plan has this digest')
    .option('--rehearse', 'first apply it to a copy of the organization in this process; if that fails, nothing is sent')
    .option('--undo <file>', 'write the undo file here (default: docform.undo.json beside the ledger)')
    .option('--no-undo', 'do not write an undo file');
}

export function addLookingCommands(program: Command, add: Add): void {
  add(
    program,
    'history',
    'list the applies that the store remembers (PostgreSQL); contacts nothing else',
    ['history', 'history --limit 5 --json'],
    async (session, _, command) =>
      (await import('./commands/history.ts')).runHistory(session, command.opts<{ readonly limit?: string }>().limit),
  ).option('--limit <number>', 'how many, latest first (default: 20)');
  add(
    program,
    'schema [of]',
    'print the JSON Schema of the configuration, or of a plan (`schema plan`)',
    ['schema', 'schema --out schemas/docform.schema.json', 'schema plan'],
    async (session, [of], command) => (await import('./commands/schema.ts')).runSchema(session, of, command.opts()),
  ).option('--out <file>', 'write it to this file (default: standard output)');
  add(
    program,
    'lsp',
    'serve editors that speak the Language Server Protocol, on standard input and output; contacts nothing but the store of the ledger',
    ['lsp', 'lsp --env staging'],
    async (session) => (await import('./commands/lsp.ts')).runLsp(session),
  ).option('--stdio', 'what editors add by themselves: there is no other way');
  add(program, 'explain <code>', 'explain a code such as E-REF-UNKNOWN', ['explain E-REF-UNKNOWN'], async (session, [code = '']) =>
    (await import('./commands/explain.ts')).runExplain(session, code),
  );
}

function isDryRun(command: Command): boolean {
  return command.opts<{ readonly dryRun?: boolean }>().dryRun === true;
}
