/** Stops all requests of a client once no further one can succeed: a refused token, a host that cannot be reached, timeouts in a row. */
import { setMaxListeners } from 'node:events';
import { isUnreachable, type TransportError, type WireRequest, type WireResponse } from '../contract/transport.ts';
import { DocformError, exitOfStatus } from '../core/docform-error.ts';
import { adviceOf, serverMessageOf } from './api-error.ts';
import type { Timing } from './waiting.ts';

/** Requests that run at the same time count once. */
const mostTimeouts = 3;

export interface CircuitBreaker {
  readonly check: () => void;
  readonly opened: AbortSignal;
  /** The request that was sent at `startMs` got no answer. */
  readonly noteFailure: (request: WireRequest, error: TransportError, startMs: number) => void;
  readonly noteAnswer: (request: WireRequest, response: WireResponse) => void;
}

export function createCircuitBreaker(timing: Timing): CircuitBreaker {
  const opening = new AbortController();
  // Each request in flight listens: Node warns of more than ten.
  setMaxListeners(0, opening.signal);
  let reason: DocformError | undefined;
  let hasAnswered = false;
  let rounds = 0;
  let roundEndMs = Number.NEGATIVE_INFINITY;
  const paths = new Set<string>();
  const open = (error: DocformError) => {
    reason ??= error;
    opening.abort();
  };
  return {
    opened: opening.signal,
    check: () => {
      if (reason !== undefined) throw reason;
    },
    noteFailure: ({ path }, error, startMs) => {
      if (isUnreachable(error)) return open(unreachable(`the platform is unreachable: ${error.message}`, error));
      if (error.failure !== 'timeout' && error.failure !== 'proxy') return;
      paths.add(path);
      if (startMs < roundEndMs) return;
      rounds += 1;
      roundEndMs = timing.now();
      // One slow list does not make a platform unreachable that answers everything else.
      if (rounds < mostTimeouts || (hasAnswered && paths.size < 2)) return;
      open(
        unreachable(
          `the platform does not respond: ${rounds} requests in a row got no response (${error.message})`,
          error,
        ),
      );
    },
    noteAnswer: (request, response) => {
      hasAnswered = true;
      rounds = 0;
      paths.clear();
      if (isFinal(request, response)) open(refused(request, response));
    },
  };
}

function unreachable(message: string, error: TransportError): DocformError {
  return new DocformError({ code: 'E-UNREACHABLE', message, hint: adviceOf(error) });
}

/** Without its organization or its token, a client can read and write nothing. */
function isFinal({ method, path }: WireRequest, { status }: WireResponse): boolean {
  if (status === 401) return true;
  return (status === 403 || status === 404) && method === 'GET' && /^\/v1\/orgs\/[^/]+$/.test(path);
}

function refused({ method, path }: WireRequest, { status, body }: WireResponse): DocformError {
  const message = `${method} ${path}: ${status} ${serverMessageOf(body) ?? 'no reason given'}`;
  return new DocformError({ code: 'E-API', message, status, hint: adviceOf({ status }), exit: exitOfStatus(status) });
}
