/** Where readers who still have an old published address find what stood there: plain values, made along with a plan. */
import type { Address } from './address.ts';

/**
 * Why an address is in the map. `moved`: it is answered somewhere else. `ended`: nowhere any more. `taken`: something else is shown there from now on.
 * `root`: a rule for it would catch all that its host serves below. `unknown`: where to could not be read.
 */
export type RedirectReason = 'moved' | 'ended' | 'taken' | 'root' | 'unknown';

export interface Redirect {
  /** A whole URL without a slash at its end. */
  readonly from: string;
  /** Where it is answered in the end: no other rule leads on from there. null: there is nothing to lead to, or nobody may be led away. */
  readonly to: string | null;
  readonly reason: RedirectReason;
  /** Of the link, or the section, that had it. */
  readonly address: Address;
  /** As people call it. */
  readonly subject: string;
  /** Addresses below `from` that are answered there, or ended there: they, and all below them, stay out of the rule. */
  readonly except: readonly string[];
}
