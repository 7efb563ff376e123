/** Prints the error of a failed command and returns its exit code. */
import type { DocformError } from '../core/docform-error.ts';
import type { ExitCode } from '../core/exit-code.ts';
import { failureJson, failureText } from '../report/failure.ts';
import { maskSecrets } from '../report/sanitize.ts';
import { failureOf } from './failure.ts';
import type { Io } from './io.ts';
import { secretsOfEnvironment } from './known-secrets.ts';
import { hasColor, painterFor } from './painter.ts';
import type { Session } from './session.ts';

interface Bare {
  readonly io: Io;
  readonly isJson: boolean;
}

export function endWith(error: unknown, speaker: Session | Bare): ExitCode {
  const failure = failureOf(error);
  if ('settings' in speaker) {
    if (speaker.settings.format === 'json') speaker.result(failureJson(failure));
    else speaker.warn(failureText(failure, speaker.paintMessage));
    speaker.trace(`${traceOf(error)}\n`);
  } else endBare(failure, speaker);
  return failure.exit;
}

function endBare(failure: DocformError, { io, isJson }: Bare): void {
  const mask = (text: string) => maskSecrets(text, secretsOfEnvironment(io.environment));
  const painter = painterFor(hasColor('auto', io.environment, io.stderr.isTerminal));
  if (isJson) io.stdout.write(mask(failureJson(failure)));
  else io.stderr.write(mask(failureText(failure, painter)));
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
