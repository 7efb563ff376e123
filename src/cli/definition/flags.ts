/** Declares the flags of the commands, and finds the ones that the help of a command shows. */
import type { Command } from 'commander';
import type { CommandDefinition, FlagWords } from './command.ts';
import { commonFlags } from './global-flags.ts';

interface DescribedFlag {
  readonly flags: string;
  readonly description: string;
}

const repeats = /\.{3}$/;

function described(words: FlagWords = {}): readonly DescribedFlag[] {
  return Object.entries(words).map(([flags, description]) => ({ flags: flags.replace(repeats, ''), description }));
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** `-c` is collected to refuse a second configuration. */
function addFlags(command: Command, words: FlagWords = {}): void {
  for (const [written, description] of Object.entries(words)) {
    const flags = written.replace(repeats, '');
    if (flags !== written || flags.startsWith('-c,')) command.option(flags, description, collect);
    else command.option(flags, description);
  }
}

/** A flag that commands describe in different words is declared once. */
export function addGlobalFlags(program: Command, commands: readonly CommandDefinition[]): void {
  const shared = commands.map((each) => each.shared ?? {});
  addFlags(program, Object.assign({}, commonFlags, ...shared));
}

/** `resetAfterMs` as `--reset-after-ms`. */
export function flagName(name: string) {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function shellWord(text: string) {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** `ci issue` of a definition. */
export function commandName({ usage }: { readonly usage: string }): string {
  return usage.replace(/ [<[(].*/, '');
}

const definitions = new WeakMap<Command, CommandDefinition>();

/** Declares the words of a command. */
export function describe(command: Command, definition: CommandDefinition): void {
  definitions.set(command, definition);
  command.description(definition.description);
  addFlags(command, definition.flags);
}

export function formatsFor(command: Command): readonly string[] {
  return ['text', 'json', ...(definitions.get(command)?.formats ?? [])];
}

export function examplesOf(command: Command): readonly string[] {
  return definitions.get(command)?.examples ?? [];
}

/** The global flags that have a meaning of their own for the command. */
export function flagsOf(command: Command): readonly DescribedFlag[] {
  const formats = formatsFor(command);
  const format = {
    flags: '--format <format>',
    description: `Print ${formats.join(', ')} (default: text)`,
  };
  const own = described(definitions.get(command)?.shared);
  return formats.length > 2 ? [format, ...own] : own;
}

export function commonFlagWords(): readonly DescribedFlag[] {
  return described(commonFlags);
}
