/** The words, flags and code of `docform drift`. */
import { defineCommand } from '../definition/command.ts';

export const driftCommand = defineCommand({
  usage: 'drift [address...]',
  description: 'Show changes made outside docform since the last apply; with --write, copy them into the YAML',
  examples: [
    'drift',
    'drift --detailed-exitcode',
    'drift --format markdown > issue.md',
    'drift --write --dry-run',
    'drift --write sites/docs --yes',
    'drift --write --unmanaged',
    'drift --only sites/docs',
    'drift --out-dir .docform --write',
  ],
  flags: {
    '--only <pattern>...':
      'Report only these resources: an address such as sites/docs, a pattern with * and **, or a configuration file; repeatable',
    '--except <pattern>...': 'Report everything except these resources; repeatable',
    '--out-dir <directory>':
      'Write the report to this directory, for `docform ci issue`; with --write, also save the edits there, for `docform ci drift-branch`',
    '--write': 'Write all drift, or only the given ADDRESSes, into the YAML; does not change the platform',
    '--unmanaged':
      'With --write, also add the objects that the YAML does not declare (default: only those that you name as ADDRESS)',
    '--dry-run': 'With --write, show the result without writing files',
  },
  shared: {
    '-y, --yes': 'With --write, skip the confirmation prompt',
    '--detailed-exitcode': 'Exit with 2 if there is drift',
  },
  formats: ['markdown'],
  load: async () => (await import('../actions/drift.ts')).runDrift,
});
