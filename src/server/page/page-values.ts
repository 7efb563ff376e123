/** Input and output of the page. */
import type { Context } from '../context.ts';

/** The answer to `GET /_platform/state`. */
export interface PageState {
  readonly seed: string;
  readonly seedNumber: number;
  readonly organizations: readonly { readonly id: string; readonly title: string }[];
  readonly digest: string;
  readonly objects: number;
  readonly clock: { readonly now: string; readonly isFrozen: boolean; readonly offsetMs: number };
  readonly faults: number;
  readonly requests: number;
  readonly snapshots: number;
}

export interface PageInput {
  /** The part after `/_platform/`, percent-encoded. */
  readonly path: string;
  readonly search: URLSearchParams;
  /** Context of the main user. */
  readonly context: Context;
  readonly state: PageState;
}

export interface PageAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers: { readonly [name: string]: string };
}
