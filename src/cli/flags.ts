/** The declared commands and flags: their words in assets/commands.md, the flags that all commands accept, and the texts of help. */
import type { Command, Help } from 'commander';
import { once } from '../core/once.ts';
import { shippedText } from '../disk/shipped-text.ts';
import { wrapped } from '../report/wording/sanitize.ts';
import { formatsFor, type Run, usageFailure } from './io/session.ts';

interface DescribedFlag {
  readonly flags: string;
  readonly description: string;
  readonly isRepeatable?: boolean;
}

/** Reads a Markdown file of help: headings, descriptions, indented examples, and items such as "- `--out <file>`: Write to this file". The heading of a command contains its operands and required flags. Names in brackets behind a flag are its commands. */
export function helpSections(file: string) {
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
export function addFlags(command: Command, flags: readonly DescribedFlag[]) {
  for (const { flags: written, description, isRepeatable } of flags) {
    if (isRepeatable || written.startsWith('-c,')) command.option(written, description, collect);
    else command.option(written, description);
  }
}

/** `resetAfterMs` as `--reset-after-ms`. */
export function flagName(name: string) {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function shellWord(text: string) {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function globalFlags() {
  return declaredCommands()[0]?.items ?? [];
}

/** A flag that commands describe in different words is declared once. */
export function addGlobalFlags(program: Command) {
  addFlags(program, [...new Map(globalFlags().map((item) => [item.flags, item])).values()]);
}

/** The global flags that have a meaning of their own for the command. */
export function flagsOf(command: string): readonly DescribedFlag[] {
  const formats = formatsFor(command);
  const format = {
    flags: '--format <format>',
    description: `Print ${formats.join(', ')} (default: text)`,
  };
  const own = globalFlags().filter(({ commands }) => commands?.includes(command));
  return formats.length > 2 ? [format, ...own] : own;
}

export function commonFlags(): readonly DescribedFlag[] {
  return globalFlags().filter(({ commands }) => commands === undefined);
}

const mostColumns = 120;

export function helpOf(program: Command): Run {
  return async ({ result, io }, topic) => {
    const { columns } = io.stdout;
    if (topic[0] === 'flags') result(flagsText(program, columns));
    else if (topic[0] === 'exit-codes') result(exitCodesText(columns));
    else if (topic[0] === 'environment') result(environmentText());
    else result(commandAt(program, topic).helpInformation());
  };
}

function commandAt(program: Command, names: readonly string[]) {
  return names.reduce((command, name) => {
    const next = command.commands.find((each) => each.name() === name);
    if (next !== undefined) return next;
    const hint = 'topics: flags, exit-codes, environment, and all commands';
    throw usageFailure(`unknown help topic ${names.join(' ')}`, hint);
  }, program);
}

function environmentText() {
  const shown = helpSections('environment.md').map(
    ({ heading, items }) =>
      `${heading}\n${items.map(({ flags, description }) => `  ${flags}\n      ${description}\n`).join('')}`,
  );
  return `Environment variables. Flags take precedence over variables. An empty variable counts as unset.\n\n${shown.join('\n')}`;
}

function exitCodesText(columns: number) {
  const rest = ' '.repeat('  130  '.length);
  const lines = helpSections('exit-codes.md').flatMap(({ items }) =>
    items.flatMap(({ flags: code, description }) =>
      wrapped(description, { columns: Math.min(mostColumns, columns), first: `  ${code.padStart(3)}  `, rest }),
    ),
  );
  return `Exit codes\n${lines.join('\n')}\n`;
}

function flagsText(program: Command, columns: number) {
  const helper = program.createHelp();
  helper.helpWidth = Math.min(mostColumns, columns);
  const width = Math.max(...commonFlags().map(({ flags }) => flags.length));
  const lines = commonFlags().map(({ flags, description }) => helper.formatItem(flags, width, description, helper));
  return `Global flags. Every command accepts them, before or after its name.\n\n${lines.join('\n')}\n`;
}

export function helpText(command: Command, helper: Help, examples: readonly string[] = []) {
  const width = helper.padWidth(command, helper);
  const item = (term: string, description: string) => helper.formatItem(term, width, description, helper);
  const block = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [[title, ...lines].join('\n')]);
  const options =
    command.parent === null
      ? []
      : [...helper.visibleOptions(command).filter(({ long }) => long !== '--help'), ...flagsOf(command.name())];
  const commands = helper
    .visibleCommands(command)
    .map((each) => item(`${each.name()} ${operandsOf(each)}`.trimEnd(), helper.subcommandDescription(each)));
  const parts = [
    sentence(helper.commandDescription(command)),
    `Usage: ${helper.commandUsage(command)}`,
    ...block(
      'Examples',
      examples.map((example) => `  docform ${example}`),
    ),
    ...block('Commands', commands),
    ...block(
      'Flags',
      options.map(({ flags, description }) => item(flags, description)),
    ),
    'Global flags: docform help flags\nExit codes: docform help exit-codes\nEnvironment variables: docform help environment',
  ];
  return `${parts.map((part) => part.trimEnd()).join('\n\n')}\n`;
}

function operandsOf(command: Command) {
  const usage = command.usage().replace(/ ?\[flags\]$/, '');
  return command.commands.length > 0 ? '' : usage.replace(/^\((.*?) \| .*\)$| --\S+ \S+/g, '$1');
}

/** A description has a full stop above the help of its command, but not in lists of commands. */
function sentence(text: string) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}
