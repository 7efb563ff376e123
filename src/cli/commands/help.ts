/** The words, flags and code of `docform help`. */
import { defineCommand } from '../command.ts';

export const helpCommand = defineCommand({
  usage: 'help [topic...]',
  description: 'Show help on a command or a topic: flags, exit-codes, environment',
  load: async (program) => (await import('../help.ts')).helpOf(program),
});
