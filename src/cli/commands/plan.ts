/** The words, flags and code of `docform plan`. */
import { defineCommand } from '../definition/command.ts';

export const planCommand = defineCommand({
  usage: 'plan',
  description: 'Show the changes that apply would make',
  examples: [
    'plan',
    'plan --detailed-exitcode',
    'plan --out plan.json',
    "plan --only sites/docs --only 'spaces/partner-*'",
    'plan --since origin/main --out plan.json',
  ],
  flags: {
    '--only <pattern>...':
      'Plan only these resources: an address such as sites/docs, a pattern with * and **, or a configuration file; repeatable',
    '--except <pattern>...': 'Plan everything except these resources; repeatable',
    '--since <revision>': 'Plan only resources whose configuration changed since this Git revision',
    '--offline': 'Compare only with the ledger (state file), without a token; the plan cannot be applied',
    '-o, --out <file>': 'Save the plan for `show` and `apply`',
    '--out-dir <directory>':
      'Write the plan in all formats to this directory, for `docform ci comment` and `docform apply --from`',
    '--base <revision>': 'With --offline, use the ledger of this Git revision',
    '--name <name>': 'With --out-dir: the name given to `docform ci`',
    '--all-or-nothing': 'Block the whole plan if any change is blocked; the plan can be approved only as a whole',
    '--rehearse': 'Test the plan on an in-memory copy',
  },
  shared: {
    '--allow <address>...': 'Override the guard (safety check) that blocks the change at this address; repeatable',
    '--policy <path>...': 'Also check the plan against the policy rules in this file or directory; repeatable',
    '--allow-deletes <number>': 'Override the delete limit; the plan must delete exactly this number of objects',
    '--no-insights': 'Do not read the page views of URLs',
    '--detailed-exitcode': 'Exit with 2 if there are changes, 6 if the plan is blocked, and 7 if only some changes are',
  },
  formats: ['markdown', 'html', 'csv', 'github', 'codequality', 'terraform', 'redirects', 'nginx'],
  load: async () => (await import('../actions/plan.ts')).runPlan,
});
