/** The clocks that the backends use: wall time and monotonic time, as either alone can be wrong, and a way to wait. */
import { sleep } from '../core/sleep.ts';

export interface Clock {
  /** Never goes back; may stand still while the machine sleeps. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970; may jump. */
  readonly wallMs: () => number;
  /** Resolves early when the signal is aborted, and keeps no process alive. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  sleep: (durationMs, signal) => sleep(durationMs, signal, true),
};

/** Both clocks at once. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
}

export interface Watch {
  /** For how long the text of this name has been the same each time it was looked at; 0 at the first look, and after each change. */
  readonly unchangedMs: (name: string, text: string) => number;
  /** Whether it was another text before. */
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
