/** Types and helpers for declaring commands, and the flags that all commands accept. */
import type { Command } from 'commander';
import type { ExitCode } from '../core/exit-code.ts';
import type { Session } from './session.ts';
import { formatsFor, formatsOf } from './settings.ts';

/** A command that returns no exit code has succeeded. `operands`: arguments without flags. */
export type Run<F> = (session: Session, operands: readonly string[], flags: F) => Promise<ExitCode> | Promise<void>;

/** Adds a command. `usage`: name and operands, such as `token <user>`. `load` is called when the command runs, because loading its code is slow. */
export interface Add {
  <F extends object>(
    usage: string,
    description: string,
    examples: readonly string[],
    load: () => Promise<Run<F>>,
  ): Command;
  /** Adds a command that only has commands. */
  readonly group: (name: string, description: string) => Add;
}

export const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

/** `resetAfterMs` as `--reset-after-ms`. */
export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function shellWord(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

interface Flag {
  readonly flags: string;
  readonly text?: string;
  readonly of?: { readonly [command: string]: string };
  readonly isRepeatable?: boolean;
}

function formatTexts(): { readonly [command: string]: string } {
  const commands = [...new Set(Object.values(formatsOf).flat())];
  return Object.fromEntries(
    commands.map((command) => [command, `Set the output format: ${formatsFor(command).join(', ')} (default: text)`]),
  );
}

const lockTimeout = 'Maximum time to wait for the state lock, such as 30s or 10m (default: 0, do not wait)';
const allow = 'Override the guard (safety check) that blocks the change at this address; repeatable';
const allowDeletes = 'Override the delete limit; the plan must delete exactly this number of objects';
const policy = 'Also check the plan against the policy rules in this file or directory; repeatable';

const flags: readonly Flag[] = [
  {
    flags: '-c, --config <file>',
    text: 'Use this configuration file (default: docform.yaml here or in a parent directory; DOCFORM_CONFIG)',
    isRepeatable: true,
  },
  { flags: '-C, --chdir <directory>', text: 'Run in this directory, and do not search its parents for docform.yaml' },
  { flags: '--env <name>', text: 'Select an environment: the file env/NAME.yaml and a separate ledger (DOCFORM_ENV)' },
  { flags: '--var <name=value>', text: 'Set a variable; repeatable (DOCFORM_VAR_NAME)', isRepeatable: true },
  {
    flags: '--api-url <url>',
    text: 'Set the URL of the platform, or local[:FILE] for a reference platform in this process (DOCFORM_API_URL)',
  },
  {
    flags: '--dialect <name>',
    text: 'Set the API of the platform instead of detecting it: contract, vendor, vendor-2025 (DOCFORM_DIALECT)',
  },
  {
    flags: '--organization <id>',
    text: 'Set the organization if the configuration names none (DOCFORM_ORG; default for import and api: the only one of the token)',
  },
  {
    flags: '--token-file <file>',
    text: 'Read the token from this file, or from stdin with - (default: DOCFORM_TOKEN)',
  },
  { flags: '--json', text: 'Same as --format json' },
  {
    flags: '--format <format>',
    text: 'Set the output format: text or json (default: text); the help of a command lists its other formats',
    of: formatTexts(),
  },
  { flags: '--color <when>', text: 'Use colour: auto, always, never (default: auto; NO_COLOR, FORCE_COLOR)' },
  { flags: '--no-color', text: 'Same as --color never' },
  { flags: '--no-input', text: 'Never prompt, even on a terminal' },
  { flags: '-q, --quiet', text: 'Print only results and errors' },
  { flags: '-v, --verbose', text: 'Print more detail, such as file positions and the number of requests' },
  { flags: '--all', text: 'Print every configuration problem with its line, without a limit' },
  { flags: '--debug', text: 'Print every request and full stack traces (DOCFORM_DEBUG)' },
  { flags: '--concurrency <number>', text: 'Send at most this many requests at once (default: 24 reads, 8 writes)' },
  { flags: '--timeout <duration>', text: 'Wait at most this long for each response, such as 30s or 2m (default: 30s)' },
  {
    flags: '--max-wait <duration>',
    text: 'Wait at most this long in total for rate limits and retries, such as 10m (default: 15m)',
  },
  { flags: '--lock-timeout <duration>', of: { apply: lockTimeout, import: lockTimeout, forget: lockTimeout } },
  { flags: '--allow <address>', of: { plan: allow, apply: allow }, isRepeatable: true },
  {
    flags: '--policy <path>',
    of: { validate: policy, plan: policy, apply: policy },
    isRepeatable: true,
  },
  { flags: '--allow-deletes <number>', of: { plan: allowDeletes, apply: allowDeletes } },
  {
    flags: '-y, --yes',
    of: {
      apply: 'Skip the confirmation prompt',
      import: 'Skip the confirmation prompt',
      drift: 'With --write, skip the confirmation prompt',
      undo: 'Skip the confirmation prompt',
      forget: 'Forget objects even if `prune: all` then deletes them',
      seed: 'Overwrite existing files',
      api: 'Skip the confirmation prompt',
    },
  },
  { flags: '--no-verify', of: { apply: 'Skip the verification of changed objects after the apply' } },
  {
    flags: '--detailed-exitcode',
    of: {
      plan: 'Exit with 2 if there are changes, and with 6 if the plan is blocked',
      drift: 'Exit with 2 if there is drift',
    },
  },
];

export function addGlobalFlags(program: Command): void {
  for (const { flags: written, text, isRepeatable = false } of flags) {
    if (isRepeatable) program.option(written, text ?? '', collect);
    else program.option(written, text);
  }
}

type Described = { readonly flags: string; readonly description: string };

export function flagsOf(command: string): readonly Described[] {
  return flags.flatMap(({ flags: written, of }) =>
    of?.[command] === undefined ? [] : [{ flags: written, description: of[command] }],
  );
}

export function commonFlags(): readonly Described[] {
  return flags.flatMap(({ flags: written, text }) =>
    text === undefined ? [] : [{ flags: written, description: text }],
  );
}
