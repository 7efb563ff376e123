/** Consequences of a plan or of drift for readers and members, as plain values. */
import type { Address } from './address.ts';
import type { Place } from './problem.ts';
import type { Value } from './state.ts';

/** `high-risk`: widens access, locks people out, or cannot be reverted. `notable`: people notice. `info`: good to know. */
export type Severity = 'high-risk' | 'notable' | 'info';

/** Whether it affects published content, or permissions of members. */
export type ImpactOn = 'readers' | 'people';

/** The type of the consequence, for machines. */
export type ImpactTopic =
  | 'opened'
  | 'shut'
  | 'share-link'
  | 'dark'
  | 'address'
  | 'removed'
  | 'shown'
  | 'role'
  | 'leaves'
  | 'team'
  | 'sso'
  | 'unknown';

export interface Impact {
  readonly on: ImpactOn;
  readonly topic: ImpactTopic;
  readonly severity: Severity;
  readonly address: Address;
  /** The changed field; missing if it is not about one field. */
  readonly field?: string;
  /** Title of the affected object: `Internal Handbook`. */
  readonly subject: string;
  /** The consequence, without values: `can be read by more people`. */
  readonly what: string;
  /** null: none. Missing: unknown. */
  readonly before?: Value;
  /** null: none. Missing: unknown. */
  readonly after?: Value;
  /** The audience: a phrase, or names of people. */
  readonly who: readonly string[];
  /** Further consequences, and data that could not be read. */
  readonly details: readonly string[];
  /** Position in the configuration, if any. */
  readonly source?: Place;
}

/** Whether readers notice a change of an object or list: they do for sites and everything in them, except permissions. */
export function onWhom(address: Address): ImpactOn {
  return /^sites(?:$|\/(?![^/]+\/(?:teams|members)\b))/.test(address) ? 'readers' : 'people';
}

/** The end of the text about an object that moves to a container with other access. Its values are levels, not containers. */
export const otherInheritance = 'because it inherits different access';

export const severities: readonly Severity[] = ['high-risk', 'notable', 'info'];
