/** One request and its answer as plain values: what sockets, faults, the log, the routes and a client of this process hand to each other. */

export interface PlainRequest {
  readonly method: string;
  /** Path without query, still percent-encoded. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly origin: string;
  readonly authorization: string | undefined;
  readonly body: string;
  /** Any other header by its lower-case name, several of one name joined by commas; only the control plane asks. */
  readonly header?: (name: string) => string | undefined;
  /** The name or address the socket was told to listen on. Missing: the request came without a socket. */
  readonly boundHost?: string;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** The text; undefined: no body. */
  readonly body: string | undefined;
  /** The connection breaks after so many bytes of the body; at 0 not even the status is sent. Missing: the answer is sent whole. */
  readonly breaksAfterBytes?: number;
  /** A body that is sent piece by piece as it comes; `body` is undefined then. */
  readonly stream?: AsyncIterable<string>;
}

export type Answer = (request: PlainRequest) => Promise<PlainAnswer>;
