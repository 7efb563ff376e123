/** Waiting that can be cut short. */

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
