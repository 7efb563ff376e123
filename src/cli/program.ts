/** Parses a command line with commander, runs the command, and prints its error or its help. */
import { Command, CommanderError } from 'commander';
import { type ExitCode, exitCode } from '../core/docform-error.ts';
import { failureJson, failureText } from '../report/failure.ts';
import { commands } from './commands/index.ts';
import type { CommandDefinition } from './definition/command.ts';
import { helpText } from './definition/command-help.ts';
import { addGlobalFlags, commandName, describe, examplesOf, flagName, formatsFor } from './definition/flags.ts';
import { commonFlags, programWords } from './definition/global-flags.ts';
import { requireDirectory } from './files/named-place.ts';
import { type Io, safeIo } from './io/io.ts';
import {
  ExitSignal,
  type Flags,
  failureOf,
  openSession,
  type Session,
  settingsOf,
  usageFailure,
} from './io/session.ts';
import { version } from './io/version.ts';

/** Never throws. */
export async function runProgram(argv: readonly string[], rawIo: Io) {
  const io = safeIo(rawIo);
  let exit: ExitCode = exitCode.done;
  const program = declareProgram(io, (run) => async (command) => {
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
  const words = [commonFlags, ...commands.flatMap(({ flags = {}, shared = {} }) => [flags, shared])];
  const long = new Set(words.flatMap((each) => Object.keys(each).flatMap((flag) => flag.match(/--[\w-]+/g) ?? [])));
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
    const { unknownCommand } = await import('./definition/unknown-command.ts');
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
    const exit = (await runIn(session, run, command)) ?? exitCode.done;
    return exit === exitCode.done && session.hasWarnings() ? exitCode.failed : exit;
  } catch (error) {
    if (error instanceof ExitSignal) return error.exit;
    return session === undefined
      ? endWithoutSettings(error, io, flags.json === true || flags.format === 'json')
      : endWith(error, session);
  }
}

async function runIn(session: Session, run: Work, command: Command) {
  try {
    refuseFormat(session.settings.format, command);
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

function refuseFormat(format: string, command: Command) {
  if (formatsFor(command).includes(format)) return;
  const isSupporting = ({ formats = [] }: CommandDefinition) => formats.some((each) => each === format);
  const names = commands.filter(isSupporting).map(commandName);
  throw usageFailure(
    `${command.name()} does not support --format ${format}`,
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

/** `definitions`: the commands, in the order of the help. */
export function declareProgram(io: Pick<Io, 'stdout'>, action: Action, definitions = commands): Command {
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
      formatHelp: (command, helper) => helpText(command, helper, examplesOf(command)),
    });
  describe(program, programWords);
  addGlobalFlags(program, definitions);
  for (const each of definitions) describe(addCommand(program, each, action), each);
  return program;
}

function addCommand(program: Command, definition: CommandDefinition, action: Action) {
  const { usage, load } = definition;
  const group = program.commands.find((each) => usage.startsWith(`${each.name()} `));
  const own = group === undefined ? usage : usage.slice(group.name().length + 1);
  const command = (group ?? program).command(operandsIn(own));
  if (load === undefined) return command.usage('COMMAND [flags]').helpCommand(false);
  return (
    command
      .usage(usageOfCommand(own))
      // The completion scripts pass the words of the command line.
      .allowExcessArguments(commandName(definition) === 'completion')
      .action(() =>
        action(async (session) => {
          const run = await load(program);
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
