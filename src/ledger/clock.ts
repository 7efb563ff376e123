/** The clocks that the backends use: wall time and monotonic time, as either alone can be wrong, and a way to wait. */

import { sleep } from '../core/sleep.ts';

export interface Clock {
  /** Never goes back; may stand still while the machine sleeps. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970; may jump. */
  readonly wallMs: () => number;
  /** Resolves early when the signal is aborted, and keeps no process alive. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  sleep: (durationMs, signal) => sleep(durationMs, signal, true),
};

/** Both clocks at once. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
}
