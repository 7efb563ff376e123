/** The flags every command takes, before or after its name. */
import type { Command } from 'commander';

const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];

export function addGlobalFlags(program: Command): void {
  program
    .option('-c, --config <file>', 'configuration file (DOCFORM_CONFIG; default: docform.yaml here or above)', collect)
    .option('-C, --chdir <directory>', 'work in this directory; relative paths start there')
    .option('--env <name>', 'environment: env/NAME.yaml and a ledger of its own (DOCFORM_ENV)')
    .option('--var <name=value>', 'value of a variable; may repeat (DOCFORM_VAR_NAME)', collect)
    .option('--api-url <url>', 'address of the platform (DOCFORM_API_URL); local[:FILE] for the reference platform in this process')
    .option('--token-file <file>', 'file holding the token, - for stdin (else DOCFORM_TOKEN)')
    .option('--json', 'the same as --format json')
    .option(
      '--format <format>',
      'text (default) or json; markdown for plan, show and drift; csv for access, ls and redirects; github or codequality for validate; _redirects or nginx for redirects',
    )
    .option('--color <when>', 'auto, always or never (NO_COLOR, FORCE_COLOR)')
    .option('--no-color', 'the same as --color never')
    .option('--no-input', 'never ask, not even on a terminal')
    .option('-q, --quiet', 'only results and errors')
    .option('-v, --verbose', 'tell more: places in the configuration, what was read')
    .option('--debug', 'tell every request and whole traces (DOCFORM_DEBUG)')
    .option('--concurrency <number>', 'most requests at once (default: 8)')
    .option('--timeout <seconds>', 'longest wait for one answer (default: 30)')
    .option('--max-wait <seconds>', 'longest wait of a run, all in all, for rate limits and retries; also 10m (default: 300)')
    .option('--lease-wait <seconds>', 'apply, import, forget: longest wait for another apply to end; also 10m (default: 0)')
    .option('--allow <address>', 'plan, apply: do what a guard blocks for this address; may repeat', collect)
    .option('--allow-deletes <number>', 'plan, apply: allow exactly this many deletes')
    .option('-y, --yes', 'apply, import, drift --write: do it without asking; forget: also where `prune: all` will delete it')
    .option('--no-verify', 'apply: do not read again what was done')
    .option('--detailed-exitcode', 'plan: exit 2 with changes, 6 when blocked; drift: exit 2 with drift');
}
