/** Measures for how long texts stay unchanged, by our own monotonic clock: wall clocks differ between machines, and between processes of one. */
import type { Clock } from './clock.ts';

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
