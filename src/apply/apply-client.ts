/** The requests of an apply. */
import type { Call } from '../contract/endpoint.ts';
import type { ApiError } from '../core/docform-error.ts';

export interface ApplyClient {
  /** The response body. Throws if the platform refuses or does not answer. */
  readonly send: (call: Call) => Promise<unknown>;
  /** Waits before retry number n, at least `leastMs`. False if the run must not wait that long, or is interrupted. */
  readonly pause: (number: number, leastMs?: number) => Promise<boolean>;
  /** All pages of a list; `unknown`: why the list is incomplete; `failure`: the request that failed. */
  readonly list: (call: Call) => Promise<{
    readonly items: readonly unknown[];
    readonly unknown?: string;
    readonly failure?: ApiError;
  }>;
}
