/** The clocks that the stores use: wall time and monotonic time, as either alone can be wrong, and a way to wait. */

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
  sleep: (durationMs, signal) => sleepFor(durationMs, signal, true),
};

/** Keeps the process alive meanwhile: somebody waits for its end. */
export function waitFor(durationMs: number, signal?: AbortSignal): Promise<void> {
  return sleepFor(durationMs, signal, false);
}

function sleepFor(durationMs: number, signal: AbortSignal | undefined, isBackground: boolean): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    if (isBackground) timer.unref();
    signal?.addEventListener('abort', end, { once: true });
  });
}
