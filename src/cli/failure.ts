/** Turns whatever was thrown into the error that a command ends with. */
import { DocformError, reasonOf } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';

/** The command line or the configuration is invalid; nothing was changed. */
export function usageFailure(message: string, hint?: string, code = 'E-USAGE'): DocformError {
  return new DocformError({ exit: exitCode.usage, code, message, hint });
}

/** An unexpected error is printed as one line; --debug shows the stack trace. */
export function failureOf(error: unknown): DocformError {
  if (error instanceof DocformError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = reasonOf(error);
  // What the operating system says of a file or port: its message names both.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return new DocformError({ code: 'E-SYSTEM', message, hint: 'check the path or port and its permissions' });
  const hint = 'this is a bug in docform: run the command again with --debug, and report the stack trace';
  return new DocformError({ code: 'E-UNEXPECTED', message: message.split('\n')[0] ?? '', hint });
}
