/** Redirects from old published URLs, as plain values computed with a plan. */
import type { Address } from './address.ts';

/**
 * Why a URL is in the map. `moved`: it has a new URL. `ended`: the page is gone. `taken`: the URL shows another page from now on.
 * `root`: a rule would match everything below the root of the host. `unknown`: the new URL could not be read.
 */
export type RedirectReason = 'moved' | 'ended' | 'taken' | 'root' | 'unknown';

export interface Redirect {
  /** A whole URL without a slash at its end. */
  readonly from: string;
  /** The final URL, which no other rule redirects. null: no target, or no redirect allowed. */
  readonly to: string | null;
  readonly reason: RedirectReason;
  /** Address of the link or section that had the URL. */
  readonly address: Address;
  /** Title for reports. */
  readonly subject: string;
  /** URLs below `from` that the rule excludes with everything below them, because they still answer or have ended. */
  readonly except: readonly string[];
}
