/** Parses a command line with commander, runs the command, and prints its error or its help. */
import { Command, CommanderError, type Help } from 'commander';
import { type DocformError, type ExitCode, exitCode } from '../core/docform-error.ts';
import { failureJson, failureText } from '../report/failure.ts';
import { maskSecrets } from '../report/sanitize.ts';
import { commandCode } from './declared-commands.ts';
import { CommandEnd, failureOf, usageFailure } from './failure.ts';
import { addFlags, addGlobalFlags, commonFlags, declaredCommands, flagName, flagsOf, type Run } from './flags.ts';
import { environmentText, exitCodesText } from './help-topics.ts';
import type { Io } from './io.ts';
import { secretsOfEnvironment } from './known-secrets.ts';
import { requireDirectory } from './named-file.ts';
import { hasColor, painterFor } from './painter.ts';
import { openSession, type Session } from './session.ts';
import { type Flags, formatsOf, settingsOf } from './settings.ts';
import { version } from './version.ts';

/** Never throws. */
export async function runProgram(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exit: ExitCode = exitCode.done;
  const { program } = declareProgram(io, (run) => async (command) => {
    exit = await runCommand(run, command, io);
  });
  try {
    await program.parseAsync([...(argv.length === 0 ? ['--help'] : argv)], { from: 'user' });
    return exit;
  } catch (error) {
    const isWanted = error instanceof CommanderError && error.exitCode === 0;
    if (isWanted) return exitCode.done;
    const failure = error instanceof CommanderError ? await usageOf(error, argv, program) : error;
    return endWith(failure, { io, isJson: wantsJson(argv) });
  }
}

function namedIn(argv: readonly string[], program: Command): { readonly command: Command; readonly named: string } {
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
  const help = `see docform ${named === '' ? '' : `${named} `}--help`;
  if (error.code === 'commander.help')
    return usageFailure(
      'a command is missing',
      named === 'ci' ? help : `${help}; to start a local platform, run docform platform serve`,
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

function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, index) =>
      word === '--json' || word === '--format=json' || (word === '--format' && argv[index + 1] === 'json'),
  );
}

type Work = (session: Session) => Promise<ExitCode | undefined>;

async function runCommand(run: Work, command: Command, io: Io): Promise<ExitCode> {
  const flags = command.optsWithGlobals<Flags>();
  let session: Session | undefined;
  try {
    refuseEmpty(flags);
    if (flags.chdir !== undefined) await requireDirectory(io.directory, flags.chdir, '-C');
    session = openSession(io, settingsOf(flags, io));
    refuseFormat(session.settings.format, command.name());
    const exit = (await run(session)) ?? exitCode.done;
    return exit === exitCode.done && session.hasWarnings() ? exitCode.failed : exit;
  } catch (error) {
    if (error instanceof CommandEnd) return error.exit;
    return endWith(error, session ?? { io, isJson: flags.json === true || flags.format === 'json' });
  } finally {
    session?.close();
  }
}

/** An unset variable in a script gives `-C ""`, which must not mean the current directory. */
function refuseEmpty(flags: Flags): void {
  const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.includes(''));
  const found = Object.entries(flags).find(([name, value]) => isEmpty(value) && !mayBeEmpty.includes(name));
  if (found !== undefined)
    throw usageFailure(`${flagName(found[0])} is empty`, 'give the flag a value, or omit the flag');
}

/** Flags that accept an empty value. */
const mayBeEmpty: readonly string[] = ['artifact', 'message'];

function refuseFormat(format: string, name: string): void {
  const names = Object.entries(formatsOf).find(([each]) => each === format)?.[1];
  if (names === undefined || names.includes(name)) return;
  throw usageFailure(
    `${name} does not support --format ${format}`,
    `use --format ${format} with ${names.join(' or ')}; all commands support text and json`,
  );
}

/** `seed <seed>` as `SEED [flags]`, and `handover <address...> --to <name>` as `ADDRESS... --to NAME [flags]`. */
function usageOfCommand(usage: string): string {
  const words = usage.split(' ').slice(1).join(' ');
  const shown = words.replace(/<(.+?)>|\[.+?\]/g, (word, name: string = word) => name.toUpperCase());
  return `${shown} [flags]`.trimStart();
}

/** The operands that commander reads: those of the last alternative, without required flags. */
function operandsIn(usage: string): string {
  return usage.replace(/\(.* \| |\)| --\S+ <.+?>/g, '');
}

type Action = (run: Work) => (command: Command) => Promise<void>;

export function declareProgram(io: Pick<Io, 'stdout'>, action: Action) {
  const examplesOf = new Map<Command, readonly string[]>();
  const program = new Command('docform')
    .usage('COMMAND [flags]')
    .version(version(), '-V, --version', 'Print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(120, io.stdout.columns),
      getOutHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true, formatHelp: formatHelp(examplesOf) });
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
function addCommand(program: Command, usage: string, action: Action): Command {
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

function helpOf(program: Command): Run<object> {
  return async (session, topic) => showHelp(program, session, topic);
}

function showHelp(program: Command, session: Session, topic: readonly string[]): void {
  if (topic[0] === 'flags') session.result(flagsText(program, session.io.stdout.columns));
  else if (topic[0] === 'exit-codes') session.result(exitCodesText(session.io.stdout.columns));
  else if (topic[0] === 'environment') session.result(environmentText());
  else {
    let command = program;
    for (const word of topic) {
      const next = command.commands.find((each) => each.name() === word);
      if (next === undefined)
        throw usageFailure(
          `unknown help topic ${topic.join(' ')}`,
          'topics: flags, exit-codes, environment, and all commands',
        );
      command = next;
    }
    session.result(command.helpInformation());
  }
}

type Examples = ReadonlyMap<Command, readonly string[]>;

function formatHelp(examples: Examples): (command: Command, helper: Help) => string {
  return (command, helper) => {
    const width = helper.padWidth(command, helper);
    const item = (term: string, description: string) => helper.formatItem(term, width, description, helper);
    const options = (title: string, list: readonly { readonly flags: string; readonly description: string }[]) =>
      block(
        title,
        list.map((option) => item(option.flags, option.description)),
      );
    const isProgram = command.parent === null;
    const own = isProgram
      ? []
      : [...helper.visibleOptions(command).filter(({ long }) => long !== '--help'), ...flagsOf(command.name())];
    return [
      sentence(helper.commandDescription(command)),
      `Usage: ${helper.commandUsage(command)}`,
      block(
        'Examples',
        (examples.get(command) ?? []).map((example) => `  docform ${example}`),
      ),
      block(
        'Arguments',
        helper
          .visibleArguments(command)
          .map((argument) => item(helper.argumentTerm(argument), helper.argumentDescription(argument))),
      ),
      block(
        'Commands',
        helper
          .visibleCommands(command)
          .map((each) => item(`${each.name()} ${operandsOf(each)}`.trimEnd(), helper.subcommandDescription(each))),
      ),
      options('Flags', own),
      'Global flags: docform help flags\nExit codes: docform help exit-codes\nEnvironment variables: docform help environment',
    ]
      .map((part) => part.trimEnd())
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n');
  };
}

function operandsOf(command: Command): string {
  const usage = command.usage().replace(/ ?\[flags\]$/, '');
  return command.commands.length > 0 ? '' : usage.replace(/^\((.*) \| .*\)$| --\S+ \S+/g, '$1');
}

/** A description has a full stop above the help of its command, but not in lists of commands. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.join('\n')}`;
}

function flagsText(program: Command, columns: number): string {
  const helper = program.createHelp();
  helper.helpWidth = Math.min(120, columns);
  const width = Math.max(...commonFlags().map(({ flags }) => flags.length));
  const lines = commonFlags().map(({ flags, description }) => helper.formatItem(flags, width, description, helper));
  return `Global flags. Every command accepts them, before or after its name.\n\n${lines.join('\n')}\n`;
}

interface Bare {
  readonly io: Io;
  readonly isJson: boolean;
}

function endWith(error: unknown, speaker: Session | Bare): ExitCode {
  const failure = failureOf(error);
  if ('settings' in speaker) {
    if (speaker.isJson) speaker.result(failureJson(failure));
    else speaker.warn(failureText(failure, speaker.paintMessage));
    speaker.trace(`${traceOf(error)}\n`);
  } else endBare(failure, speaker);
  return failure.exit;
}

function endBare(failure: DocformError, { io, isJson }: Bare): void {
  const mask = (text: string) => maskSecrets(text, secretsOfEnvironment(io.environment));
  const painter = painterFor(hasColor('auto', io.environment, io.stderr.isTerminal));
  if (isJson) io.stdout.write(mask(failureJson(failure)));
  else io.stderr.write(mask(failureText(failure, painter)));
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
