/** The types of commands and flags, the settings, the failures, and the session: outputs that mask secrets, color, interrupts, and closing. */
import { resolve } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { dialects, isDialect } from '../../core/dialect.ts';
import {
  blockedFailure,
  DocformError,
  type ExitCode,
  errorMessage,
  exitCode,
  usageFailure,
} from '../../core/docform-error.ts';
import type { Problem } from '../../core/problem.ts';
import { percentDecode } from '../../core/url.ts';
import { readPlainFile } from '../../disk/plain-file.ts';
import { usualLockMs } from '../../ledger/state-backend.ts';
import { failureText } from '../../report/failure.ts';
import { jsonText, maskSecrets, withoutEmails } from '../../report/wording/sanitize.ts';
import { plain } from '../../report/wording/words.ts';
import { canRedraw, hasColor, painterFor } from './color.ts';
import type { Io } from './io.ts';
import { systemHint } from './system-hint.ts';

/** A command that returns no exit code has succeeded. `operands`: arguments without flags. */
export type Run<F = object> = (
  session: Session,
  operands: readonly string[],
  flags: F,
) => Promise<ExitCode> | Promise<void>;

/** Flags with a text, without a value, and repeatable flags with texts. */
export type CommandFlags<Text extends string, Switch extends string = never, List extends string = never> = Readonly<
  Partial<Record<Text, string> & Record<Switch, boolean> & Record<List, readonly string[]>>
>;

export type Session = Readonly<ReturnType<typeof openSession>>;

export function openSession(io: Io, settings: Settings) {
  const closers = closersOf();
  const { stopListening, ...interrupts } = interruptsOf(io);
  closers.onClose(stopListening);
  return { io, settings, isJson: settings.format === 'json', ...outputsOf(io, settings), ...interrupts, ...closers };
}

/** Closes what a command opened, in reverse order, also if one of the closers fails. */
export function closersOf() {
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    try {
      await closers.pop()?.();
    } finally {
      if (closers.length > 0) await close();
    }
  };
  return {
    /** Calls the function at the end of the command. */
    onClose: (closer: () => unknown) => {
      closers.push(closer);
    },
    close,
  };
}

function outputsOf(io: Io, settings: Settings) {
  const secrets = [...secretsOfEnvironment(io.environment), ...secretOfTokenFile(settings)];
  let masksEmails = false;
  const mask = (text: string) => {
    const masked = maskSecrets(text, secrets);
    return masksEmails ? withoutEmails(masked) : masked;
  };
  const onStderr = (isWanted: boolean) => (text: string) => {
    if (isWanted) io.stderr.write(mask(text));
  };
  const painter = (stream: Io['stdout']) => painterFor(hasColor(settings.color, io.environment, stream.isTerminal));
  const warn = onStderr(true);
  const paintMessage = painter(io.stderr);
  let hasWarnings = false;
  return {
    result: (text: string) => io.stdout.write(mask(text), settings.format === 'github'),
    /** Writes commands for GitHub's runner. */
    command: (text: string) => io.stdout.write(mask(text), true),
    /** For scripts that read a token from the result. */
    unmaskedResult: (text: string) => io.stdout.write(text, settings.format === 'github'),
    /** Writes a message to stderr, unless -q is set. */
    say: onStderr(!settings.isQuiet),
    /** Writes details to stderr with -v. */
    explain: onStderr(settings.isVerbose && !settings.isQuiet),
    /** Writes traces to stderr with --debug. */
    trace: onStderr(settings.isDebug),
    /** Writes to stderr, even with -q. */
    warn,
    paintResult: settings.format === 'text' ? painter(io.stdout) : plain,
    paintMessage,
    canRedraw: !settings.isQuiet && !settings.isDebug && canRedraw(io.environment, io.stderr.isTerminal),
    /** Prints the failure of a secondary task, and changes exit code 0 to 1. */
    warnFailure: (failure: DocformError) => {
      hasWarnings = true;
      warn(failureText(failure, paintMessage));
    },
    hasWarnings: () => hasWarnings,
    /** Masks this text in all further output. */
    keepSecret: (secret: string) => {
      secrets.push(secret);
    },
    /** Masks all e-mail addresses in all further output. */
    maskEmails: () => {
      masksEmails = true;
    },
    /** Masks secrets in text for files. */
    mask,
  };
}

function interruptsOf(io: Io) {
  let caught: (() => void) | undefined;
  let note = '';
  const stopListening = io.onInterrupt(() => {
    const listener = caught;
    caught = undefined;
    if (listener !== undefined) return listener();
    io.stderr.write(`\nInterrupted.\n${note}`);
    io.quit(exitCode.interrupted);
  });
  return {
    /** Calls the listener on the next interrupt. The second interrupt ends the process. */
    catchInterrupts: (listener: () => void) => {
      caught = listener;
    },
    /** Printed if an interrupt ends the command. Empty: nothing. */
    noteOnQuit: (text: string) => {
      note = text;
    },
    stopListening,
  };
}

export function printResult({ isJson, result }: Session, kind: string, facts: object, text: string) {
  result(isJson ? jsonText({ schemaVersion: 1, kind, ...facts }) : text);
}

export const maxTokenBytes = 64 * 1024;

const wholeSecrets = ['DOCFORM_TOKEN', 'GITHUB_TOKEN', 'GITLAB_TOKEN', 'PGPASSWORD', 'TF_HTTP_PASSWORD'];

const addresses = [
  'DOCFORM_API_URL',
  'DOCFORM_PLATFORM_URL',
  'DOCFORM_BACKEND',
  'TF_HTTP_LOCK_ADDRESS',
  'TF_HTTP_UNLOCK_ADDRESS',
  'GITHUB_API_URL',
  'CI_API_V4_URL',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'https_proxy',
  'http_proxy',
];

function secretsOfEnvironment(environment: Io['environment']) {
  const whole = wholeSecrets.map((name) => environment[name]?.trim());
  const found = [...whole, ...addresses.flatMap((name) => passwordsIn(environment[name]))];
  return found.filter((secret): secret is string => secret !== undefined && secret !== '');
}

/** Skips pipes and stdin, which can be read only once. */
function secretOfTokenFile({ tokenFile, directory }: Pick<Settings, 'tokenFile' | 'directory'>) {
  if (tokenFile === undefined || tokenFile === '-') return [];
  const read = readPlainFile(resolve(directory, tokenFile), maxTokenBytes);
  const text = 'text' in read ? read.text.trim() : '';
  return text === '' ? [] : [text];
}

/** Returns passwords encoded and decoded, also from text that is not a valid URL. */
function passwordsIn(address: string | undefined) {
  if (address === undefined) return [];
  const written = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^:@]*:(.+)@/is.exec(address)?.[1] ?? '';
  if (!URL.canParse(address)) return [written, percentDecode(written)];
  const url = new URL(address);
  return [
    written,
    percentDecode(written),
    url.password,
    percentDecode(url.password),
    url.searchParams.get('password') ?? undefined,
  ];
}

const specialFormats = ['markdown', 'html', 'csv', 'github', 'codequality', 'terraform', 'redirects', 'nginx'] as const;

/** A format besides text and json. The definition of a command names the ones that it supports. */
export type Format = (typeof specialFormats)[number];

const formats = ['text', 'json', ...specialFormats] as const;

type Settings = ReturnType<typeof settingsOf>;

/** The flags as parsed by commander. */
export type Flags = Readonly<
  Partial<
    Record<'chdir' | 'env' | 'apiUrl' | 'dialect' | 'organization' | 'tokenFile' | 'format' | 'concurrency', string> &
      Record<'timeout' | 'maxWait' | 'lockTimeout' | 'allowDeletes', string> &
      Record<
        'json' | 'input' | 'quiet' | 'verbose' | 'debug' | 'all' | 'yes' | 'verify' | 'insights' | 'detailedExitcode',
        boolean
      > &
      Record<'config' | 'var' | 'allow' | 'policy', readonly string[]> &
      Record<'color' | 'undo', string | boolean>
  >
>;

export function settingsOf(flags: Flags, io: Pick<Io, 'environment' | 'directory'>) {
  const environment = (name: string) => (io.environment[name] === '' ? undefined : io.environment[name]);
  const configuration = oneConfiguration(flags.config) ?? environment('DOCFORM_CONFIG');
  const lockSeconds = environment('DOCFORM_LOCK_SECONDS') ?? String(usualLockMs / 1_000);
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
    lockTtlMs: wholeNumber('DOCFORM_LOCK_SECONDS', lockSeconds, 5, 3_600) * 1_000,
    /** How long to wait for create requests of an interrupted apply, counted from the request. */
    settleMs: wholeNumber('DOCFORM_SETTLE_SECONDS', environment('DOCFORM_SETTLE_SECONDS') ?? '30', 0, 3_600) * 1_000,
    allow: flags.allow ?? [],
    policies: flags.policy ?? [],
    isConfirmed: flags.yes === true,
    hasVerification: flags.verify !== false,
    hasInsights: flags.insights !== false,
    hasUndo: flags.undo !== false,
    hasDetailedExitCode: flags.detailedExitcode === true,
    ...withoutUndefined({
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

function dialectNamed(name: string | undefined) {
  if (name === undefined || isDialect(name)) return name;
  throw usageFailure(`${name} is not a dialect`, `use one of ${dialects.join(', ')}`);
}

function oneConfiguration(files: readonly string[] | undefined) {
  if (files === undefined || files.length <= 1) return files?.[0];
  throw usageFailure(`-c was given ${files.length} times`, 'run docform once for each configuration');
}

function variableOf(text: string) {
  const at = text.indexOf('=');
  if (at < 1) throw usageFailure(`--var ${text} is not NAME=VALUE`, 'example: --var apiHost=https://api.example.com');
  return [text.slice(0, at), text.slice(at + 1)];
}

function formatOf(flags: Flags) {
  const format = flags.format ?? (flags.json === true ? 'json' : 'text');
  if (flags.json === true && format !== 'json') throw usageFailure(`--json and --format ${format} cannot be combined`);
  const known = formats.find((each) => each === format);
  if (known !== undefined) return known;
  throw usageFailure(
    `--format ${format} is unknown`,
    `choose one of ${formats.join(', ')}; the help of a command lists its formats`,
  );
}

function colorOf(color: string | boolean | undefined) {
  if (typeof color === 'boolean') return color ? 'always' : 'never';
  return choiceOf('--color', color, ['auto', 'always', 'never'] as const) ?? 'auto';
}

/** undefined: the flag is not set. */
export function choiceOf<C extends string>(flag: string, text: string | undefined, choices: readonly C[]) {
  const known = choices.find((each) => each === text);
  if (known !== undefined || text === undefined) return known;
  throw usageFailure(`${flag} ${text} is unknown`, `choose ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`);
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

/** Ends a command whose result is already printed. `problems`: of the configuration. */
export class ExitSignal extends Error {
  readonly exit: ExitCode;
  readonly problems: readonly Problem[];
  constructor(exit: ExitCode, problems: readonly Problem[] = []) {
    super('the command has ended');
    this.exit = exit;
    this.problems = problems;
  }
}

export { blockedFailure, usageFailure };

export function conflictingFlags(one: string, other: string, hint: string) {
  return usageFailure(`${one} and ${other} cannot be combined`, hint);
}

/** An unexpected error is printed as one line; --debug shows the stack trace. */
export function failureOf(error: unknown) {
  if (error instanceof DocformError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = errorMessage(error);
  // A message of the operating system contains the path or port.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return new DocformError({ code: 'E-SYSTEM', message, hint: systemHint(code) });
  const hint = 'this is a bug in docform: run the command again with --debug, and report the stack trace';
  return new DocformError({ code: 'E-UNEXPECTED', message: message.split('\n')[0] ?? '', hint });
}
