/** What a check of an expectation found, and the name of the expectation in reports. */
import type { Address } from './address.ts';
import type { Place } from './problem.ts';

/** `violated`: a known fact contradicts the expectation. `unknown`: docform could not read everything that decides. */
export type ExpectationStatus = 'violated' | 'unknown';

/** One way in which one state contradicts an expectation, or a reason why that is unknown. */
export interface ExpectationFinding {
  /** As written in the configuration: `public`, `readers of spaces/salaries`. */
  readonly expectation: string;
  readonly status: ExpectationStatus;
  /** The object that is not as expected. */
  readonly address: Address;
  /** Missing: it is a list, or a new object. */
  readonly id?: string;
  /** `sites/partner can be read without a login, through share link "Globex" of site "Partner Portal"` */
  readonly what: string;
  readonly fix: string;
  /** Addresses of the changes of the plan that cause it. Missing or empty: it is so before the plan, or there is no plan. */
  readonly causes?: readonly Address[];
  /** The line of the expectation. */
  readonly source?: Place;
}

/** `expect: public`, or the name of a policy rule. */
export function expectationLabel({ expectation }: Pick<ExpectationFinding, 'expectation'>): string {
  return expectation.startsWith('rule ') ? expectation : `expect: ${expectation}`;
}
