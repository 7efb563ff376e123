/** The session of a command: its settings, and outputs that mask secrets and know about colour. */

import { type DocformError, exitCode } from '../core/docform-error.ts';
import { failureText } from '../report/failure.ts';
import { jsonText, maskSecrets } from '../report/sanitize.ts';
import { type Painter, plain } from '../report/words.ts';
import type { Io } from './io.ts';
import { secretOfTokenFile, secretsOfEnvironment } from './known-secrets.ts';
import { canRedraw, hasColor, painterFor } from './painter.ts';
import type { Settings } from './settings.ts';

export interface Session {
  readonly io: Io;
  readonly settings: Settings;
  readonly isJson: boolean;
  readonly result: (text: string) => void;
  /** Writes a message to stderr, unless -q is set. */
  readonly say: (text: string) => void;
  /** Writes details to stderr with -v. */
  readonly explain: (text: string) => void;
  /** Writes traces to stderr with --debug. */
  readonly trace: (text: string) => void;
  /** Writes to stderr, even with -q. */
  readonly warn: (text: string) => void;
  readonly paintResult: Painter;
  readonly paintMessage: Painter;
  readonly canRedraw: boolean;
  /** Prints the failure of a secondary task, and changes exit code 0 to 1. */
  readonly warnFailure: (failure: DocformError) => void;
  readonly hasWarnings: () => boolean;
  /** Masks this text in all further output. */
  readonly keepSecret: (secret: string) => void;
  /** Masks secrets in text for files. */
  readonly mask: (text: string) => string;
  /** Calls the listener on the next interrupt. The second interrupt ends the process. */
  readonly catchInterrupts: (listener: () => void) => void;
  /** Printed if an interrupt ends the command. Empty: nothing. */
  readonly noteOnQuit: (text: string) => void;
  readonly close: () => void;
}

export function openSession(io: Io, settings: Settings): Session {
  const secrets = [...secretsOfEnvironment(io.environment), ...secretOfTokenFile(settings)];
  let caught: (() => void) | undefined;
  let note = '';
  const stopListening = io.onInterrupt(() => {
    const listener = caught;
    caught = undefined;
    if (listener !== undefined) return listener();
    io.stderr.write(`\nInterrupted.\n${note}`);
    io.quit(exitCode.interrupted);
  });
  const write =
    (stream: Io['stdout'], isAnnotations = false) =>
    (text: string) =>
      stream.write(maskSecrets(text, secrets), isAnnotations);
  const onStderr = (isWanted: boolean) => (isWanted ? write(io.stderr) : () => undefined);
  const painter = (stream: Io['stdout']) => painterFor(hasColor(settings.color, io.environment, stream.isTerminal));
  const warn = onStderr(true);
  const paintMessage = painter(io.stderr);
  let hasWarnings = false;
  return {
    io,
    settings,
    isJson: settings.format === 'json',
    warnFailure: (failure) => {
      hasWarnings = true;
      warn(failureText(failure, paintMessage));
    },
    hasWarnings: () => hasWarnings,
    result: write(io.stdout, settings.format === 'github'),
    say: onStderr(!settings.isQuiet),
    explain: onStderr(settings.isVerbose && !settings.isQuiet),
    trace: onStderr(settings.isDebug),
    warn,
    paintResult: settings.format === 'text' ? painter(io.stdout) : plain,
    paintMessage,
    canRedraw: !settings.isQuiet && !settings.isDebug && canRedraw(io.environment, io.stderr.isTerminal),
    keepSecret: (secret) => {
      secrets.push(secret);
    },
    mask: (text) => maskSecrets(text, secrets),
    catchInterrupts: (listener) => {
      caught = listener;
    },
    noteOnQuit: (text) => {
      note = text;
    },
    close: stopListening,
  };
}

export function printResult({ isJson, result }: Session, kind: string, facts: object, text: string): void {
  result(isJson ? jsonText({ schemaVersion: 1, kind, ...facts }) : text);
}
