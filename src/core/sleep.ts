/** Waiting: for a time, which can be cut short, or for a turn. */

/**
 * Resolves after `durationMs` milliseconds, or early, without an error, when `signal` is aborted.
 * `isBackground`: the process may end meanwhile, as nobody waits for it.
 */
export function sleep(durationMs: number, signal?: AbortSignal, isBackground = false): Promise<void> {
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

/** Resolves once whatever else waits for its turn has had it: what is awaited alone, without anything from outside, never gives one. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
