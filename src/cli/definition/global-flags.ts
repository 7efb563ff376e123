/** The words of the program, and the flags that every command accepts and `docform help flags` lists. */
import type { FlagWords } from './command.ts';

export const programWords = {
  usage: 'docform',
  description: 'Manage a documentation platform with YAML files in Git.',
  examples: ['import', 'plan --detailed-exitcode', 'apply --yes', 'drift'],
};

export const commonFlags: FlagWords = {
  '-c, --config <file>':
    'Use this configuration file (default: docform.yaml here or in a parent directory; DOCFORM_CONFIG)',
  '-C, --chdir <directory>': 'Run in this directory, and do not search its parents for docform.yaml',
  '--env <name>': 'Select an environment: the file env/NAME.yaml and a separate ledger (DOCFORM_ENV)',
  '--var <name=value>...': 'Set a variable; repeatable (DOCFORM_VAR_NAME)',
  '--api-url <url>':
    'Set the URL of the platform, or local[:FILE] for a reference platform in this process (DOCFORM_API_URL)',
  '--dialect <name>':
    'Set the API of the platform instead of detecting it: 2025-06, gitbook, gitbook-0.180 (DOCFORM_DIALECT)',
  '--organization <id>':
    'Set the organization if the configuration names none (DOCFORM_ORG; default for import and api: the only one of the token)',
  '--token-file <file>': 'Read the token from this file, or from stdin with - (default: DOCFORM_TOKEN)',
  '--json': 'Same as --format json',
  '--format <format>':
    'Set the output format: text or json (default: text); the help of a command lists its other formats',
  '--color <when>': 'Use color: auto, always, never (default: auto; NO_COLOR, FORCE_COLOR)',
  '--no-color': 'Same as --color never',
  '--no-input': 'Never prompt, even on a terminal',
  '-q, --quiet': 'Print only results and errors',
  '-v, --verbose': 'Print more detail, such as file positions and the number of requests',
  '--all': 'Print every configuration problem with its line, without a limit',
  '--debug': 'Print every request and full stack traces (DOCFORM_DEBUG)',
  '--concurrency <number>': 'Send at most this many requests at once (default: 24 reads, 8 writes)',
  '--timeout <duration>': 'Wait at most this long for each response, such as 30s or 2m (default: 30s)',
  '--max-wait <duration>': 'Wait at most this long in total for rate limits and retries, such as 10m (default: 15m)',
};
