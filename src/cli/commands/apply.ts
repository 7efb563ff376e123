/** The words, flags and code of `docform apply`. */
import { defineCommand } from '../definition/command.ts';

export const applyCommand = defineCommand({
  usage: 'apply [file]',
  description: 'Apply the configuration to the platform; with FILE, apply that saved plan without a prompt',
  examples: [
    'apply',
    'apply --yes --lock-timeout 10m',
    'apply --yes --allow-deletes 12',
    'apply plan.json',
    'apply --expect-digest sha256:…',
    'apply --from .docform',
  ],
  flags: {
    '--only <pattern>...':
      'Apply only these resources: an address such as sites/docs, a pattern with * and **, or a configuration file; repeatable',
    '--except <pattern>...': 'Apply everything except these resources; repeatable',
    '--since <revision>': 'Apply only resources whose configuration changed since this Git revision',
    '--expect-digest <digest>': 'Apply without a prompt if the plan has this digest, as printed by `docform plan`',
    '--from <directory>':
      'Apply without a prompt, but only the plan that `docform plan --out-dir` wrote to this directory',
    '--all-or-nothing': 'Apply nothing if any change is blocked or was not approved',
    '--rehearse': 'First test the plan on an in-memory copy',
    '--undo <file>': 'Path of the undo file to write (default: docform.undo.json next to the ledger)',
    '--no-undo': 'Do not write an undo file',
  },
  shared: {
    '--lock-timeout <duration>':
      'Maximum time to wait for the state lock, such as 30s or 10m (default: 0, do not wait)',
    '--allow <address>...': 'Override the guard (safety check) that blocks the change at this address; repeatable',
    '--policy <path>...': 'Also check the plan against the policy rules in this file or directory; repeatable',
    '--allow-deletes <number>': 'Override the delete limit; the plan must delete exactly this number of objects',
    '-y, --yes': 'Skip the confirmation prompt',
    '--no-insights': 'Do not read the page views of URLs',
    '--no-verify': 'Do not verify the changed objects after applying',
  },
  load: async () => (await import('../actions/apply.ts')).runApply,
});
