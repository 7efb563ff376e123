/** The one seam between client and platform: a request in, a response out, over a socket or in process. */
import type { Method } from './endpoint.ts';

export interface WireRequest {
  readonly method: Method;
  /** Path with its parameters filled in: `/v1/orgs/o1/teams`. */
  readonly path: string;
  /** Query parameters; arrays are repeated keys. */
  readonly query: readonly (readonly [string, string])[];
  /** JSON body; undefined: none. */
  readonly body?: unknown;
}

export interface WireResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string };
  /** Parsed JSON; undefined where there is no body. */
  readonly body: unknown;
  /** The body was there but is not JSON, or was cut short. */
  readonly isMalformed?: true;
}

/** Sends a request. Throws TransportError when no whole answer arrives. */
export type Transport = (request: WireRequest, options?: { readonly signal?: AbortSignal }) => Promise<WireResponse>;

/** Why there is no answer. `proxy`: the proxy cannot be reached, or is in trouble; `proxy-refused`: the proxy refuses the tunnel. */
export type TransportFailure =
  | 'timeout'
  | 'connection'
  | 'unknown-host'
  | 'certificate'
  | 'proxy'
  | 'proxy-authentication'
  | 'proxy-refused'
  | 'too-large'
  | 'interrupted';

const unreachable: ReadonlySet<TransportFailure | undefined> = new Set([
  ...(['unknown-host', 'certificate', 'proxy-authentication', 'proxy-refused'] as const),
]);

/** Whether every other request would fail in the same way, however long it waits. */
export function isUnreachable({ failure }: TransportError): boolean {
  return unreachable.has(failure);
}

/** Whether the next try of the same request would fail in the same way. */
export function isLasting(error: TransportError): boolean {
  return isUnreachable(error) || error.failure === 'too-large' || error.failure === 'interrupted';
}

/** No answer: `wasSent` tells whether the platform may have acted on the request. */
export class TransportError extends Error {
  readonly wasSent: boolean;
  readonly failure: TransportFailure | undefined;
  constructor(
    message: string,
    wasSent: boolean,
    { failure, ...options }: ErrorOptions & { readonly failure?: TransportFailure } = {},
  ) {
    super(message, options);
    this.name = 'TransportError';
    this.wasSent = wasSent;
    this.failure = failure;
  }
}

/** Nobody was there who could have answered: that passes, while other refusals would come again. */
export function isUnavailable(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504;
}
