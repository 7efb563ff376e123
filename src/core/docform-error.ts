/** The error type of docform: a code, what to do, and the exit code of the command that it ends. */
import { type ExitCode, exitCode } from './exit-code.ts';

/** The request that failed. */
export interface RequestFacts {
  readonly operation: string;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** What whoever answered calls it. */
  readonly requestId?: string | undefined;
}

export interface ErrorFacts {
  /** Stable, such as `E-STORE`; `docform explain` knows it. */
  readonly code: string;
  readonly message: string;
  /** What to do. */
  readonly hint?: string | undefined;
  /** Of a command that ends with it: `failed` unless told. */
  readonly exit?: ExitCode | undefined;
  /** HTTP status of whoever refused, where that was it. */
  readonly status?: number | undefined;
  readonly request?: RequestFacts | undefined;
}

/** What everything here throws: a code that `docform explain` knows, what to do, and the exit code of a command. A class of its own only where somebody needs more than this. */
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

/** True for an error of docform that has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): error is DocformError {
  return error instanceof DocformError && codes.includes(error.code);
}

/** What went wrong, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How a command exits that somebody refused with this status; 404 too: to this token it is not there. */
export function exitOfStatus(status: number | undefined): ExitCode {
  return status === 401 || status === 403 || status === 404 ? exitCode.denied : exitCode.failed;
}
