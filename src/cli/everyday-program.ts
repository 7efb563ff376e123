/** Commands around an organization that is managed: taking an apply back, seeing it drift, and keeping its configuration in shape. */
import type { Command } from 'commander';
import type { Add } from './declaring.ts';
import { usageFailure } from './failure.ts';

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
    async (session, addresses, command) =>
      (await import('./commands/forget.ts')).runForget(session, addresses, command.opts<{ readonly dryRun?: boolean }>().dryRun === true),
  ).option('--dry-run', 'only show what it would do; nothing is written');
  add(
    program,
    'mv <from> <to>',
    'give a resource another key, in the YAML and wherever it is named, and note it in `moved`; contacts nothing',
    ['mv teams/docs teams/writers', 'mv sites/docs/sections/api reference', 'mv spaces/home start --dry-run'],
    async (session, addresses, command) =>
      (await import('./commands/mv.ts')).runMove(session, addresses, command.opts<{ readonly dryRun?: boolean }>().dryRun === true),
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
    ],
    async (session, addresses, command) => {
      const { write = false, dryRun = false } = command.opts<{ readonly write?: boolean; readonly dryRun?: boolean }>();
      if (write) return (await import('./commands/drift-write.ts')).runDriftWrite(session, addresses, dryRun);
      if (dryRun) throw usageFailure('--dry-run is for --write: without it drift writes nothing', 'docform drift --write --dry-run');
      return (await import('./commands/drift.ts')).runDrift(session, addresses);
    },
  )
    .option('--write', 'take the live values into the YAML, all of them or only what drifted at these addresses; the platform is only read')
    .option('--dry-run', 'with --write: only show what it would do; nothing is written');
}

function addUndo(program: Command, add: Add): void {
  add(
    program,
    'undo [file]',
    'put what apply kept to take itself back into the YAML; asks the platform nothing: plan and apply come after',
    ['undo', 'undo --dry-run', 'undo docform.undo.prod.patch --env prod'],
    async (session, [file], command) =>
      (await import('./commands/undo.ts')).runUndo(session, file, command.opts<{ readonly dryRun?: boolean }>().dryRun === true),
  ).option('--dry-run', 'only show what it would do; nothing is written');
}
