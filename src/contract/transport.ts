/** The interface between client and platform, over a socket or in process. */
import type { Method } from './endpoint.ts';

export interface WireRequest {
  readonly method: Method;
  /** Path with parameters: `/v1/orgs/o1/teams`. */
  readonly path: string;
  /** Arrays are repeated keys. */
  readonly query: readonly (readonly [string, string])[];
  readonly body?: unknown;
}

export interface WireResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: { readonly [name: string]: string };
  /** Parsed JSON; undefined: no body. */
  readonly body: unknown;
  /** The body is incomplete or not JSON. */
  readonly isMalformed?: true;
}

/** Throws TransportError without a complete answer. */
export type Transport = (request: WireRequest, options?: TransportOptions) => Promise<WireResponse>;

interface TransportOptions {
  readonly signal?: AbortSignal;
  /** Called directly before the first byte leaves, because a connection can take long to open. False: nothing is sent, and the failure is `held-back`. */
  readonly mayStart?: () => boolean;
}

/** A gateway answered for a server that is not available, which is temporary. */
export function isUnavailableStatus(status: number | undefined): boolean {
  return status === 502 || status === 503 || status === 504;
}
