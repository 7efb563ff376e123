/** Waits for a time, or for the next turn of the event loop. */

/**
 * Resolves after `durationMs` milliseconds, or early, without an error, when `signal` is aborted.
 * `isBackground`: the process can end during the sleep.
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

/** Resolves in the next turn of the event loop. Awaiting resolved promises alone never lets timers and sockets run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
