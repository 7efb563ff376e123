/** Why a lease cannot be had or is no longer held, with its holder as people know it. */
import { describeHolder, type Holder } from './holder.ts';

export class LeaseError extends Error {
  /** HELD: somebody else works; LOST: it was ours, and nothing more may be written; STALE: somebody has worked since. */
  readonly code: 'E-LEASE-HELD' | 'E-LEASE-LOST' | 'E-LEDGER-STALE';
  readonly hint: string;
  /** Missing where the store does not tell. */
  readonly holder: Holder | undefined;
  constructor(code: LeaseError['code'], message: string, hint: string, holder?: Holder) {
    super(message);
    this.name = 'LeaseError';
    this.code = code;
    this.hint = hint;
    this.holder = holder;
  }
}

export function heldError(place: string, holder: Holder | undefined, hint: string): LeaseError {
  return new LeaseError('E-LEASE-HELD', `${place}: another apply is at work, ${describeHolder(holder)}`, hint, holder);
}

export function staleError(place: string): LeaseError {
  return new LeaseError(
    'E-LEDGER-STALE',
    `${place}: it has changed since the plan was made`,
    'plan again: somebody else has applied meanwhile',
  );
}

export function lostError(place: string, reason: string): LeaseError {
  const hint = 'nothing was written since; run the command again, it goes on where this one stopped';
  return new LeaseError('E-LEASE-LOST', `${place}: the lease is lost: ${reason}`, hint);
}
