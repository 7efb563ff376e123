/** Sends a call until it is answered for good: retries what is safe to repeat, waits as long as the platform asks, within bounds. */
import { type Call, isSuccess } from '../contract/endpoint.ts';
import { isLasting, isUnavailable, type Transport, TransportError, type WireResponse } from '../contract/transport.ts';
import { noAnswer, refusal } from './api-error.ts';
import { retryAtMs } from './rate-limit.ts';
import type { Timing } from './timing.ts';
import { anySignal, backoffMs, createWaiting, type Wait, type WaitEnd, type Waiting } from './waiting.ts';
import { wireRequest } from './wire-request.ts';

export interface RetryPolicy {
  /** How often one call is sent at most; what was refused for the time being (429, 502 to 504) is sent again as long as the run may wait. */
  readonly attempts: number;
  /** Bound on all waits together. A longer wait is not begun: the refusal stands. */
  readonly maxWaitMs: number;
  /** First wait where the platform names none; doubles from try to try. */
  readonly firstDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 5, maxWaitMs: 300_000, firstDelayMs: 250 };

export interface Attempt {
  readonly call: Call;
  /** From 1. */
  readonly number: number;
  /** Waiting for its turn included. */
  readonly durationMs: number;
  /** Missing where no answer came. */
  readonly status?: number;
  readonly failure?: TransportError;
}

export interface SendParts {
  readonly transport: Transport;
  readonly policy: RetryPolicy;
  readonly timing: Timing;
  /** Of the run that the call belongs to; missing: it is a run of its own. */
  readonly waiting?: Waiting;
  /** Aborts when no further request can succeed; `transport` then throws why. */
  readonly opened?: AbortSignal;
  readonly onWait?: (wait: Wait) => void;
  readonly onAttempt?: (attempt: Attempt) => void;
}

type Outcome = { readonly response: WireResponse } | { readonly failure: TransportError };

async function tryOnce(parts: SendParts, call: Call, number: number, signal: AbortSignal | undefined): Promise<Outcome> {
  const startMs = parts.timing.now();
  const report = (rest: Pick<Attempt, 'status' | 'failure'>) =>
    parts.onAttempt?.({ call, number, durationMs: parts.timing.now() - startMs, ...rest });
  try {
    const response = await parts.transport(wireRequest(call), signal === undefined ? {} : { signal });
    report({ status: response.status });
    return { response };
  } catch (failure) {
    if (!(failure instanceof TransportError)) throw failure;
    report({ failure });
    return { failure };
  }
}

function isDone(call: Call, response: WireResponse): boolean {
  return isSuccess(call.endpoint, response.status) && !(response.isMalformed === true && call.endpoint.reply !== undefined);
}

/** Refused for the time being: how often that is does not matter, only how long. */
function isPassing(outcome: Outcome): boolean {
  return 'response' in outcome && (outcome.response.status === 429 || isUnavailable(outcome.response.status));
}

/** A 429 was refused before anything was done; every other failure may have been acted on. */
function isRepeatable(call: Call, outcome: Outcome): boolean {
  if ('failure' in outcome) return (!outcome.failure.wasSent || call.endpoint.isIdempotent) && !isLasting(outcome.failure);
  const { status } = outcome.response;
  if (status === 429) return true;
  return call.endpoint.isIdempotent && (status >= 500 || (status < 300 && outcome.response.isMalformed === true));
}

/** The platform's own word, plus up to one first delay so that waiting clients do not all come back at once; else backing off. */
function nextTryMs(outcome: Outcome, number: number, { policy, timing }: SendParts): number {
  const nowMs = timing.now();
  const askedMs = 'response' in outcome ? retryAtMs(outcome.response, nowMs) : undefined;
  const spread = timing.random();
  if (askedMs !== undefined && askedMs > nowMs) return askedMs + spread * policy.firstDelayMs;
  return nowMs + backoffMs(number, policy.firstDelayMs, spread);
}

/** The answer of a call that succeeded. Throws ApiError once retrying is not safe, not useful, or would take too long. */
export async function sendCall(parts: SendParts, call: Call, signal?: AbortSignal): Promise<WireResponse> {
  const { timing, policy, onWait, opened } = parts;
  const waiting = parts.waiting ?? createWaiting({ maxWaitMs: policy.maxWaitMs, timing });
  const options = { signal: anySignal(signal, opened), onWait };
  let before: Outcome | undefined;
  for (let number = 1; ; number += 1) {
    const outcome = await tryOnce(parts, call, number, signal).catch((error: unknown) => {
      // A write that was sent before is not one that nobody has seen.
      if (before !== undefined && 'failure' in before && call.endpoint.method !== 'GET') throw noAnswer(call, before.failure);
      throw error;
    });
    before = outcome;
    if ('response' in outcome && isDone(call, outcome.response)) return outcome.response;
    const isLast = number >= policy.attempts && !isPassing(outcome);
    const reason = 'response' in outcome && outcome.response.status === 429 ? 'rate-limit' : 'trouble';
    const ended: WaitEnd | undefined =
      isLast || !isRepeatable(call, outcome) ? undefined : await waiting.until(nextTryMs(outcome, number, parts), reason, options);
    if (ended === 'waited' || (ended === 'interrupted' && opened?.aborted === true)) continue;
    const end = ended === undefined ? {} : { ended, waiting };
    throw 'response' in outcome ? refusal(call, outcome.response, end) : noAnswer(call, outcome.failure, end);
  }
}
