/** Turns whatever a step threw into an error message for people. */
import { ApiError } from '../core/api-error.ts';
import { DocformError, hasCode, reasonOf } from '../core/docform-error.ts';
import type { Step } from '../plan/change.ts';
import type { Fault } from '../plan/outcome.ts';

const ambiguousAdvice =
  'the platform may have made it, since its answer was lost: plan again, which looks for it on the platform and adopts it instead of making a second one';

export function faultOf(error: unknown, step: Step): Fault {
  const isOpen = isAmbiguous(error) && (step.operation === 'create' || step.operation === 'bulk');
  const advice = isOpen ? ambiguousAdvice : error instanceof DocformError ? error.hint : undefined;
  const status = statusOf(error);
  return {
    message: reasonOf(error),
    ...(error instanceof ApiError ? targetOf(error) : {}),
    ...(status === undefined ? {} : { status }),
    ...(advice === undefined ? {} : { advice }),
    ...(isOpen ? { isAmbiguous: isOpen } : {}),
  };
}

function targetOf({ request }: ApiError): Pick<Fault, 'operation' | 'method' | 'path'> {
  return request === undefined ? {} : { operation: request.operation, method: request.method, path: request.path };
}

/** The platform may have done it: its answer never came, or says nothing that can be read. */
export function isAmbiguous(error: unknown): boolean {
  return error instanceof ApiError && error.isAmbiguous;
}

/** No answer of the platform itself: the request can still be on its way. */
export function canArriveLater(error: unknown): boolean {
  return [undefined, 502, 504].includes(statusOf(error));
}

/** The run was interrupted before it was sent, or sent again. */
export function isInterrupted(error: unknown): boolean {
  return error instanceof ApiError && error.isInterrupted;
}

/** Every further request would fail in the same way. */
export function endsRun(error: unknown): boolean {
  return hasCode(error, 'E-UNREACHABLE') || statusOf(error) === 401;
}

/** The platform answered that the token is not accepted: unlike a request that was not sent after that, this step failed. */
export function isRefusedToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof DocformError ? error.status : undefined;
}

/** Deleting what is not there any more is done. */
export function isAlreadyDone(error: unknown, step: Step): boolean {
  return step.operation === 'delete' && statusOf(error) === 404;
}
