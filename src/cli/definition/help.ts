/** The texts of help: of a command, and of the topics flags, exit-codes and environment. */
import type { Command, Help } from 'commander';
import { shippedText } from '../../disk/shipped-text.ts';
import { wrapped } from '../../report/wording/sanitize.ts';
import { type Run, usageFailure } from '../io/session.ts';
import { commonFlagWords, flagsOf } from './flags.ts';

/** Reads a Markdown file of help: headings, and items such as "- `NO_COLOR`: Do not use color". */
export function helpSections(file: string) {
  const sections = shippedText(`cli/assets/${file}`).split(/^## /m).slice(1);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n').filter((line) => line !== '');
    return {
      heading,
      items: lines.flatMap((line) => {
        const [, flags = '', description = ''] = /^- `(.+?)`: (.*)$/.exec(line) ?? [];
        return flags === '' ? [] : [{ flags, description }];
      }),
    };
  });
}

const maxColumns = 120;

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
      wrapped(description, { columns: Math.min(maxColumns, columns), first: `  ${code.padStart(3)}  `, rest }),
    ),
  );
  return `Exit codes\n${lines.join('\n')}\n`;
}

function flagsText(program: Command, columns: number) {
  const helper = program.createHelp();
  helper.helpWidth = Math.min(maxColumns, columns);
  const width = Math.max(...commonFlagWords().map(({ flags }) => flags.length));
  const lines = commonFlagWords().map(({ flags, description }) => helper.formatItem(flags, width, description, helper));
  return `Global flags. Every command accepts them, before or after its name.\n\n${lines.join('\n')}\n`;
}

export function helpText(command: Command, helper: Help, examples: readonly string[] = []) {
  const width = helper.padWidth(command, helper);
  const item = (term: string, description: string) => helper.formatItem(term, width, description, helper);
  const block = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [[title, ...lines].join('\n')]);
  const options =
    command.parent === null
      ? []
      : [...helper.visibleOptions(command).filter(({ long }) => long !== '--help'), ...flagsOf(command)];
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
