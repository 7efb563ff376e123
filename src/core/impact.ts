/** The effects of a plan or of drift on readers and members, as plain values. */
import type { Address } from './address.ts';
import type { Place } from './problem.ts';
import type { Value } from './state.ts';

/** `high-risk`: widens access, locks people out, or cannot be reverted. `notable`: people notice. `info`: good to know. */
export type Severity = 'high-risk' | 'notable' | 'info';

/** Whether it affects published content, or permissions of members. */
export type ImpactOn = 'readers' | 'people';

/** The type of the consequence, for machines. `exposed`: an earlier apply has not set a restriction. */
export type ImpactTopic =
  | 'opened'
  | 'exposed'
  | 'restricted'
  | 'share-link'
  | 'unreadable'
  | 'address'
  | 'removed'
  | 'shown'
  | 'role'
  | 'leaves'
  | 'team'
  | 'sso'
  | 'data'
  | 'unknown';

/** An audience before and after, in words: `nobody outside the organization`, `anyone, through /rb of Acme Docs`. */
export interface AudiencePair {
  readonly before: string;
  readonly after: string;
  /** The object, if the audience is not the one of the effect's object: `space "Home"`. */
  readonly of?: string;
}

export interface Impact {
  readonly on: ImpactOn;
  readonly topic: ImpactTopic;
  readonly severity: Severity;
  readonly address: Address;
  /** The changed field; missing if it is not about one field. */
  readonly field?: string;
  /** The affected object: `site "Internal Handbook"`, or the e-mail address of a person. */
  readonly subject: string;
  /** The consequence, without values: `can be read by more people`. */
  readonly what: string;
  /** The consequence for several spaces at once, with `#` in place of their number: `# are added to site "Docs"`. Missing: as for one. */
  readonly ofSeveral?: string;
  /** null: none. Missing: unknown. */
  readonly before?: Value;
  /** null: none. Missing: unknown. */
  readonly after?: Value;
  /** The audience of the object before and after, in words, if it grows. */
  readonly audience?: AudiencePair;
  /** The audience: a phrase, or names of people. */
  readonly who: readonly string[];
  /** Further consequences, and data that could not be read. */
  readonly details: readonly string[];
  /** For URLs: the URL of their site before the change. Missing: unknown, or the effect is not about URLs of a site. */
  readonly root?: string;
  /** Readers notice it only when its site is published, because the site is published neither before nor after. */
  readonly isUnpublished?: true;
  /** Position in the configuration, if any. */
  readonly source?: Place;
}

/** Whether readers notice a change of an object or list: they do for sites and everything in them, except permissions. */
export function whoNotices(address: Address): ImpactOn {
  return /^sites(?:$|\/(?![^/]+\/(?:teams|members)\b))/.test(address) ? 'readers' : 'people';
}

/** The end of the text about an object that moves to a container with other access. Its values are levels, not containers. */
export const otherInheritance = 'because it inherits different access';

export const severities: readonly Severity[] = ['high-risk', 'notable', 'info'];

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
