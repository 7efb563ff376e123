/** Stops sending after a few timeouts in a row, so that a platform that is down costs one wait and not one for each request. */
import type { TransportError } from '../contract/transport.ts';
import { DocformError } from '../core/docform-error.ts';
import { adviceOf } from './advice.ts';
import type { Timing } from './timing.ts';

/** So many one after another, each begun after the one before it had ended; those that run at the same time count once. */
const mostTimeouts = 3;

export interface Silence {
  /** Throws DocformError (E-SILENT), before anything is sent, once it has lasted so long that asking on would only take more time. */
  readonly refuse: () => void;
  /** A request that began then got no answer. */
  readonly note: (path: string, error: TransportError, startMs: number) => void;
  /** An answer came, whatever it says. */
  readonly end: () => void;
}

export function createSilence(timing: Timing): Silence {
  let hasAnswered = false;
  let rounds = 0;
  let roundEndMs = Number.NEGATIVE_INFINITY;
  let last = '';
  const paths = new Set<string>();
  return {
    refuse: () => {
      // One slow list of a platform that answers all else is that list's trouble alone.
      if (rounds < mostTimeouts || (hasAnswered && paths.size < 2)) return;
      throw new DocformError({
        code: 'E-SILENT',
        message: `the platform does not answer: ${rounds} requests one after another got none (${last})`,
        hint: adviceOf({ failure: 'timeout' }),
      });
    },
    note: (path, error, startMs) => {
      if (error.failure !== 'timeout') return;
      paths.add(path);
      last = error.message;
      if (startMs < roundEndMs) return;
      rounds += 1;
      roundEndMs = timing.now();
    },
    end: () => {
      hasAnswered = true;
      rounds = 0;
      paths.clear();
    },
  };
}
