/** Clock, waiting and randomness as a value that is handed in, so that whatever waits can be tested without waiting. */

import { sleep } from '../core/sleep.ts';

export interface Timing {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves early, without an error, when `signal` aborts. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (durationMs, signal) => sleep(durationMs, signal),
};
