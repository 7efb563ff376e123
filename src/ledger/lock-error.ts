/** Errors of locks: why one cannot be had or is no longer held, and who holds it. */
import { DocformError, hasCode } from '../core/docform-error.ts';
import { describeHolder, type Holder } from './holder.ts';

/** HELD: somebody else works; LOST: it was ours, and nothing more may be written; STALE: somebody has worked since. */
const codes = ['E-LOCK-HELD', 'E-LOCK-LOST', 'E-LEDGER-STALE'] as const;

export function isLockError(error: unknown): error is DocformError {
  return hasCode(error, ...codes);
}

function lockError(code: (typeof codes)[number], message: string, hint: string): DocformError {
  return new DocformError({ code, message, hint });
}

export function heldError(place: string, holder: Holder | undefined, hint: string): DocformError {
  return lockError('E-LOCK-HELD', `${place}: another apply is at work, ${describeHolder(holder)}`, hint);
}

export function staleError(place: string): DocformError {
  return lockError(
    'E-LEDGER-STALE',
    `${place}: it has changed since the plan was made`,
    'plan again: somebody else has applied meanwhile',
  );
}

export function lostError(place: string, reason: string): DocformError {
  const hint = 'nothing was written since; run the command again, it goes on where this one stopped';
  return lockError('E-LOCK-LOST', `${place}: the lock is lost: ${reason}`, hint);
}
