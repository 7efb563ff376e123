/** The flags that any command takes, before or after its name; some of them say something to a few commands only. */
import type { Command } from 'commander';
import { collect } from './declaring.ts';

interface Flag {
  readonly flags: string;
  readonly text: string;
  /** The commands that it says something to; missing: all. */
  readonly of?: readonly string[];
  readonly isRepeatable?: boolean;
}

const flags: readonly Flag[] = [
  { flags: '-c, --config <file>', text: 'configuration file (DOCFORM_CONFIG; default: docform.yaml here or above)', isRepeatable: true },
  { flags: '-C, --chdir <directory>', text: 'work in this directory; relative paths start there, and docform.yaml is not searched above' },
  { flags: '--env <name>', text: 'environment: env/NAME.yaml and a ledger of its own (DOCFORM_ENV)' },
  { flags: '--var <name=value>', text: 'value of a variable; may repeat (DOCFORM_VAR_NAME)', isRepeatable: true },
  { flags: '--api-url <url>', text: 'address of the platform (DOCFORM_API_URL); local[:FILE] for the reference platform in this process' },
  {
    flags: '--organization <id>',
    text: 'organization, where the configuration names none (DOCFORM_ORG; import and api: else the only one that the token sees)',
  },
  { flags: '--token-file <file>', text: 'file holding the token, - for stdin (else DOCFORM_TOKEN)' },
  { flags: '--json', text: 'the same as --format json' },
  {
    flags: '--format <format>',
    text: 'text (default) or json; markdown for plan, show and drift; html for plan and show; csv for access, ls and redirects; github or codequality for validate, plan and show; terraform for plan and show; _redirects or nginx for redirects',
  },
  { flags: '--color <when>', text: 'auto, always or never (NO_COLOR, FORCE_COLOR)' },
  { flags: '--no-color', text: 'the same as --color never' },
  { flags: '--no-input', text: 'never ask, not even on a terminal' },
  { flags: '-q, --quiet', text: 'only results and errors' },
  { flags: '-v, --verbose', text: 'tell more: places in the configuration, what was read' },
  { flags: '--all', text: 'show every problem of a configuration with its line, however many there are' },
  { flags: '--debug', text: 'tell every request and whole traces (DOCFORM_DEBUG)' },
  { flags: '--concurrency <number>', text: 'most requests at once (default: 8)' },
  { flags: '--timeout <seconds>', text: 'longest wait for one answer (default: 30)' },
  { flags: '--max-wait <seconds>', text: 'longest wait of a run, all in all, for rate limits and retries; also 10m (default: 300)' },
  {
    flags: '--lease-wait <seconds>',
    text: 'longest wait for another apply to end; also 10m (default: 0)',
    of: ['apply', 'import', 'forget'],
  },
  { flags: '--allow <address>', text: 'do what a guard blocks for this address; may repeat', of: ['plan', 'apply'], isRepeatable: true },
  {
    flags: '--policy <path>',
    text: 'check the plan by the rules in this file or directory as well; may repeat',
    of: ['validate', 'plan', 'apply'],
    isRepeatable: true,
  },
  { flags: '--allow-deletes <number>', text: 'allow exactly this many deletes', of: ['plan', 'apply'] },
  {
    flags: '-y, --yes',
    text: 'do it without asking (drift: with --write; forget: also where `prune: all` will delete it)',
    of: ['apply', 'import', 'drift', 'undo', 'forget', 'seed', 'api'],
  },
  { flags: '--no-verify', text: 'do not read again what was done', of: ['apply'] },
  { flags: '--detailed-exitcode', text: 'exit 2 with changes or drift, 6 where a plan is blocked', of: ['plan', 'drift'] },
];

export function addGlobalFlags(program: Command): void {
  for (const { flags: written, text, of, isRepeatable = false } of flags) {
    const description = of === undefined ? text : `${of.join(', ')}: ${text}`;
    if (isRepeatable) program.option(written, description, collect);
    else program.option(written, description);
  }
}

/** Those that say something to few commands, this one among them, as its help tells them. */
export function flagsOf(command: string): readonly { readonly flags: string; readonly description: string }[] {
  return flags.filter(({ of }) => of?.includes(command)).map(({ flags: written, text }) => ({ flags: written, description: text }));
}

/** Those that every command takes. */
export function commonFlags(): readonly { readonly flags: string; readonly description: string }[] {
  return flags.filter(({ of }) => of === undefined).map(({ flags: written, text }) => ({ flags: written, description: text }));
}
