/** The declared commands and flags: their words in assets/commands.md, and the flags that all commands accept. */
import type { Command } from 'commander';
import type { ExitCode } from '../core/docform-error.ts';
import { once } from '../core/once.ts';
import { shippedText } from '../disk/shipped-text.ts';
import type { Session } from './session.ts';
import { formatsFor } from './settings.ts';

/** A command that returns no exit code has succeeded. `operands`: arguments without flags. */
export type Run<F> = (session: Session, operands: readonly string[], flags: F) => Promise<ExitCode> | Promise<void>;

/** Flags with a text, without a value, and repeatable flags with texts. */
export type CommandFlags<Text extends string, Switch extends string = never, List extends string = never> = Readonly<
  Partial<Record<Text, string> & Record<Switch, boolean> & Record<List, readonly string[]>>
>;

export interface DescribedFlag {
  readonly flags: string;
  readonly description: string;
  readonly isRepeatable?: boolean;
}

interface Item extends DescribedFlag {
  /** Names in brackets behind the flag. */
  readonly commands: readonly string[] | undefined;
}

interface Section {
  /** A command with its operands and required flags, such as `token <user>`. */
  readonly heading: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly items: readonly Item[];
}

/** Reads a Markdown file of help: headings, descriptions, indented examples, and items such as "- `--out <file>`: Write to this file". */
export function helpSections(file: string): readonly Section[] {
  const sections = shippedText(`cli/assets/${file}`).split(/^## /m).slice(1);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n').filter((line) => line !== '');
    return {
      heading,
      description: lines.find((line) => !/^(?: {4}|- )/.test(line)) ?? '',
      examples: lines.flatMap((line) => /^ {4}docform (.*)$/.exec(line)?.[1] ?? []),
      items: lines.flatMap((line) => {
        const [, flags = '', commands, description = ''] = /^- `(.+?)`(?: \((.+?)\))?: (.*)$/.exec(line) ?? [];
        if (flags === '') return [];
        const isRepeatable = flags.endsWith('...');
        return [{ flags: flags.replace(/\.{3}$/, ''), isRepeatable, commands: commands?.split(', '), description }];
      }),
    };
  });
}

/** The first section is about the program. */
export const declaredCommands = once(() =>
  helpSections('commands.md').map(({ heading, ...section }) => ({ ...section, usage: heading.replaceAll('`', '') })),
);

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** `-c` is collected to refuse a second configuration. */
export function addFlags(command: Command, flags: readonly DescribedFlag[]): void {
  for (const { flags: written, description, isRepeatable } of flags) {
    if (isRepeatable || written.startsWith('-c,')) command.option(written, description, collect);
    else command.option(written, description);
  }
}

/** `resetAfterMs` as `--reset-after-ms`. */
export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function globalFlags(): readonly Item[] {
  return declaredCommands()[0]?.items ?? [];
}

/** A flag that commands describe in different words is declared once. */
export function addGlobalFlags(program: Command): void {
  addFlags(program, [...new Map(globalFlags().map((item) => [item.flags, item])).values()]);
}

/** The global flags that have a meaning of their own for the command. */
export function flagsOf(command: string): readonly DescribedFlag[] {
  const formats = formatsFor(command);
  const format = {
    flags: '--format <format>',
    description: `Set the output format: ${formats.join(', ')} (default: text)`,
  };
  const own = globalFlags().filter(({ commands }) => commands?.includes(command));
  return formats.length > 2 ? [format, ...own] : own;
}

export function commonFlags(): readonly DescribedFlag[] {
  return globalFlags().filter(({ commands }) => commands === undefined);
}
