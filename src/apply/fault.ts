/** Turns errors of a step into messages for people. */

import { ApiError } from '../core/api-error.ts';
import { defined } from '../core/defined.ts';
import { DocformError, hasCode, reasonOf } from '../core/docform-error.ts';
import type { Step } from '../plan/change.ts';
import type { Fault } from '../plan/outcome.ts';

const ambiguousAdvice =
  'the platform may have created the object: run docform plan again, which searches for the object and adopts it';

const maybeInvitedAdvice =
  'the platform may have invited these people, so docform does not invite them again: ask them, and then use --allow ADDRESS to invite a person again';

const stillThereAdvice =
  'the object still exists, or could not be read again: the platform may no longer have this operation, so delete the object on the platform';

export function faultOf(error: unknown, step: Step): Fault {
  const isOpen = isAmbiguous(error) && ['create', 'bulk', 'invite'].includes(step.operation);
  const hint = error instanceof DocformError ? error.hint : undefined;
  const advice = isOpen
    ? step.operation === 'invite'
      ? maybeInvitedAdvice
      : ambiguousAdvice
    : isRefusedAsMissing(error, step)
      ? stillThereAdvice
      : hint;
  const status = statusOf(error);
  return {
    message: reasonOf(error),
    ...(error instanceof ApiError && error.request ? targetOf(error.request) : {}),
    ...defined({ status, advice }),
    ...(isOpen ? { isAmbiguous: isOpen } : {}),
  };
}

function targetOf({ operation, method, path }: NonNullable<ApiError['request']>) {
  return { operation, method, path };
}

/** The platform may have executed the request: it gave no answer, or an unreadable one. */
export function isAmbiguous(error: unknown): boolean {
  return error instanceof ApiError && error.isAmbiguous;
}

/** Without an answer from the platform itself, the request can still be on its way. */
export function canArriveLater(error: unknown): boolean {
  return [undefined, 502, 504].includes(statusOf(error));
}

/** The run was interrupted before the request, or its retry, was sent. */
export function isInterrupted(error: unknown): boolean {
  return error instanceof ApiError && error.isInterrupted;
}

/** All further requests would fail in the same way. */
export function endsRun(error: unknown): boolean {
  return hasCode(error, 'E-UNREACHABLE') || statusOf(error) === 401;
}

/** Unlike requests that were not sent after the token was rejected, this step failed. */
export function isRefusedToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof DocformError ? error.status : undefined;
}

/** The platform answered 404: the object is already deleted, or the platform does not have the operation. */
export function isRefusedAsMissing(error: unknown, { operation }: Step): boolean {
  return (operation === 'delete' || operation === 'leave') && statusOf(error) === 404;
}
