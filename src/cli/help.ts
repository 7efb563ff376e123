/** Formats the text of --help. */
import type { Command, Help } from 'commander';
import { commonFlags, flagsOf } from './flags.ts';

type Examples = ReadonlyMap<Command, readonly string[]>;

export function formatHelp(examples: Examples): (command: Command, helper: Help) => string {
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
  return command.commands.length > 0 ? '' : command.usage().replace(/ ?\[flags\]$/, '');
}

/** A description has a full stop above the help of its command, but not in lists of commands. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.join('\n')}`;
}

export function flagsText(program: Command, columns: number): string {
  const helper = program.createHelp();
  helper.helpWidth = Math.min(120, columns);
  const width = Math.max(...commonFlags().map(({ flags }) => flags.length));
  const lines = commonFlags().map(({ flags, description }) => helper.formatItem(flags, width, description, helper));
  return `Global flags. Every command accepts them, before or after its name.\n\n${lines.join('\n')}\n`;
}
