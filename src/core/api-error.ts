/** The error of a request that the platform refused or did not answer. */
import { DocformError, exitOfStatus, type RequestFacts } from './docform-error.ts';

export interface ApiErrorFacts {
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

/** A 403 with these words is about the paid plan of the organization, which no role can change. */
const planWords = /\b(plan|plans|upgrade|subscription|billing|paid|payment|premium|ultimate|feature)\b/i;
const roleWords = /\b(permissions?|roles?)\b/i;

/** Whether the platform refuses a request because of the organization's paid plan. */
export function isBeyondPlan({
  status,
  serverMessage = '',
}: {
  readonly status?: number | undefined;
  readonly serverMessage?: string | undefined;
}): boolean {
  return status === 402 || (status === 403 && planWords.test(serverMessage) && !roleWords.test(serverMessage));
}
