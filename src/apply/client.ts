/** What apply needs of a client; it knows neither HTTP nor retries. */
import type { Call } from '../contract/endpoint.ts';

export interface ApplyClient {
  /** The reply's body. Throws when the platform refuses, or gives no answer. */
  readonly send: (call: Call) => Promise<unknown>;
  /** Waits before retry number n, at least `leastMs`. False if the run must not wait that long, or is interrupted. */
  readonly pause: (number: number, leastMs?: number) => Promise<boolean>;
  /** Every page of a list; `unknown` says why it is not whole. */
  readonly list: (call: Call) => Promise<{ readonly items: readonly unknown[]; readonly unknown?: string }>;
}
