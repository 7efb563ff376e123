/** The help of a command: its usage, examples, subcommands and flags. */

import type { Command, Help } from 'commander';
import { capitalized } from '../../report/wording/words.ts';
import { flagsOf } from './flags.ts';

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
  return `${capitalized(text).replace(/\.$/, '')}.`;
}
