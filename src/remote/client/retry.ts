/** Sends a call with retries: only what is safe to repeat, at the time that the platform asks for, and within the wait budget of the run. */
import { type Call, isSuccessStatus } from '../../contract/endpoint.ts';
import { isUnavailableStatus, type Transport, type WireResponse } from '../../contract/transport.ts';
import { isPermanent, TransportError } from '../../contract/transport-error.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { sleep } from '../../core/sleep.ts';
import { type GivenUp, noAnswerError, refusalError } from './api-error.ts';
import { toWireRequest } from './http.ts';

export interface RetryPolicy {
  /** Maximum attempts of one call. A 429 or 502 to 504 is retried as long as the wait budget lasts. */
  readonly attempts: number;
  /** First wait if the platform names none; doubles with each attempt. */
  readonly firstDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 5, firstDelayMs: 250 };

export interface Attempt {
  readonly call: Call;
  readonly number: number;
  /** Includes the time in the queue. */
  readonly durationMs: number;
  readonly status?: number;
  readonly failure?: TransportError;
}

interface SendParts {
  readonly transport: Transport;
  readonly policy: RetryPolicy;
  readonly timing: Timing;
  readonly waiting: Waiting;
  /** Aborts when no further request can succeed; `transport` then throws why. */
  readonly opened?: AbortSignal;
  readonly onWait?: (wait: Wait) => void;
  readonly onAttempt?: (attempt: Attempt) => void;
}

type Outcome = { response: WireResponse } | { failure: TransportError };

async function tryOnce(parts: SendParts, call: Call, number: number, signal: AbortSignal | undefined) {
  const startMs = parts.timing.now();
  const report = (rest: Pick<Attempt, 'status' | 'failure'>) =>
    parts.onAttempt?.({ call, number, durationMs: parts.timing.now() - startMs, ...rest });
  try {
    const response = await parts.transport(toWireRequest(call), withoutUndefined({ signal }));
    report({ status: response.status });
    return { response };
  } catch (failure) {
    if (!(failure instanceof TransportError)) throw failure;
    report({ failure });
    return { failure };
  }
}

function isSuccessful(call: Call, response: WireResponse) {
  return (
    isSuccessStatus(call.endpoint, response.status) &&
    !(response.isMalformed === true && call.endpoint.reply !== undefined)
  );
}

/** A 429 is refused before anything is done; the platform may have acted on every other failed request. */
function isSafeToRepeat(call: Call, outcome: Outcome) {
  if ('failure' in outcome)
    return (!outcome.failure.wasSent || call.endpoint.isIdempotent) && !isPermanent(outcome.failure);
  const { status } = outcome.response;
  if (status === 429) return true;
  return call.endpoint.isIdempotent && (status >= 500 || (status < 300 && outcome.response.isMalformed === true));
}

/** The time that the platform asks for, with a random delay so that clients do not all return at once; else exponential backoff. */
function nextTryMs(outcome: Outcome, number: number, { policy, timing }: SendParts) {
  const nowMs = timing.now();
  const askedMs = 'response' in outcome ? retryAtMs(outcome.response, nowMs) : undefined;
  const spread = timing.random();
  if (askedMs !== undefined && askedMs > nowMs) return askedMs + spread * policy.firstDelayMs;
  return nowMs + backoffMs(number, policy.firstDelayMs, spread);
}

/** The response of a successful call. Throws ApiError if a retry is not safe, not useful, or takes too long. */
export async function sendWithRetries(parts: SendParts, call: Call, signal?: AbortSignal): Promise<WireResponse> {
  const { policy, waiting, onWait, opened } = parts;
  const options = { signal: combineSignals(signal, opened), onWait };
  let before: Outcome | undefined;
  for (let number = 1; ; number += 1) {
    const outcome = await tryOnce(parts, call, number, signal).catch((error: unknown) => {
      // The platform may have acted on an earlier attempt: report that one.
      if (before !== undefined && 'failure' in before && call.endpoint.method !== 'GET')
        throw noAnswerError(call, before.failure);
      throw error;
    });
    before = outcome;
    if ('response' in outcome && isSuccessful(call, outcome.response)) return outcome.response;
    const status = 'response' in outcome ? outcome.response.status : undefined;
    // Where the platform asks to retry later, the wait budget counts, not the number of attempts.
    const isLast = number >= policy.attempts && status !== 429 && !isUnavailableStatus(status);
    const reason = status === 429 ? 'rate-limit' : 'trouble';
    const ended: WaitEnd | undefined =
      isLast || !isSafeToRepeat(call, outcome)
        ? undefined
        : await waiting.until(nextTryMs(outcome, number, parts), reason, options);
    if (ended === 'waited' || (ended === 'interrupted' && opened?.aborted === true)) continue;
    const end = ended === undefined ? {} : { ended, waiting };
    throw 'response' in outcome ? refusalError(call, outcome.response, end) : noAnswerError(call, outcome.failure, end);
  }
}

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
  sleep,
};

/** `trouble`: the platform is not available, or gave no answer. */
type WaitReason = 'rate-limit' | 'trouble';

export interface Wait {
  readonly reason: WaitReason;
  readonly untilMs: number;
  readonly leftMs: number;
}

export interface Waiting {
  /** Resolves at `untilMs`. A wait that exceeds the budget is not started. */
  readonly until: (
    untilMs: number,
    reason: WaitReason,
    options?: { readonly signal?: AbortSignal | undefined; readonly onWait?: ((wait: Wait) => void) | undefined },
  ) => Promise<WaitEnd>;
  /** The budget used so far. Simultaneous waits count once. */
  readonly usedMs: () => number;
  readonly allowedMs: number;
}

type WaitEnd = NonNullable<GivenUp['ended']>;

export interface WaitingOptions {
  readonly maxWaitMs?: number;
  readonly timing?: Timing;
  /** Ends all waits, including later ones. */
  readonly signal?: AbortSignal;
}

/** Only waits that end this much later than the last reported one are reported. */
const newsMs = 1_000;

export function createWaiting({ maxWaitMs = 900_000, timing = systemTiming, signal }: WaitingOptions): Waiting {
  let usedMs = 0;
  /** The end of the time that is already counted. */
  let countedUntilMs = Number.NEGATIVE_INFINITY;
  let reportedUntilMs = Number.NEGATIVE_INFINITY;
  return {
    allowedMs: maxWaitMs,
    usedMs: () => usedMs,
    until: async (untilMs, reason, { signal: own, onWait } = {}) => {
      const end = combineSignals(signal, own);
      if (end?.aborted) return 'interrupted';
      const nowMs = timing.now();
      const addedMs = Math.max(0, untilMs - Math.max(nowMs, countedUntilMs));
      if (usedMs + addedMs > maxWaitMs) return 'over-budget';
      usedMs += addedMs;
      countedUntilMs = Math.max(countedUntilMs, untilMs);
      if (untilMs - Math.max(nowMs, reportedUntilMs) >= newsMs) {
        reportedUntilMs = untilMs;
        onWait?.({ reason, untilMs, leftMs: maxWaitMs - usedMs });
      }
      await timing.sleep(Math.max(0, untilMs - nowMs), end);
      return end?.aborted ? 'interrupted' : 'waited';
    },
  };
}

/** Aborts as soon as one of them does. */
export function combineSignals(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
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
function retryAfterAtMs(headers: Headers, nowMs: number) {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return nowMs + Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : dateMs;
}

/** `X-RateLimit-Reset`: seconds since 1970. */
function resetAtMs(headers: Headers) {
  const value = headers['x-ratelimit-reset']?.trim();
  return value !== undefined && /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : undefined;
}

/** When the request can be retried. The reset time counts only after a 429, because every response has it. */
function retryAtMs({ status, headers }: WireResponse, nowMs: number) {
  return retryAfterAtMs(headers, nowMs) ?? (status === 429 ? resetAtMs(headers) : undefined);
}

/** When the exhausted rate limit resets; undefined while requests remain. */
export function exhaustedUntilMs(response: WireResponse, nowMs: number): number | undefined {
  if (response.status === 429) return retryAtMs(response, nowMs);
  return remainingRequests(response) === 0 ? resetAtMs(response.headers) : undefined;
}

/** `X-RateLimit-Remaining`: requests until the rate limit is exhausted. */
export function remainingRequests({ headers }: WireResponse): number | undefined {
  const value = headers['x-ratelimit-remaining']?.trim();
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}
