/** Stops all requests of a client after several timeouts in a row. */
import type { TransportError } from '../contract/transport.ts';
import { DocformError } from '../core/docform-error.ts';
import { adviceOf } from './advice.ts';
import type { Timing } from './timing.ts';

/** Requests that run at the same time count once. */
const mostTimeouts = 3;

export interface CircuitBreaker {
  /** Throws DocformError (E-UNREACHABLE) if the breaker is open. */
  readonly check: () => void;
  /** The request that was sent at `startMs` got no answer. */
  readonly noteFailure: (path: string, error: TransportError, startMs: number) => void;
  /** The platform answered, with any status. */
  readonly noteAnswer: () => void;
}

export function createCircuitBreaker(timing: Timing): CircuitBreaker {
  let hasAnswered = false;
  let rounds = 0;
  let roundEndMs = Number.NEGATIVE_INFINITY;
  let last = '';
  const paths = new Set<string>();
  return {
    check: () => {
      // One slow list does not make a platform unreachable that answers everything else.
      if (rounds < mostTimeouts || (hasAnswered && paths.size < 2)) return;
      throw new DocformError({
        code: 'E-UNREACHABLE',
        message: `the platform does not answer: ${rounds} requests one after another got none (${last})`,
        hint: adviceOf({ failure: 'timeout' }),
      });
    },
    noteFailure: (path, error, startMs) => {
      if (error.failure !== 'timeout') return;
      paths.add(path);
      last = error.message;
      if (startMs < roundEndMs) return;
      rounds += 1;
      roundEndMs = timing.now();
    },
    noteAnswer: () => {
      hasAnswered = true;
      rounds = 0;
      paths.clear();
    },
  };
}
