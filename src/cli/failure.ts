/** Converts a thrown value to a DocformError. */
import { blockedFailure, DocformError, type ExitCode, reasonOf, usageFailure } from '../core/docform-error.ts';

/** Ends a command whose result is already printed. */
export class CommandEnd extends Error {
  readonly exit: ExitCode;
  constructor(exit: ExitCode) {
    super('the command has ended');
    this.exit = exit;
  }
}

export { blockedFailure, usageFailure };

export function conflictingFlags(one: string, other: string, hint: string): DocformError {
  return usageFailure(`${one} and ${other} cannot be combined`, hint);
}

/** An unexpected error is printed as one line; --debug shows the stack trace. */
export function failureOf(error: unknown): DocformError {
  if (error instanceof DocformError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = reasonOf(error);
  // A message of the operating system contains the path or port.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return new DocformError({ code: 'E-SYSTEM', message, hint: 'check the path or port and its permissions' });
  const hint = 'this is a bug in docform: run the command again with --debug, and report the stack trace';
  return new DocformError({ code: 'E-UNEXPECTED', message: message.split('\n')[0] ?? '', hint });
}
