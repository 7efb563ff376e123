/** What the page is drawn from and what comes of it, as plain values. */
import type { Context } from '../context.ts';

/** What `GET /_platform/state` answers, as far as the page shows it. */
export interface PageState {
  readonly seed: string;
  readonly seedNumber: number;
  readonly organizations: readonly { readonly id: string; readonly title: string }[];
  readonly digest: string;
  readonly objects: number;
  readonly clock: { readonly now: string; readonly isFrozen: boolean; readonly offsetMs: number };
  /** How many there are of each. */
  readonly faults: number;
  readonly requests: number;
  readonly snapshots: number;
}

export interface PageInput {
  /** What follows `/_platform/`, percent-encoded; empty for the page itself. */
  readonly path: string;
  readonly search: URLSearchParams;
  /** A read context of the main caller. */
  readonly context: Context;
  readonly state: PageState;
}

export interface PageAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** To be sent along with the answer, beside its content type. */
  readonly headers: { readonly [name: string]: string };
}
