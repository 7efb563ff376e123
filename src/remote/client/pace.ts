/** Limits the number of requests in flight: many at first, few once the platform asks to slow down, none while its rate limit is exhausted or once no request can succeed. */

import { setMaxListeners } from 'node:events';
import type { Transport, WireRequest, WireResponse } from '../../contract/transport.ts';
import { isPlatformUnreachable, TransportError } from '../../contract/transport-error.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError, exitCodeOfStatus } from '../../core/docform-error.ts';
import { nextTurn } from '../../core/sleep.ts';
import { adviceForFailure, serverMessageOf } from './api-error.ts';
import {
  backoffMs,
  combineSignals,
  exhaustedUntilMs,
  remainingRequests,
  type Timing,
  type Wait,
  type Waiting,
} from './retry.ts';

interface PaceOptions {
  /** Maximum number of requests in flight once the platform has asked to slow down. */
  readonly concurrency: number;
  readonly burst?: number;
  /** The wait budget of the run. Without enough budget for a pause, requests are sent and get their 429 at once. */
  readonly waiting: Waiting;
  /** First pause after a 429 without a time; doubles each time. */
  readonly firstDelayMs?: number;
  readonly timing: Timing;
  readonly breaker?: CircuitBreaker;
  readonly onWait?: (wait: Wait) => void;
  readonly onConcurrency?: (allowed: number) => void;
}

/** Admits `allowed` requests at once, in order of arrival. Halves after errors; grows by one after as many successes in a row. */
function createGate({ concurrency, burst = concurrency, onConcurrency }: PaceOptions) {
  const waiting: (() => void)[] = [];
  let most = burst;
  let allowed = most;
  let inside = 0;
  let successes = 0;
  const admitWaiting = () => {
    while (inside < allowed) {
      const next = waiting.shift();
      if (next === undefined) return;
      inside += 1;
      next();
    }
  };
  const change = (wanted: number) => {
    successes = 0;
    if (wanted === allowed) return;
    allowed = wanted;
    onConcurrency?.(allowed);
    admitWaiting();
  };
  return {
    enter: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        admitWaiting();
      }),
    leave: () => {
      inside -= 1;
      admitWaiting();
    },
    endBurst: () => {
      most = concurrency;
      if (allowed > most) change(most);
    },
    slower: () => {
      most = concurrency;
      change(Math.min(most, Math.max(1, Math.floor(allowed / 2))));
    },
    faster: () => {
      successes += 1;
      if (successes >= allowed) change(Math.min(most, allowed + 1));
    },
  };
}

function isOverloaded(response: WireResponse) {
  return response.status === 429 || response.status >= 500;
}

function createPause({ timing, waiting, firstDelayMs = 250, onWait }: PaceOptions, breaker: CircuitBreaker) {
  let untilMs = 0;
  let refusals = 0;
  return {
    note: (response: WireResponse) => {
      const nowMs = timing.now();
      const statedMs = exhaustedUntilMs(response, nowMs);
      if (statedMs !== undefined) untilMs = Math.max(untilMs, statedMs);
      if (response.status !== 429) refusals = 0;
      else if (statedMs === undefined && nowMs >= untilMs) {
        // Only the first of several requests refused together makes the pause longer.
        refusals += 1;
        untilMs = nowMs + backoffMs(refusals, firstDelayMs, timing.random());
      }
    },
    end: async (signal: AbortSignal | undefined) => {
      const options = { signal: combineSignals(signal, breaker.opened), onWait };
      while (timing.now() < untilMs) {
        const ended = await waiting.until(untilMs, 'rate-limit', options);
        if (breaker.opened.aborted) return;
        if (ended === 'interrupted')
          throw new TransportError('interrupted before the request was sent', false, { failure: 'interrupted' });
        if (ended === 'over-budget') return;
      }
      if (signal?.aborted) throw new TransportError('cancelled', false);
    },
  };
}

export function paceTransport(transport: Transport, options: PaceOptions): Transport {
  const { timing, breaker = createCircuitBreaker(options.timing) } = options;
  const gate = createGate(options);
  const pause = createPause(options, breaker);

  const note = (request: WireRequest, response: WireResponse) => {
    breaker.noteAnswer(request, response);
    pause.note(response);
    if ((remainingRequests(response) ?? Number.POSITIVE_INFINITY) < (options.burst ?? 0)) gate.endBurst();
    if (isOverloaded(response)) gate.slower();
    else gate.faster();
  };

  return async (request, sendOptions) => {
    await gate.enter();
    let startMs = 0;
    try {
      await pause.end(sendOptions?.signal);
      // The request that opened the breaker reports first: its error names the operation.
      if (breaker.opened.aborted) await nextTurn();
      breaker.check();
      startMs = timing.now();
      // When the breaker opens, reads in flight are cancelled. Writes are not, because their outcome must be known.
      const signal = combineSignals(sendOptions?.signal, request.method === 'GET' ? breaker.opened : undefined);
      const response = await transport(request, withoutUndefined({ signal }));
      note(request, response);
      return response;
    } catch (error) {
      if (error instanceof TransportError) {
        breaker.noteFailure(request, error, startMs);
        if (error.wasSent) gate.slower();
      }
      throw error;
    } finally {
      gate.leave();
    }
  };
}

/** Requests that run at the same time count once. */
const maxTimeouts = 3;

interface CircuitBreaker {
  readonly check: () => void;
  readonly opened: AbortSignal;
  /** The request that was sent at `startMs` got no answer. */
  readonly noteFailure: (request: WireRequest, error: TransportError, startMs: number) => void;
  readonly noteAnswer: (request: WireRequest, response: WireResponse) => void;
}

export function createCircuitBreaker(timing: Timing): CircuitBreaker {
  const opening = new AbortController();
  // Each request in flight listens: Node warns of more than ten.
  setMaxListeners(0, opening.signal);
  let hasAnswered = false;
  let rounds = 0;
  let roundEndMs = Number.NEGATIVE_INFINITY;
  const paths = new Set<string>();
  // The first error remains the reason.
  const open = (error: DocformError) => opening.abort(error);
  return {
    opened: opening.signal,
    check: () => opening.signal.throwIfAborted(),
    noteFailure: ({ path }, error, startMs) => {
      if (isPlatformUnreachable(error))
        return open(unreachableError(`the platform is unreachable: ${error.message}`, error));
      if (error.failure !== 'timeout' && error.failure !== 'proxy') return;
      paths.add(path);
      if (startMs < roundEndMs) return;
      rounds += 1;
      roundEndMs = timing.now();
      // One slow list does not make a platform unreachable that answers everything else.
      if (rounds < maxTimeouts || (hasAnswered && paths.size < 2)) return;
      open(
        unreachableError(
          `the platform does not respond: ${rounds} requests in a row got no response (${error.message})`,
          error,
        ),
      );
    },
    noteAnswer: (request, response) => {
      hasAnswered = true;
      rounds = 0;
      paths.clear();
      if (isAccessLost(request, response)) open(accessLostError(request, response));
    },
  };
}

function unreachableError(message: string, error: TransportError) {
  return new DocformError({ code: 'E-UNREACHABLE', message, hint: adviceForFailure(error) });
}

/** Without its organization or its token, a client can read and write nothing. */
function isAccessLost({ method, path }: WireRequest, { status }: WireResponse): boolean {
  if (status === 401) return true;
  return (status === 403 || status === 404) && method === 'GET' && /^\/v1\/orgs\/[^/]+$/.test(path);
}

function accessLostError({ method, path }: WireRequest, { status, body }: WireResponse): DocformError {
  const message = `${method} ${path}: ${status} ${serverMessageOf(body) ?? 'no reason given'}`;
  return new DocformError({
    code: 'E-API',
    message,
    status,
    hint: adviceForFailure({ status }),
    exit: exitCodeOfStatus(status),
  });
}
