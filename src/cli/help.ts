/** The text of --help: purpose, usage, examples, commands and the flags that say something to this command, in this order for every one. */
import type { Command, Help } from 'commander';
import { commonFlags, flagsOf } from './flags.ts';

export type Examples = ReadonlyMap<Command, readonly string[]>;

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
    const own = isProgram ? [] : [...helper.visibleOptions(command).filter(({ long }) => long !== '--help'), ...flagsOf(command.name())];
    return [
      sentence(helper.commandDescription(command)),
      `Usage: ${helper.commandUsage(command)}`,
      block(
        'Examples',
        (examples.get(command) ?? []).map((example) => `  docform ${example}`),
      ),
      block(
        'Arguments',
        helper.visibleArguments(command).map((argument) => item(helper.argumentTerm(argument), helper.argumentDescription(argument))),
      ),
      block(
        'Commands',
        helper
          .visibleCommands(command)
          .map((each) => item(`${each.name()} ${operandsOf(each)}`.trimEnd(), helper.subcommandDescription(each))),
      ),
      options('Flags', own),
      'Flags of every command: docform help flags\nExit codes: docform help exit-codes\nEnvironment variables: docform help environment',
    ]
      .map((part) => part.trimEnd())
      .filter((part) => part !== '')
      .join('\n\n')
      .concat('\n');
  };
}

/** Its usage without the flags; a command of commands has none of its own. */
function operandsOf(command: Command): string {
  return command.commands.length > 0 ? '' : command.usage().replace(/ ?\[flags\]$/, '');
}

/** In lists of commands a description is a phrase; above its own help it is a sentence. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.join('\n')}`;
}

/** The text of `docform help flags`. */
export function flagsText(program: Command, columns: number): string {
  const helper = program.createHelp();
  helper.helpWidth = Math.min(120, columns);
  const width = Math.max(...commonFlags().map(({ flags }) => flags.length));
  const lines = commonFlags().map(({ flags, description }) => helper.formatItem(flags, width, description, helper));
  return `Flags of every command, before or after its name.\n\n${lines.join('\n')}\n`;
}
