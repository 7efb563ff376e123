/** Turns whatever was thrown into the error that a command ends with. */
import { DocformError, reasonOf } from '../core/docform-error.ts';
import { exitCode } from './exit-code.ts';

/** What was asked for cannot be done as it was said; nothing was changed. */
export function usageFailure(message: string, hint?: string, code = 'E-USAGE'): DocformError {
  return new DocformError({ exit: exitCode.usage, code, message, hint });
}

/** What nobody foresaw is one line, and --debug shows the rest. */
export function failureOf(error: unknown): DocformError {
  if (error instanceof DocformError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = reasonOf(error);
  // What the operating system says of a file or port: its message names both.
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return new DocformError({ code: 'E-SYSTEM', message, hint: 'check the path or port, and the rights to it' });
  const hint = 'this is a fault in docform: run it again with --debug for the whole trace, and report that';
  return new DocformError({ code: 'E-UNEXPECTED', message: message.split('\n')[0] ?? '', hint });
}
