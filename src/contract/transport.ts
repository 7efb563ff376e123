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

/** No answer: `wasSent` tells whether the platform may have acted on the request. */
export class TransportError extends Error {
  readonly wasSent: boolean;
  constructor(message: string, wasSent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TransportError';
    this.wasSent = wasSent;
  }
}
