/** The words, flags and code of `docform explain`. */
import { defineCommand } from '../definition/command.ts';

export const explainCommand = defineCommand({
  usage: 'explain [name]',
  description:
    'Explain an error code, such as E-REF-UNKNOWN, or a field, such as sites.visibility; or print a JSON Schema',
  examples: [
    'explain E-REF-UNKNOWN',
    'explain sites.visibility',
    'explain --schema --out docform.schema.json',
    'explain --schema plan',
  ],
  flags: {
    '--schema': 'Print the JSON Schema of the configuration, or of plan files with `plan` as NAME',
    '--out <file>': 'With --schema, write to this file (default: stdout)',
  },
  load: async () => (await import('../actions/explain.ts')).runExplain,
});
