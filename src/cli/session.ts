/** The session of a command: its settings, and outputs that mask secrets and know about colour. */

import { resolve } from 'node:path';
import colors from 'picocolors';
import { type DocformError, exitCode } from '../core/docform-error.ts';
import { readPlainFile } from '../disk/files.ts';
import { failureText } from '../report/failure.ts';
import { jsonText, maskSecrets, withoutEmails } from '../report/sanitize.ts';
import { type Painter, plain } from '../report/words.ts';
import type { Io } from './io.ts';
import type { Settings } from './settings.ts';

export type Session = Readonly<ReturnType<typeof openSession>>;

export function openSession(io: Io, settings: Settings) {
  return { io, settings, isJson: settings.format === 'json', ...outputsOf(io, settings), ...interruptsOf(io) };
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
  const close = io.onInterrupt(() => {
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
    close,
  };
}

export function printResult({ isJson, result }: Session, kind: string, facts: object, text: string): void {
  result(isJson ? jsonText({ schemaVersion: 1, kind, ...facts }) : text);
}

export const mostTokenBytes = 64 * 1024;

const wholeSecrets = ['DOCFORM_TOKEN', 'GITHUB_TOKEN', 'GITLAB_TOKEN', 'PGPASSWORD', 'TF_HTTP_PASSWORD'];

const addresses = [
  ...['DOCFORM_API_URL', 'DOCFORM_PLATFORM_URL', 'DOCFORM_BACKEND', 'TF_HTTP_LOCK_ADDRESS', 'TF_HTTP_UNLOCK_ADDRESS'],
  ...['GITHUB_API_URL', 'CI_API_V4_URL'],
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy'],
];

function secretsOfEnvironment(environment: Io['environment']): readonly string[] {
  const whole = wholeSecrets.map((name) => environment[name]?.trim());
  const found = [...whole, ...addresses.flatMap((name) => passwordsIn(environment[name]))];
  return found.filter((secret): secret is string => secret !== undefined && secret !== '');
}

/** Skips pipes and stdin, which can be read only once. */
function secretOfTokenFile({ tokenFile, directory }: Pick<Settings, 'tokenFile' | 'directory'>) {
  if (tokenFile === undefined || tokenFile === '-') return [];
  const read = readPlainFile(resolve(directory, tokenFile), mostTokenBytes);
  const text = 'text' in read ? read.text.trim() : '';
  return text === '' ? [] : [text];
}

/** Returns passwords encoded and decoded, also from text that is not a valid URL. */
function passwordsIn(address: string | undefined): readonly (string | undefined)[] {
  if (address === undefined) return [];
  const written = /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^:@]*:(.+)@/is.exec(address)?.[1] ?? '';
  if (!URL.canParse(address)) return [written, decoded(written)];
  const url = new URL(address);
  return [
    written,
    decoded(written),
    url.password,
    decoded(url.password),
    url.searchParams.get('password') ?? undefined,
  ];
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Flags take precedence over the environment, and the environment over the terminal. */
export function hasColor(choice: Settings['color'], environment: Io['environment'], isTerminal: boolean): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (isSet(environment.NO_COLOR) || isSet(environment.DOCFORM_NO_COLOR)) return false;
  const forced = environment.FORCE_COLOR;
  if (isSet(forced)) return forced !== '0' && forced !== 'false';
  return isTerminal && environment.TERM !== 'dumb';
}

export function canRedraw(environment: Io['environment'], isTerminal: boolean): boolean {
  return isTerminal && environment.TERM !== 'dumb' && !isSet(environment.CI) && !isSet(environment.NO_COLOR);
}

export function painterFor(isColored: boolean): Painter {
  if (!isColored) return plain;
  const paint = colors.createColors(true);
  return (role, text) => {
    switch (role) {
      case 'create':
      case 'good':
        return paint.green(text);
      case 'update':
        return paint.yellow(text);
      case 'move':
        return paint.cyan(text);
      case 'delete':
      case 'replace':
      case 'bad':
        return paint.red(text);
      case 'blocked':
        return paint.bold(paint.magenta(text));
      case 'record':
      case 'faint':
        return paint.dim(text);
      case 'heading':
        return paint.bold(text);
    }
  };
}

function isSet(value: string | undefined) {
  return value !== undefined && value !== '';
}
