/** Expectations of the configuration (`expect`): statements about every state of the organization. */
import type { Address } from './address.ts';
import type { PolicyRule } from './policy.ts';
import type { SourceSpan } from './problem.ts';

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
export const maxExpectedAdmins = 100;

/** After renames. */
export function renameInExpectation(expectation: Expectation, now: (address: Address) => Address): Expectation {
  if (expectation.of === 'public') return { ...expectation, sites: expectation.sites.map(now) };
  if (expectation.of !== 'readers') return expectation;
  return { ...expectation, space: now(expectation.space), who: expectation.who.map(now) };
}
