/** Sends a call with retries: only what is safe to repeat, and within the wait budget of the run. */

import { type Call, isSuccess } from '../contract/endpoint.ts';
import { isLasting, isUnavailable, type Transport, TransportError, type WireResponse } from '../contract/transport.ts';
import { defined } from '../core/defined.ts';
import { noAnswer, refusal } from './api-error.ts';
import { anySignal, backoffMs, retryAtMs, type Timing, type Wait, type WaitEnd, type Waiting } from './waiting.ts';
import { wireRequest } from './wire-request.ts';

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

export interface SendParts {
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
    const response = await parts.transport(wireRequest(call), defined({ signal }));
    report({ status: response.status });
    return { response };
  } catch (failure) {
    if (!(failure instanceof TransportError)) throw failure;
    report({ failure });
    return { failure };
  }
}

function isDone(call: Call, response: WireResponse): boolean {
  return (
    isSuccess(call.endpoint, response.status) && !(response.isMalformed === true && call.endpoint.reply !== undefined)
  );
}

/** A 429 is refused before anything is done; the platform may have acted on every other failed request. */
function isRepeatable(call: Call, outcome: Outcome): boolean {
  if ('failure' in outcome)
    return (!outcome.failure.wasSent || call.endpoint.isIdempotent) && !isLasting(outcome.failure);
  const { status } = outcome.response;
  if (status === 429) return true;
  return call.endpoint.isIdempotent && (status >= 500 || (status < 300 && outcome.response.isMalformed === true));
}

/** The time that the platform asks for, with a random delay so that clients do not all return at once; else exponential backoff. */
function nextTryMs(outcome: Outcome, number: number, { policy, timing }: SendParts): number {
  const nowMs = timing.now();
  const askedMs = 'response' in outcome ? retryAtMs(outcome.response, nowMs) : undefined;
  const spread = timing.random();
  if (askedMs !== undefined && askedMs > nowMs) return askedMs + spread * policy.firstDelayMs;
  return nowMs + backoffMs(number, policy.firstDelayMs, spread);
}

/** The response of a successful call. Throws ApiError if a retry is not safe, not useful, or takes too long. */
export async function sendCall(parts: SendParts, call: Call, signal?: AbortSignal): Promise<WireResponse> {
  const { policy, waiting, onWait, opened } = parts;
  const options = { signal: anySignal(signal, opened), onWait };
  let before: Outcome | undefined;
  for (let number = 1; ; number += 1) {
    const outcome = await tryOnce(parts, call, number, signal).catch((error: unknown) => {
      // The platform may have acted on an earlier attempt: report that one.
      if (before !== undefined && 'failure' in before && call.endpoint.method !== 'GET')
        throw noAnswer(call, before.failure);
      throw error;
    });
    before = outcome;
    if ('response' in outcome && isDone(call, outcome.response)) return outcome.response;
    const status = 'response' in outcome ? outcome.response.status : undefined;
    // Where the platform asks to retry later, the wait budget counts, not the number of attempts.
    const isLast = number >= policy.attempts && status !== 429 && !isUnavailable(status);
    const reason = status === 429 ? 'rate-limit' : 'trouble';
    const ended: WaitEnd | undefined =
      isLast || !isRepeatable(call, outcome)
        ? undefined
        : await waiting.until(nextTryMs(outcome, number, parts), reason, options);
    if (ended === 'waited' || (ended === 'interrupted' && opened?.aborted === true)) continue;
    const end = ended === undefined ? {} : { ended, waiting };
    throw 'response' in outcome ? refusal(call, outcome.response, end) : noAnswer(call, outcome.failure, end);
  }
}
