/** The errors of docform: a code, a message, a remedy, and the exit code of the command. */

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
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The HTTP status of any thrown value. Missing without an answer. */
export function httpStatusOf(error: unknown): number | undefined {
  return error instanceof DocformError ? error.status : undefined;
}

/** The exit code of a command that was refused with this status. A 404 counts as denied: the token may not see the object. */
export function exitCodeOfStatus(status: number | undefined): ExitCode {
  return status === 401 || status === 403 || status === 404 ? exitCode.denied : exitCode.failed;
}

export const exitCode = {
  done: 0,
  failed: 1,
  changes: 2,
  usage: 3,
  denied: 4,
  partly: 5,
  blocked: 6,
  leftOut: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

interface ApiErrorFacts {
  readonly request: RequestFacts;
  readonly hint?: string | undefined;
  /** Default: E-API. */
  readonly code?: 'E-API' | 'E-UNREACHABLE';
  /** Missing without an answer. */
  readonly status?: number;
  /** The message of the platform, without control characters. */
  readonly serverMessage?: string;
  /** The platform may have acted on the request, and a retry could do it twice. */
  readonly isAmbiguous: boolean;
  /** The run was interrupted before the request, or its retry, was sent. */
  readonly isInterrupted?: boolean;
}

/** A request that the platform refused or did not answer. `isAmbiguous`: the platform may have acted on it. */
export class ApiError extends DocformError {
  readonly serverMessage: string | undefined;
  readonly isAmbiguous: boolean;
  readonly isInterrupted: boolean;
  constructor(
    reason: string,
    { request, hint, code = 'E-API', status, serverMessage, isAmbiguous, isInterrupted = false }: ApiErrorFacts,
  ) {
    const { operation, method, path } = request;
    // A 404 that ends a command is about the organization.
    super({
      code,
      message: `${operation} (${method} ${path}): ${reason}`,
      hint,
      status,
      request,
      exit: exitCodeOfStatus(status),
    });
    this.name = 'ApiError';
    this.serverMessage = serverMessage;
    this.isAmbiguous = isAmbiguous;
    this.isInterrupted = isInterrupted;
  }
}

/** Why one object or list could not be read. Throws an error that every other request would meet too, and one that is not of a request. */
export function readFailureOrThrow(error: unknown): ApiError {
  if (error instanceof ApiError && error.status !== 401 && error.code !== 'E-UNREACHABLE') return error;
  throw error;
}

/** A 403 with these words is about the paid plan of the organization, which no role can change. */
const planWords = /\b(plan|plans|upgrade|subscription|billing|paid|payment|premium|ultimate|feature)\b/i;
const roleWords = /\b(permissions?|roles?)\b/i;

/** Whether the platform refuses a request because of the organization's paid plan. */
export function isBeyondPaidPlan({
  status,
  serverMessage = '',
}: {
  readonly status?: number | undefined;
  readonly serverMessage?: string | undefined;
}): boolean {
  return status === 402 || (status === 403 && planWords.test(serverMessage) && !roleWords.test(serverMessage));
}
