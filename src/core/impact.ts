/** What a plan, or a change by hand, means to people: one fact each, with who notices it, as plain values. */
import type { Address } from './address.ts';
import type { Place } from './problem.ts';
import type { Value } from './value.ts';

/** `severe`: it opens something, locks people out, or cannot be taken back. `notable`: people notice. `info`: good to know. */
export type Severity = 'severe' | 'notable' | 'info';

/** Of what is published, or of what members of the organization may do. */
export type ImpactOn = 'readers' | 'people';

/** One word for machines: what sort of thing happens. */
export type ImpactTopic = 'opened' | 'shut' | 'share-link' | 'dark' | 'address' | 'shown' | 'role' | 'leaves' | 'team' | 'sso' | 'unknown';

export interface Impact {
  readonly on: ImpactOn;
  readonly topic: ImpactTopic;
  readonly severity: Severity;
  readonly address: Address;
  /** Whose change it tells; missing: no one field's. */
  readonly field?: string;
  /** What it is about, as people call it there: `Internal Handbook`. */
  readonly subject: string;
  /** What becomes of it, without the values: `can be read by more people`. */
  readonly what: string;
  /** null: there was none. Missing: not known. */
  readonly before?: Value;
  /** null: there is none any more. Missing: not known. */
  readonly after?: Value;
  /** Who notices: one phrase, or the people by name. */
  readonly who: readonly string[];
  /** What else follows, and what could not be read: sentences. */
  readonly details: readonly string[];
  /** Where the configuration says so; missing: in no line of it. */
  readonly source?: Place;
}

/** Who notices what becomes of an object or list: readers, where it is a site or stands in one. */
export function onWhom(address: Address): ImpactOn {
  return address === 'sites' || address.startsWith('sites/') ? 'readers' : 'people';
}

export const severities: readonly Severity[] = ['severe', 'notable', 'info'];
