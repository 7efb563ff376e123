/** The words, flags and code of `docform doctor`. */
import { defineCommand } from '../definition/command.ts';

export const doctorCommand = defineCommand({
  usage: 'doctor',
  description: 'Check the configuration, connection, token, ledger, state lock, clock and proxy, and suggest fixes',
  examples: ['doctor', 'doctor --env production --json'],
  load: async () => (await import('../actions/doctor.ts')).runDoctor,
});
