/** Clock, sleep and random numbers as a parameter, so that tests do not wait. */

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
