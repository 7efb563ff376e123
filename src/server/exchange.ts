/** One request and its answer as plain values: what sockets, faults, the log and the routes hand to each other. */

export interface PlainRequest {
  readonly method: string;
  /** Path without query, still percent-encoded. */
  readonly path: string;
  readonly search: URLSearchParams;
  readonly origin: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface PlainAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** JSON text; undefined: no body. */
  readonly body: string | undefined;
  /** The connection breaks after so many bytes of the body; at 0 not even the status is sent. Missing: the answer is sent whole. */
  readonly breaksAfterBytes?: number;
}

export type Answer = (request: PlainRequest) => Promise<PlainAnswer>;
