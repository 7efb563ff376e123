/** How a command ends when something went wrong: one message for people or machines, and the exit code. */
import { failureJson, failureText } from '../report/failure.ts';
import { maskSecrets } from '../report/sanitize.ts';
import type { ExitCode } from './exit-code.ts';
import { type Failure, failureOf } from './failure.ts';
import type { Io } from './io.ts';
import { secretsOfEnvironment } from './known-secrets.ts';
import { hasColor, painterFor } from './painter.ts';
import type { Session } from './session.ts';

/** How to speak where no session could be opened. */
export interface Bare {
  readonly io: Io;
  readonly isJson: boolean;
}

export function endWith(error: unknown, speaker: Session | Bare): ExitCode {
  const failure = failureOf(error);
  if ('settings' in speaker) {
    if (speaker.settings.format === 'json') speaker.result(failureJson(failure.facts));
    else speaker.warn(failureText(failure.facts, speaker.paintMessage));
    speaker.trace(`${traceOf(error)}\n`);
  } else endBare(failure, speaker);
  return failure.exit;
}

function endBare(failure: Failure, { io, isJson }: Bare): void {
  const mask = (text: string) => maskSecrets(text, secretsOfEnvironment(io.environment));
  const painter = painterFor(hasColor('auto', io.environment, io.stderr.isTerminal));
  if (isJson) io.stdout.write(mask(failureJson(failure.facts)));
  else io.stderr.write(mask(failureText(failure.facts, painter)));
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
