/** Sends a call until it is answered for good: retries what is safe to repeat, waits as long as the platform asks, within bounds. */
import { type Call, isSuccess } from '../contract/endpoint.ts';
import { type Transport, TransportError, type WireResponse } from '../contract/transport.ts';
import { noAnswer, refusal } from './api-error.ts';
import { retryAtMs } from './rate-limit.ts';
import type { Timing } from './timing.ts';
import { wireRequest } from './wire-request.ts';

export interface RetryPolicy {
  /** How often one call is sent at most. */
  readonly attempts: number;
  /** Bound on all waits of one call together. A longer wait is not begun: the refusal stands. */
  readonly maxWaitMs: number;
  /** First wait where the platform names none; doubles from try to try. */
  readonly firstDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 5, maxWaitMs: 120_000, firstDelayMs: 250 };

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

/** A 429 was refused before anything was done; every other failure may have been acted on. */
function isRepeatable(call: Call, outcome: Outcome): boolean {
  if ('failure' in outcome) return !outcome.failure.wasSent || call.endpoint.isIdempotent;
  const { status } = outcome.response;
  if (status === 429) return true;
  return call.endpoint.isIdempotent && (status >= 500 || (status < 300 && outcome.response.isMalformed === true));
}

/** The platform's own word, plus up to one first delay so that waiting clients do not all come back at once; else backing off. */
function waitMs(outcome: Outcome, number: number, { policy, timing }: SendParts): number {
  const nowMs = timing.now();
  const askedMs = 'response' in outcome ? retryAtMs(outcome.response, nowMs) : undefined;
  const spread = timing.random();
  if (askedMs !== undefined && askedMs > nowMs) return askedMs - nowMs + spread * policy.firstDelayMs;
  return policy.firstDelayMs * 2 ** (number - 1) * (0.5 + spread / 2);
}

/** The answer of a call that succeeded. Throws ApiError once retrying is not safe, not useful, or would take too long. */
export async function sendCall(parts: SendParts, call: Call, signal?: AbortSignal): Promise<WireResponse> {
  let waitedMs = 0;
  for (let number = 1; ; number += 1) {
    const outcome = await tryOnce(parts, call, number, signal);
    if ('response' in outcome && isDone(call, outcome.response)) return outcome.response;
    const pauseMs = waitMs(outcome, number, parts);
    const isLast = number >= parts.policy.attempts || waitedMs + pauseMs > parts.policy.maxWaitMs;
    if (!isLast && !signal?.aborted && isRepeatable(call, outcome)) {
      waitedMs += pauseMs;
      await parts.timing.sleep(pauseMs, signal);
      if (!signal?.aborted) continue;
    }
    throw 'response' in outcome ? refusal(call, outcome.response) : noAnswer(call, outcome.failure);
  }
}
