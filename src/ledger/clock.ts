/** The clocks of the backends. They use wall time and monotonic time together, because either one alone can be wrong. */
import { sleep } from '../core/sleep.ts';

export interface Clock {
  /** Never goes back, but can stop while the machine sleeps. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970; can jump. */
  readonly wallMs: () => number;
  /** Resolves early when the signal is aborted. The timer keeps no process alive. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  sleep: (durationMs, signal) => sleep(durationMs, signal, true),
};

export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
}

export interface Watch {
  /** Milliseconds since the text with this name last changed, as seen by these calls; 0 for the first call and after each change. */
  readonly unchangedMs: (name: string, text: string) => number;
  readonly hasChanged: (name: string) => boolean;
}

export function createWatch(clock: Pick<Clock, 'monotonicMs'>): Watch {
  const seen = new Map<string, { readonly text: string; readonly sinceMs: number }>();
  const changed = new Set<string>();
  return {
    unchangedMs: (name, text) => {
      const nowMs = clock.monotonicMs();
      const before = seen.get(name);
      if (before?.text === text) return nowMs - before.sinceMs;
      if (before !== undefined) changed.add(name);
      seen.set(name, { text, sinceMs: nowMs });
      return 0;
    },
    hasChanged: (name) => changed.has(name),
  };
}
