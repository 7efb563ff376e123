/** Retries requests to a state service in trouble: with growing pauses, within the time there is, and visibly. */
import { sleep } from '../core/sleep.ts';
import { BackendError } from './backend-error.ts';
import type { Clock } from './clock.ts';
import type { StateAnswer } from './http-state.ts';

export interface Patience {
  readonly place: string;
  readonly clock: Clock;
  /** Doubles from try to try. */
  readonly firstPauseMs: number;
  readonly maxWaitMs: number;
  /** Ends the wait: its reason is thrown. */
  readonly signal?: AbortSignal;
  /** Is told once what is waited for. */
  readonly tell?: (text: string) => void;
}

const longestPauseMs = 15_000;
/** Nobody may be there at all, such as at an address with a slip in it. */
const mostWithoutAnswer = 4;

/** What came of it in the end. Throws DocformError where no answer came, or one that no further try can change. */
export async function askPatiently(
  what: string,
  ask: () => Promise<StateAnswer>,
  patience: Patience,
): Promise<StateAnswer> {
  const { clock, maxWaitMs, signal } = patience;
  const deadlineMs = clock.monotonicMs() + maxWaitMs;
  let unanswered = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await ask().catch((error: unknown) => {
      if (error instanceof BackendError && error.isPassing) return error;
      throw error;
    });
    if (!(outcome instanceof BackendError) && !isTrouble(outcome.status)) return outcome;
    if (outcome instanceof BackendError) unanswered += 1;
    const pauseMs = Math.min(patience.firstPauseMs * 2 ** (attempt - 1), longestPauseMs);
    const isOver = clock.monotonicMs() + pauseMs > deadlineMs || unanswered >= mostWithoutAnswer;
    if (isOver) {
      if (outcome instanceof BackendError) throw outcome;
      return outcome;
    }
    if (attempt === 1)
      patience.tell?.(waitText(what, outcome instanceof BackendError ? undefined : outcome.status, patience));
    await sleep(pauseMs, signal);
    signal?.throwIfAborted();
  }
}

/** Nothing was refused: the service could not do it now. */
export function isTrouble(status: number): boolean {
  return status === 429 || status >= 500;
}

function waitText(what: string, status: number | undefined, { place, maxWaitMs }: Patience): string {
  const said = status === undefined ? 'got no answer' : `was answered with ${status}`;
  return `${place}: ${what} ${said}; trying again for up to ${Math.ceil(maxWaitMs / 1000)} s\n`;
}
