/** The session of a command: its settings, and outputs that mask secrets and know about colour. */

import type { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
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
  /** The result: stdout. */
  readonly result: (text: string) => void;
  /** What people may want to know meanwhile: stderr, not with -q. */
  readonly say: (text: string) => void;
  /** Decisions: stderr, with -v. */
  readonly explain: (text: string) => void;
  /** Requests and traces: stderr, with --debug. */
  readonly trace: (text: string) => void;
  /** What must be seen: stderr, always. */
  readonly warn: (text: string) => void;
  readonly paintResult: Painter;
  readonly paintMessage: Painter;
  /** Whether a line on stderr may be drawn over. */
  readonly canRedraw: boolean;
  /** Something went wrong beside what the command was asked for: told at once, and what would be exit 0 is 1. */
  readonly warnFailure: (failure: DocformError) => void;
  readonly hasWarnings: () => boolean;
  /** From now on this text leaves no output unmasked. */
  readonly keepSecret: (secret: string) => void;
  /** The text without any of these; for what goes into files. */
  readonly mask: (text: string) => string;
  /** The next interrupt is told to the listener instead of ending the command; the one after it quits. */
  readonly catchInterrupts: (listener: () => void) => void;
  /** What to say where an interrupt ends the command at once, such as what it leaves behind; empty: nothing. */
  readonly noteOnQuit: (text: string) => void;
  /** Stops listening to signals. */
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

/** A result that a command tells by itself: as one JSON document, or as text. */
export function printResult({ settings, result }: Session, kind: string, facts: object, text: string): void {
  result(settings.format === 'json' ? jsonText({ schemaVersion: 1, kind, ...facts }) : text);
}
