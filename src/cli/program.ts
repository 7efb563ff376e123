/** Parses a command line with commander, runs the command, and prints its error or its help. */
import { Command, CommanderError } from 'commander';
import { type ExitCode, exitCode } from '../core/docform-error.ts';
import { failureJson, failureText } from '../report/failure.ts';
import { requireDirectory } from './files/named-place.ts';
import { addFlags, addGlobalFlags, declaredCommands, flagName, helpOf, helpText } from './flags.ts';
import { type Io, safeIo } from './io/io.ts';
import {
  CommandEnd,
  type Flags,
  failureOf,
  formatsOf,
  openSession,
  type Run,
  type Session,
  settingsOf,
  usageFailure,
} from './io/session.ts';
import { version } from './version.ts';

/** Never throws. */
export async function runProgram(argv: readonly string[], rawIo: Io) {
  const io = safeIo(rawIo);
  let exit: ExitCode = exitCode.done;
  const { program } = declareProgram(io, (run) => async (command) => {
    exit = await runCommand(run, command, io);
  });
  try {
    refuseSingleDash(argv);
    await program.parseAsync([...(argv.length === 0 ? ['--help'] : argv)], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCode.done;
    const failure = error instanceof CommanderError ? await usageOf(error, argv, program) : error;
    return endWithoutSettings(failure, io, wantsJson(argv));
  }
}

/** Terraform writes `-out=FILE`, which commander reads as `-o ut=FILE`. */
function refuseSingleDash(argv: readonly string[]) {
  const end = argv.indexOf('--');
  const long = new Set(
    declaredCommands().flatMap(({ items }) => items.flatMap(({ flags }) => flags.match(/--[\w-]+/g) ?? [])),
  );
  for (const word of end === -1 ? argv : argv.slice(0, end)) {
    const name = /^-([a-z][a-z-]+)(?:=|$)/.exec(word)?.[1];
    if (name !== undefined && long.has(`--${name}`))
      throw usageFailure(`unknown option -${name}`, `write it with two hyphens: -${word}`);
  }
}

function namedIn(argv: readonly string[], program: Command) {
  let command = program;
  const names: string[] = [];
  for (const word of argv) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) continue;
    command = next;
    names.push(word);
  }
  return { command, named: names.join(' ') };
}

async function usageOf(error: CommanderError, argv: readonly string[], program: Command) {
  const unknown = error.code === 'commander.unknownCommand' ? /'(.*)'/s.exec(error.message)?.[1] : undefined;
  if (unknown !== undefined) {
    const at = argv.indexOf(unknown);
    const { command, named } = namedIn(argv.slice(0, at), program);
    const { unknownCommand } = await import('./unknown-command.ts');
    return unknownCommand(argv.slice(at), { parent: named, commands: command.commands.map((each) => each.name()) });
  }
  const { named } = namedIn(argv, program);
  const help = `see \`docform ${named === '' ? '' : `${named} `}--help\``;
  if (error.code === 'commander.help')
    return usageFailure(
      'a command is missing',
      named === 'ci' ? help : `${help}; to start the reference platform, run \`docform platform serve\``,
    );
  const [message = '', suggestion] = error.message
    .replace(/^error: /, '')
    .replace('unknown option', 'unknown flag')
    .replace(
      /^option '(?:-\w, )?(--[\w-]+) <(.+)>' argument missing$/,
      (_, flag: string, value: string) => `${flag} requires a value: ${value.toUpperCase()}`,
    )
    .replace(/^missing required argument '(\w+)'$/, (_, name: string) => `${name.toUpperCase()} is missing`)
    .replace(/^too many arguments for '([\w ]+)'.*/, (_, name: string) => `too many arguments for ${name}`)
    .split('\n');
  return usageFailure(message, suggestion === undefined ? help : suggestion.replace(/[()]/g, '').replace('Did', 'did'));
}

function wantsJson(argv: readonly string[]) {
  return argv.some(
    (word, index) =>
      word === '--json' || word === '--format=json' || (word === '--format' && argv[index + 1] === 'json'),
  );
}

type Work = (session: Session) => Promise<ExitCode | undefined>;

async function runCommand(run: Work, command: Command, io: Io) {
  const flags = command.optsWithGlobals<Flags>();
  let session: Session | undefined;
  try {
    refuseEmpty(flags);
    if (flags.chdir !== undefined) await requireDirectory(io.directory, flags.chdir, '-C');
    session = openSession(io, settingsOf(flags, io));
    const exit = (await runIn(session, run, command.name())) ?? exitCode.done;
    return exit === exitCode.done && session.hasWarnings() ? exitCode.failed : exit;
  } catch (error) {
    if (error instanceof CommandEnd) return error.exit;
    return session === undefined
      ? endWithoutSettings(error, io, flags.json === true || flags.format === 'json')
      : endWith(error, session);
  }
}

async function runIn(session: Session, run: Work, name: string) {
  try {
    refuseFormat(session.settings.format, name);
    return await run(session);
  } finally {
    await session.close();
  }
}

/** An unset variable in a script gives `-C ""`, which must not mean the current directory. */
function refuseEmpty(flags: Flags) {
  const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.includes(''));
  const found = Object.entries(flags).find(([name, value]) => isEmpty(value) && !mayBeEmpty.includes(name));
  if (found !== undefined)
    throw usageFailure(`${flagName(found[0])} is empty`, 'give the flag a value, or omit the flag');
}

/** Flags that accept an empty value. */
const mayBeEmpty: readonly string[] = ['artifact', 'message'];

function refuseFormat(format: string, name: string) {
  const names = Object.entries(formatsOf).find(([each]) => each === format)?.[1];
  if (names === undefined || names.includes(name)) return;
  throw usageFailure(
    `${name} does not support --format ${format}`,
    `use --format ${format} with ${names.join(' or ')}; all commands support text and json`,
  );
}

/** `show <file>` as `FILE [flags]`. */
function usageOfCommand(usage: string) {
  const words = usage.split(' ').slice(1).join(' ');
  const shown = words.replace(/<(.+?)>|\[.+?\]/g, (word, name: string = word) => name.toUpperCase());
  return `${shown} [flags]`.trimStart();
}

/** The operands that commander reads: those of the last alternative, without required flags. */
function operandsIn(usage: string) {
  return usage.replace(/\(.* \| |\)| --\S+ <.+?>/g, '');
}

type Action = (run: Work) => (command: Command) => Promise<void>;

export function declareProgram(io: Pick<Io, 'stdout'>, action: Action) {
  const examplesOf = new Map<Command, readonly string[]>();
  const program = new Command('docform')
    .usage('COMMAND [flags]')
    .version(version, '-V, --version', 'Print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(120, io.stdout.columns),
      getOutHasColors: () => false,
    })
    .configureHelp({
      showGlobalOptions: true,
      formatHelp: (command, helper) => helpText(command, helper, examplesOf.get(command)),
    });
  addGlobalFlags(program);
  for (const { usage, description, examples, items } of declaredCommands()) {
    const command = usage === program.name() ? program : addCommand(program, usage, action);
    command.description(description);
    if (command !== program) addFlags(command, items);
    examplesOf.set(command, examples);
  }
  return { program, examplesOf };
}

/** `usage`: the names of the group and the command, and the operands. */
function addCommand(program: Command, usage: string, action: Action) {
  const group = program.commands.find((each) => usage.startsWith(`${each.name()} `));
  const own = group === undefined ? usage : usage.slice(group.name().length + 1);
  const command = (group ?? program).command(operandsIn(own));
  const name = usage.replace(/ [<[(].*/, '');
  const code = name === 'help' ? async () => helpOf(program) : commandCode[name];
  if (code === undefined) return command.usage('COMMAND [flags]').helpCommand(false);
  return (
    command
      .usage(usageOfCommand(own))
      // The completion scripts pass the words of the command line.
      .allowExcessArguments(name === 'completion')
      .action(() =>
        action(async (session) => {
          const run = await code(program);
          return (await run(session, command.args, command.opts() as never)) ?? undefined;
        })(command),
      )
  );
}

function endWith(error: unknown, session: Session) {
  const failure = failureOf(error);
  if (session.isJson) session.result(failureJson(failure));
  else session.warn(failureText(failure, session.paintMessage));
  session.trace(`${traceOf(error)}\n`);
  return failure.exit;
}

/** For failures of the command line itself. */
function endWithoutSettings(error: unknown, io: Io, isJson: boolean) {
  const session = openSession(io, settingsOf({ json: isJson }, { environment: {}, directory: io.directory }));
  void session.close();
  return endWith(error, session);
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

/** A command without code is a group of commands. */
export const commandCode: { readonly [name: string]: (program: Command) => Promise<Run<never>> } = {
  init: async () => (await import('./commands/init.ts')).runInit,
  import: async () => (await import('./commands/import.ts')).runImport,
  validate: async () => (await import('./commands/validate.ts')).runValidate,
  plan: async () => (await import('./commands/plan.ts')).runPlan,
  show: async () => (await import('./commands/show.ts')).runShow,
  apply: async () => (await import('./commands/apply.ts')).runApply,
  undo: async () => (await import('./commands/undo.ts')).runUndo,
  drift: async () => (await import('./commands/drift.ts')).runDrift,
  get: async () => (await import('./commands/get.ts')).runGet,
  access: async () => (await import('./commands/access.ts')).runAccess,
  forget: async () => (await import('./commands/forget.ts')).runForget,
  mv: async () => (await import('./commands/mv.ts')).runMove,
  set: async () => (await import('./commands/set.ts')).runSet,
  fmt: async () => (await import('./commands/fmt.ts')).runFmt,
  'ci github': async () => (await import('./commands/ci.ts')).runCiGithub,
  'ci gitlab': async () => (await import('./commands/ci.ts')).runCiGitlab,
  'ci issue': async () => (await import('./commands/ci-keep.ts')).runCiIssue,
  'ci drift-branch': async () => (await import('./commands/ci-keep.ts')).runCiDriftBranch,
  'ci ledger': async () => (await import('./commands/ci-ledger.ts')).runCiLedger,
  'ci comment': async () => (await import('./commands/ci-keep.ts')).runCiComment,
  'ledger init': async () => (await import('./commands/ledger.ts')).runLedgerInit,
  'ledger merge': async () => (await import('./commands/ledger-merge.ts')).runLedgerMerge,
  'ledger move': async () => (await import('./commands/ledger.ts')).runLedgerMove,
  'ledger unlock': async () => (await import('./commands/ledger.ts')).runUnlock,
  'ledger history': async () => (await import('./commands/ledger.ts')).runHistory,
  lsp: async () => (await import('./language-server/serve.ts')).runLsp,
  explain: async () => (await import('./commands/explain.ts')).runExplain,
  doctor: async () => (await import('./commands/doctor.ts')).runDoctor,
  api: async () => (await import('./commands/api.ts')).runApi,
  completion: async (program) => (await import('./commands/completion.ts')).completionOf(program),
  'platform control': async () => (await import('./commands/platform-control.ts')).runControl,
  'platform log': async () => (await import('./commands/platform-log.ts')).runLog,
  'platform serve': async () => (await import('./commands/platform-serve.ts')).runServe,
};
