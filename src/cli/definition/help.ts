/** The texts of the help topics: flags, exit-codes and environment. */
import type { Command } from 'commander';
import { readShippedText } from '../../disk/shipped-text.ts';
import { wrapped } from '../../report/wording/sanitize.ts';
import { type Run, usageFailure } from '../io/session.ts';
import { commonFlagWords } from './flags.ts';

/** Reads a Markdown file of help: headings, and items such as "- `NO_COLOR`: Do not use color". */
export function helpSections(file: string) {
  const sections = readShippedText(`cli/assets/${file}`).split(/^## /m).slice(1);
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
