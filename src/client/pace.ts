/** Limits how many requests are sent at once: fewer when the platform is in trouble, none while its rate limit is used up. */
import { type Transport, TransportError, type WireRequest, type WireResponse } from '../contract/transport.ts';
import { nextTurn } from '../core/sleep.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { exhaustedUntilMs } from './rate-limit.ts';
import type { Timing } from './timing.ts';
import { anySignal, backoffMs, type Wait, type Waiting } from './waiting.ts';

export interface PaceOptions {
  /** Most requests in flight at once. */
  readonly concurrency: number;
  /** Of the run. Where a pause for an exhausted limit would take longer there is none: each request then gets its 429 at once. */
  readonly waiting: Waiting;
  /** First pause after a 429 that does not say how long; doubles from one to the next. */
  readonly firstDelayMs?: number;
  readonly timing: Timing;
  readonly breaker?: CircuitBreaker;
  readonly onWait?: (wait: Wait) => void;
  /** Called with the number allowed in flight whenever that number changes. */
  readonly onConcurrency?: (allowed: number) => void;
}

interface Gate {
  readonly enter: () => Promise<void>;
  readonly leave: () => void;
  readonly slower: () => void;
  readonly faster: () => void;
}

/** Lets `allowed` through at once, the others in the order they came. Halves on trouble; grows by one per full round of successes. */
function createGate(most: number, onConcurrency: (allowed: number) => void): Gate {
  const waiting: (() => void)[] = [];
  let allowed = most;
  let inside = 0;
  let successes = 0;
  const admit = () => {
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
    onConcurrency(allowed);
    admit();
  };
  return {
    enter: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        admit();
      }),
    leave: () => {
      inside -= 1;
      admit();
    },
    slower: () => change(Math.max(1, Math.floor(allowed / 2))),
    faster: () => {
      successes += 1;
      if (successes >= allowed) change(Math.min(most, allowed + 1));
    },
  };
}

function isTrouble(response: WireResponse): boolean {
  return response.status === 429 || response.status >= 500;
}

/** When nothing is sent at all: while the limit is used up, and for a growing while after each 429 that does not say until when. */
function createPause({ timing, waiting, firstDelayMs = 250, onWait }: PaceOptions, breaker: CircuitBreaker) {
  let untilMs = 0;
  let refusals = 0;
  return {
    note: (response: WireResponse) => {
      const nowMs = timing.now();
      const toldMs = exhaustedUntilMs(response, nowMs);
      if (toldMs !== undefined) untilMs = Math.max(untilMs, toldMs);
      if (response.status !== 429) refusals = 0;
      else if (toldMs === undefined && nowMs >= untilMs) {
        // Of requests that were refused together only the first makes the pause longer.
        refusals += 1;
        untilMs = nowMs + backoffMs(refusals, firstDelayMs, timing.random());
      }
    },
    /** A pause that may have become longer meanwhile. */
    end: async (signal: AbortSignal | undefined) => {
      const options = { signal: anySignal(signal, breaker.opened), onWait };
      while (timing.now() < untilMs) {
        const ended = await waiting.until(untilMs, 'rate-limit', options);
        if (breaker.opened.aborted) return;
        if (ended === 'interrupted') throw new TransportError('interrupted before it was sent', false, { failure: 'interrupted' });
        if (ended === 'over-budget') return;
      }
      if (signal?.aborted) throw new TransportError('cancelled', false);
    },
  };
}

/** The same transport at a bounded, adaptive pace. */
export function paced(transport: Transport, options: PaceOptions): Transport {
  const { timing, breaker = createCircuitBreaker(options.timing) } = options;
  const gate = createGate(options.concurrency, options.onConcurrency ?? (() => {}));
  const pause = createPause(options, breaker);

  const note = (request: WireRequest, response: WireResponse) => {
    breaker.noteAnswer(request, response);
    pause.note(response);
    if (isTrouble(response)) gate.slower();
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
      // Reads in flight end when the breaker opens; what became of a write must be known.
      const signal = anySignal(sendOptions?.signal, request.method === 'GET' ? breaker.opened : undefined);
      const response = await transport(request, signal === undefined ? {} : { signal });
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
