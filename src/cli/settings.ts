/** Combines flags, environment and defaults, in this order of precedence. */
import { resolve } from 'node:path';
import { defined } from '../core/defined.ts';
import { type Dialect, dialects, isDialect } from '../core/dialect.ts';
import { usageFailure } from './failure.ts';
import type { Io } from './io.ts';

/** Formats besides text and json, with their commands. */
export const formatsOf = {
  ...{ markdown: ['plan', 'show', 'drift'], html: ['plan', 'show'], csv: ['access', 'ls', 'redirects'] },
  ...{ github: ['validate', 'plan', 'show'], codequality: ['validate', 'plan', 'show'], terraform: ['plan', 'show'] },
  ...{ _redirects: ['redirects'], nginx: ['redirects'] },
} satisfies { readonly [format: string]: readonly string[] };

export function formatsFor(command: string): readonly string[] {
  const special = Object.entries(formatsOf).filter(([, commands]) => commands.includes(command));
  return ['text', 'json', ...special.map(([format]) => format)];
}

const formats = ['text', 'json', ...(Object.keys(formatsOf) as (keyof typeof formatsOf)[])] as const;

export type Settings = ReturnType<typeof settingsOf>;

/** The flags as parsed by commander. */
export type Flags = Readonly<
  Partial<
    Record<'chdir' | 'env' | 'apiUrl' | 'dialect' | 'organization' | 'tokenFile' | 'format' | 'concurrency', string> &
      Record<'timeout' | 'maxWait' | 'lockTimeout' | 'allowDeletes', string> &
      Record<
        'json' | 'input' | 'quiet' | 'verbose' | 'debug' | 'all' | 'yes' | 'verify' | 'detailedExitcode',
        boolean
      > &
      Record<'config' | 'var' | 'allow' | 'policy', readonly string[]> &
      Record<'color' | 'undo', string | boolean>
  >
>;

export function settingsOf(flags: Flags, io: Pick<Io, 'environment' | 'directory'>) {
  const environment = (name: string) => (io.environment[name] === '' ? undefined : io.environment[name]);
  const configuration = oneConfiguration(flags.config) ?? environment('DOCFORM_CONFIG');
  return {
    directory: flags.chdir === undefined ? io.directory : resolve(io.directory, flags.chdir),
    isOrganizationNamed: flags.organization !== undefined,
    variables: Object.fromEntries((flags.var ?? []).map(variableOf)),
    format: formatOf(flags),
    color: colorOf(flags.color),
    hasInput: flags.input !== false,
    isQuiet: flags.quiet === true,
    isVerbose: flags.verbose === true,
    isDebug: flags.debug === true || environment('DOCFORM_DEBUG') !== undefined,
    isAll: flags.all === true,
    timeoutMs: flags.timeout === undefined ? 30_000 : durationMs('--timeout', flags.timeout),
    maxWaitMs: flags.maxWait === undefined ? 900_000 : durationMs('--max-wait', flags.maxWait),
    lockTimeoutMs: flags.lockTimeout === undefined ? 0 : durationMs('--lock-timeout', flags.lockTimeout, true),
    /** How long a state lock remains valid without renewal. */
    lockTtlMs: wholeNumber('DOCFORM_LOCK_SECONDS', environment('DOCFORM_LOCK_SECONDS') ?? '60', 5, 3_600) * 1_000,
    /** How long to wait for create requests of an interrupted apply, counted from the request. */
    settleMs: wholeNumber('DOCFORM_SETTLE_SECONDS', environment('DOCFORM_SETTLE_SECONDS') ?? '30', 0, 3_600) * 1_000,
    allow: flags.allow ?? [],
    policies: flags.policy ?? [],
    isConfirmed: flags.yes === true,
    hasVerification: flags.verify !== false,
    hasUndo: flags.undo !== false,
    hasDetailedExitCode: flags.detailedExitcode === true,
    ...defined({
      /** The directory as given with -C. */
      namedDirectory: flags.chdir,
      configuration,
      environmentName: flags.env ?? environment('DOCFORM_ENV'),
      organization: flags.organization ?? environment('DOCFORM_ORG'),
      apiUrl: flags.apiUrl ?? environment('DOCFORM_API_URL'),
      dialect: dialectNamed(flags.dialect ?? environment('DOCFORM_DIALECT')),
      tokenFile: flags.tokenFile,
      /** Missing: files next to the configuration. */
      backendUrl: environment('DOCFORM_BACKEND'),
      /** Missing: next to the ledger. */
      undoFile: typeof flags.undo === 'string' ? flags.undo : undefined,
      concurrency: wholeNumber('--concurrency', flags.concurrency, 1, 64),
      allowDeletes: wholeNumber('--allow-deletes', flags.allowDeletes, 0, 1_000_000),
    }),
  };
}

function dialectNamed(name: string | undefined): Dialect | undefined {
  if (name === undefined || isDialect(name)) return name;
  throw usageFailure(`${name} is not a dialect`, `use one of ${dialects.join(', ')}`);
}

function oneConfiguration(files: readonly string[] | undefined) {
  if (files === undefined || files.length <= 1) return files?.[0];
  throw usageFailure(`-c was given ${files.length} times`, 'run docform once for each configuration');
}

function variableOf(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw usageFailure(`--var ${text} is not NAME=VALUE`, 'example: --var apiHost=https://api.example.com');
  return [text.slice(0, at), text.slice(at + 1)];
}

function formatOf(flags: Flags): (typeof formats)[number] {
  const format = flags.format ?? (flags.json === true ? 'json' : 'text');
  if (flags.json === true && format !== 'json') throw usageFailure(`--json and --format ${format} cannot be combined`);
  const known = formats.find((each) => each === format);
  if (known !== undefined) return known;
  throw usageFailure(
    `--format ${format} is unknown`,
    `choose one of ${formats.join(', ')}; the help of a command lists its formats`,
  );
}

function colorOf(color: string | boolean | undefined): 'auto' | 'always' | 'never' {
  if (color === false) return 'never';
  if (color === true) return 'always';
  if (color === undefined || color === 'auto' || color === 'always' || color === 'never') return color ?? 'auto';
  throw usageFailure(`--color ${color} is unknown`, 'choose auto, always or never');
}

/** undefined: the flag is not set. */
export function wholeNumber<T extends string | undefined>(flag: string, text: T, min: number, max: number) {
  if (text === undefined) return text as Extract<T, undefined>;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw usageFailure(`${flag} ${text} is not a whole number from ${min} to ${max}`);
}

/** Parses `30`, `30s`, `500ms`, `2m`; the default unit is seconds. */
function durationMs(flag: string, text: string, isZeroFine = false) {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text);
  const unitMs = { ms: 1, s: 1000, m: 60_000 }[match?.[2] ?? 's'] ?? 1000;
  const value = Number(match?.[1]) * unitMs;
  if ((value > 0 || (isZeroFine && value === 0)) && value <= 24 * 3_600_000) return value;
  throw usageFailure(`${flag} ${text} is not a duration`, 'examples: 30 (seconds), 500ms, 30s, 2m');
}
