/** The one error of a call: refused by the platform, or left without an answer that can be read. */
import { DocformError, exitOfStatus, type RequestFacts } from './docform-error.ts';

export interface ApiErrorFacts {
  readonly request: RequestFacts;
  readonly hint?: string | undefined;
  /** Default: E-API. */
  readonly code?: 'E-API' | 'E-UNREACHABLE';
  /** Missing where no answer came. */
  readonly status?: number;
  /** What the platform said, free of control characters. */
  readonly serverMessage?: string;
  /** The platform may or may not have done it, and doing it again could do it twice. */
  readonly isAmbiguous: boolean;
  /** The run was interrupted before it could be sent, or sent again; nothing of it was done. */
  readonly isInterrupted?: boolean;
}

/** A request that the platform refused or did not answer: its operation, what the platform said, and whether it may have done it all the same. */
export class ApiError extends DocformError {
  readonly serverMessage: string | undefined;
  readonly isAmbiguous: boolean;
  readonly isInterrupted: boolean;
  constructor(reason: string, { request, hint, code = 'E-API', status, serverMessage, isAmbiguous, isInterrupted = false }: ApiErrorFacts) {
    const { operation, method, path } = request;
    // A 404 that ends a command is that of the organization itself.
    super({
      code,
      message: `${operation} (${method} ${path}): ${reason}`,
      ...{ hint, status, request, exit: exitOfStatus(status) },
    });
    this.name = 'ApiError';
    this.serverMessage = serverMessage;
    this.isAmbiguous = isAmbiguous;
    this.isInterrupted = isInterrupted;
  }
}

/** Why one object or list could not be read. Throws an error that every other request would meet too, and one that is not of a request. */
export function survivable(error: unknown): ApiError {
  if (error instanceof ApiError && error.status !== 401 && error.code !== 'E-UNREACHABLE') return error;
  throw error;
}
