/** Waits for a lock that somebody else holds: asks again, tells whose it is, and gives up in time. */

import type { DocformError } from '../core/docform-error.ts';
import { sleep } from '../core/sleep.ts';
import type { Clock } from './clock.ts';
import type { Holder } from './holder.ts';
import { describeHolder } from './holder.ts';
import { heldError } from './lock-error.ts';
import type { AcquireOptions, StateLock } from './state-backend.ts';

/** What one attempt came to. */
export type Attempted = { readonly lock: StateLock } | Held;

export interface Held {
  readonly holder: Holder | undefined;
  /** It looks abandoned: asking on is of use also where nobody wants to wait, and ends within the time that a lock lasts. */
  readonly mayBeFreeSoon?: boolean;
}

export interface WaitOptions extends AcquireOptions {
  readonly place: string;
  readonly clock: Clock;
  /** Between two attempts. */
  readonly pollMs: number;
  /** What to do, for the error. */
  readonly hint: string;
}

/** Throws DocformError once `waitMs` are over, and the signal's reason when it is aborted. */
export async function waitForLock(attempt: () => Promise<Attempted>, options: WaitOptions): Promise<StateLock> {
  const { clock, waitMs, onWait, signal } = options;
  const deadlineMs = clock.monotonicMs() + waitMs;
  let told: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const attempted = await attempt();
    if ('lock' in attempted) return attempted.lock;
    const leftMs = deadlineMs - clock.monotonicMs();
    if (leftMs <= 0 && attempted.mayBeFreeSoon !== true) throw refusal(options, attempted.holder);
    const name = describeHolder(attempted.holder && withoutUntil(attempted.holder));
    if (name !== told) onWait?.(attempted.holder);
    told = name;
    await sleep(leftMs <= 0 ? options.pollMs : Math.min(options.pollMs, leftMs), signal);
  }
}

function refusal({ place, hint }: WaitOptions, holder: Holder | undefined): DocformError {
  return heldError(place, holder, hint);
}

/** A lock that was extended is the same one. */
function withoutUntil({ who, since, run }: Holder): Holder {
  return { who, since, ...(run === undefined ? {} : { run }) };
}
