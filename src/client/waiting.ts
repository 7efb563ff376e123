/** When to send the next request: the clock, rate-limit headers, and the wait budget that all requests of a run share. */
import type { WireResponse } from '../contract/transport.ts';
import { sleep } from '../core/sleep.ts';

/** A parameter, so that tests do not wait. */
export interface Timing {
  readonly now: () => number;
  /** Resolves early, without an error, when `signal` aborts. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (durationMs, signal) => sleep(durationMs, signal),
};

/** `trouble`: the platform is not available, or gave no answer. */
export type WaitReason = 'rate-limit' | 'trouble';

export interface Wait {
  readonly reason: WaitReason;
  readonly untilMs: number;
  readonly leftMs: number;
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
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
  let reportedUntilMs = Number.NEGATIVE_INFINITY;
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
      if (untilMs - Math.max(nowMs, reportedUntilMs) >= newsMs) {
        reportedUntilMs = untilMs;
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

type Headers = WireResponse['headers'];

/** `Retry-After`: seconds or an HTTP date. undefined: missing or unreadable. */
function retryAfterAtMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return nowMs + Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : dateMs;
}

/** `X-RateLimit-Reset`: seconds since 1970. */
function resetAtMs(headers: Headers): number | undefined {
  const value = headers['x-ratelimit-reset']?.trim();
  return value !== undefined && /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : undefined;
}

/** When the request can be retried. The reset time counts only after a 429, because every response has it. */
export function retryAtMs({ status, headers }: WireResponse, nowMs: number): number | undefined {
  return retryAfterAtMs(headers, nowMs) ?? (status === 429 ? resetAtMs(headers) : undefined);
}

/** When the exhausted rate limit resets; undefined while requests remain. */
export function exhaustedUntilMs(response: WireResponse, nowMs: number): number | undefined {
  if (response.status === 429) return retryAtMs(response, nowMs);
  return remainingOf(response) === 0 ? resetAtMs(response.headers) : undefined;
}

/** `X-RateLimit-Remaining`: requests until the rate limit is exhausted. */
export function remainingOf({ headers }: WireResponse): number | undefined {
  const value = headers['x-ratelimit-remaining']?.trim();
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}
