/** The time budget that a run has for waiting on the platform, shared by all its requests and ended by an interruption. */
import type { Timing } from './timing.ts';

/** `rate-limit`: the platform wants to be asked later. `trouble`: it is not available, or gave no answer. */
export type WaitReason = 'rate-limit' | 'trouble';

export interface Wait {
  readonly reason: WaitReason;
  /** Milliseconds since 1970. */
  readonly untilMs: number;
  /** What the run may wait after that. */
  readonly leftMs: number;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when a long wait begins. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

export interface Waiting {
  /** Resolves at that time. `over-budget`: it would have been too long, and was not begun. `interrupted`: nothing is waited for any more. */
  readonly until: (untilMs: number, reason: WaitReason, options?: WaitOptions) => Promise<WaitEnd>;
  /** All that was begun to be waited, requests that waited at the same time counted once. */
  readonly usedMs: () => number;
  readonly allowedMs: number;
}

export type WaitEnd = 'waited' | 'over-budget' | 'interrupted';

export interface WaitingOptions {
  readonly maxWaitMs: number;
  readonly timing: Timing;
  /** Ends all waits, and those that would begin later. */
  readonly signal?: AbortSignal;
}

/** A wait, or one that is so much longer than what was told of before, is news. */
const newsMs = 1_000;

export function createWaiting({ maxWaitMs, timing, signal }: WaitingOptions): Waiting {
  let usedMs = 0;
  /** Up to here every moment is counted already. */
  let countedUntilMs = Number.NEGATIVE_INFINITY;
  let toldUntilMs = Number.NEGATIVE_INFINITY;
  return {
    allowedMs: maxWaitMs,
    usedMs: () => usedMs,
    until: async (untilMs, reason, { signal: own, onWait } = {}) => {
      const ends = [signal, own].filter((each) => each !== undefined);
      const isEnded = () => ends.some((each) => each.aborted);
      if (isEnded()) return 'interrupted';
      const nowMs = timing.now();
      const addedMs = Math.max(0, untilMs - Math.max(nowMs, countedUntilMs));
      if (usedMs + addedMs > maxWaitMs) return 'over-budget';
      usedMs += addedMs;
      countedUntilMs = Math.max(countedUntilMs, untilMs);
      if (untilMs - Math.max(nowMs, toldUntilMs) >= newsMs) {
        toldUntilMs = untilMs;
        onWait?.({ reason, untilMs, leftMs: maxWaitMs - usedMs });
      }
      await timing.sleep(Math.max(0, untilMs - nowMs), anySignal(...ends));
      return isEnded() ? 'interrupted' : 'waited';
    },
  };
}

/** Aborts as soon as one of them does. */
export function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((each) => each !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}

const longestDelayMs = 30_000;

/** The wait before the n-th further try, from 1: doubles up to half a minute, spread from half to whole so that not all come back at once. */
export function backoffMs(number: number, firstDelayMs: number, random: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (number - 1)) * (0.5 + random / 2);
}
