/** The words, flags and code of `docform import`. */
import { defineCommand } from '../definition/command.ts';

export const importCommand = defineCommand({
  usage: 'import [address...]',
  description: "Import an existing organization: write its configuration and the ledger (docform's state file)",
  examples: [
    'import',
    'import teams sites/docs',
    "import 'spaces/partner-*'",
    'import --split site --out docs/',
    'import --dry-run',
    'import --from gitbook-docs.yaml',
  ],
  flags: {
    '--out <file>':
      'Output file or directory (default: the existing configuration, else docform.yaml; with --from: stdout)',
    '--split <how>': 'Split a new configuration into one file per site or per kind: {site|kind}',
    '--manage-references':
      'Manage objects that the imported ones refer to, instead of declaring them as `external` (referenced, not managed)',
    '--dry-run': 'Show the result without writing files',
    '--with-permissions':
      'Also import the permissions of teams and members (2 requests for each space, collection and site)',
    '--from <file>': 'Import a GitBook site structure file instead of an organization',
    '--site <key>': 'With --from, the key of the site under `sites` in the configuration',
    '--keys <what>':
      'With --from, take the keys of resources from their titles or from the file: {title|file} (default: title)',
  },
  shared: {
    '--lock-timeout <duration>':
      'Maximum time to wait for the state lock, such as 30s or 10m (default: 0, do not wait)',
    '-y, --yes': 'Skip the confirmation prompt',
  },
  load: async () => (await import('../actions/import.ts')).runImport,
});
