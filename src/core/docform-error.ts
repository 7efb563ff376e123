/** The error type of docform: a code, a message, a remedy, and the exit code of the command. */
import { type ExitCode, exitCode } from './exit-code.ts';

/** The request that failed. */
export interface RequestFacts {
  readonly operation: string;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** The id of the request at the server. */
  readonly requestId?: string | undefined;
}

export interface ErrorFacts {
  /** A stable code, such as `E-BACKEND`; `docform explain` describes it. */
  readonly code: string;
  readonly message: string;
  /** The remedy. */
  readonly hint?: string | undefined;
  /** Exit code of the command; default: `failed`. */
  readonly exit?: ExitCode | undefined;
  /** HTTP status of a refused request. */
  readonly status?: number | undefined;
  readonly request?: RequestFacts | undefined;
}

/** The error that all parts of docform throw. Subclass it only if callers need more fields. */
export class DocformError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly exit: ExitCode;
  readonly status: number | undefined;
  readonly request: RequestFacts | undefined;
  constructor({ code, message, hint, exit = exitCode.failed, status, request }: ErrorFacts) {
    super(message);
    this.name = 'DocformError';
    this.code = code;
    this.hint = hint;
    this.exit = exit;
    this.status = status;
    this.request = request;
  }
}

export function usageFailure(message: string, hint?: string, code = 'E-USAGE'): DocformError {
  return new DocformError({ exit: exitCode.usage, code, message, hint });
}

export function blockedFailure(code: string, message: string, hint?: string): DocformError {
  return new DocformError({ exit: exitCode.blocked, code, message, hint });
}

/** True for a DocformError with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is DocformError {
  return error instanceof DocformError && codes.includes(error.code);
}

/** The message of any thrown value. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The exit code of a command that was refused with this status. A 404 counts as denied: the token may not see the object. */
export function exitOfStatus(status: number | undefined): ExitCode {
  return status === 401 || status === 403 || status === 404 ? exitCode.denied : exitCode.failed;
}
