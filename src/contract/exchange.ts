/** A request and its answer as plain values, between sockets, faults, log, routes and an in-process client. */

export interface PlainRequest {
  readonly method: string;
  /** Without query, percent-encoded. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly origin: string;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Another header by its lower-case name; repeated headers are joined by commas. Only the control plane reads headers. */
  readonly header?: (name: string) => string | undefined;
  /** The host that the socket listens on. Missing: no socket. */
  readonly boundHost?: string;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | undefined;
  /** The connection breaks after this many bytes of the body; 0: before the status. Missing: the answer is complete. */
  readonly breaksAfterBytes?: number;
  readonly stream?: AsyncIterable<string>;
}

export type Answer = (request: PlainRequest) => Promise<PlainAnswer>;
