/** The wait budget of a run, shared by all its requests and ended by an interrupt. */
import type { Timing } from './timing.ts';

/** `trouble`: the platform is not available, or gave no answer. */
export type WaitReason = 'rate-limit' | 'trouble';

export interface Wait {
  readonly reason: WaitReason;
  /** Milliseconds since 1970. */
  readonly untilMs: number;
  /** The rest of the budget after this wait. */
  readonly leftMs: number;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when a long wait begins. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

export interface Waiting {
  /** Resolves at `untilMs`. A wait that exceeds the budget is not started. */
  readonly until: (untilMs: number, reason: WaitReason, options?: WaitOptions) => Promise<WaitEnd>;
  /** The budget used so far. Simultaneous waits count once. */
  readonly usedMs: () => number;
  readonly allowedMs: number;
}

export type WaitEnd = 'waited' | 'over-budget' | 'interrupted';

export interface WaitingOptions {
  readonly maxWaitMs: number;
  readonly timing: Timing;
  /** Ends all waits, including later ones. */
  readonly signal?: AbortSignal;
}

/** Only waits that end this much later than the last reported one are reported. */
const newsMs = 1_000;

export function createWaiting({ maxWaitMs, timing, signal }: WaitingOptions): Waiting {
  let usedMs = 0;
  /** The end of the time that is already counted. */
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

/** The wait before retry `number`, from 1: doubles up to 30 s, times a random factor from 0.5 to 1 so that clients do not all return at once. */
export function backoffMs(number: number, firstDelayMs: number, random: number): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (number - 1)) * (0.5 + random / 2);
}
