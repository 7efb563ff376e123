/** The pace of sending: so many requests at once, fewer when the platform is in trouble, none while its limit is used up. */
import { type Transport, TransportError, type WireResponse } from '../contract/transport.ts';
import { exhaustedUntilMs } from './rate-limit.ts';
import type { Timing } from './timing.ts';

export interface PaceOptions {
  /** Most requests in flight at once. */
  readonly concurrency: number;
  /** Longest pause for an exhausted limit. Where it would take longer there is none: each request then gets its 429 at once. */
  readonly maxPauseMs: number;
  readonly timing: Timing;
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

/** The same transport at a bounded, adaptive pace. */
export function paced(transport: Transport, options: PaceOptions): Transport {
  const { timing, maxPauseMs } = options;
  const gate = createGate(options.concurrency, options.onConcurrency ?? (() => {}));
  let pausedUntilMs = 0;

  const note = (response: WireResponse) => {
    const nowMs = timing.now();
    const untilMs = exhaustedUntilMs(response, nowMs);
    if (untilMs !== undefined && untilMs - nowMs <= maxPauseMs) pausedUntilMs = Math.max(pausedUntilMs, untilMs);
    if (isTrouble(response)) gate.slower();
    else gate.faster();
  };
  const pauseEnd = async (signal: AbortSignal | undefined) => {
    while (timing.now() < pausedUntilMs && !signal?.aborted) await timing.sleep(pausedUntilMs - timing.now(), signal);
    if (signal?.aborted) throw new TransportError('cancelled', false);
  };

  return async (request, sendOptions) => {
    await gate.enter();
    try {
      await pauseEnd(sendOptions?.signal);
      const response = await transport(request, sendOptions);
      note(response);
      return response;
    } catch (error) {
      if (error instanceof TransportError && error.wasSent) gate.slower();
      throw error;
    } finally {
      gate.leave();
    }
  };
}
