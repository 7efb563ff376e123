/** The words, flags and code of `docform help`. */
import { defineCommand } from '../definition/command.ts';

export const helpCommand = defineCommand({
  usage: 'help [topic...]',
  description: 'Show help on a command or a topic: flags, exit-codes, environment',
  load: async (program) => (await import('../definition/help.ts')).helpOf(program),
});
