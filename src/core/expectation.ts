/** Expectations of the configuration (`expect`): statements about every state of the organization, and the findings of a check. */
import type { Address } from './address.ts';
import type { PolicyRule } from './policy.ts';
import type { Place, SourceSpan } from './problem.ts';

export type Expectation = ExpectedState & { readonly span: SourceSpan };

type ExpectedState =
  /** No other site can be read without a login. */
  | { readonly of: 'public'; readonly sites: readonly Address[] }
  /** Nobody else can read the space: addresses of teams, members, and sites. Admins of the organization always can. */
  | { readonly of: 'readers'; readonly space: Address; readonly who: readonly Address[] }
  /** The organization has at least this number of admins. */
  | { readonly of: 'atLeast'; readonly number: number }
  /** The e-mail address of each admin matches one of the patterns. */
  | { readonly of: 'among'; readonly patterns: readonly string[] }
  /** A path or a whole URL, where a published site answers or redirects. */
  | { readonly of: 'urls'; readonly url: string }
  /** Each object complies with a policy rule. */
  | {
      readonly of: 'rule';
      readonly name: string;
      readonly message: string;
      readonly kinds?: readonly string[];
      readonly isKept: PolicyRule['isKept'];
    };

/** The most admins that an organization can be expected to have. */
export const mostExpectedAdmins = 100;

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

/** After renames. */
export function withAddresses(expectation: Expectation, now: (address: Address) => Address): Expectation {
  if (expectation.of === 'public') return { ...expectation, sites: expectation.sites.map(now) };
  if (expectation.of !== 'readers') return expectation;
  return { ...expectation, space: now(expectation.space), who: expectation.who.map(now) };
}

/** `expect: public`, or the name of a policy rule. */
export function labelOf({ expectation }: Pick<ExpectationFinding, 'expectation'>): string {
  return expectation.startsWith('rule ') ? expectation : `expect: ${expectation}`;
}
