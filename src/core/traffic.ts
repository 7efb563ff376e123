/** Page views of the URLs that a plan ends or moves. */
import type { Address } from './address.ts';
import { compareTexts } from './compare.ts';

export interface UrlTraffic {
  /** As in the redirects of the plan. */
  readonly url: string;
  /** Below the root of its site. Empty: the root. */
  readonly path: string;
  readonly site: Address;
  /** The link or section that had the URL. */
  readonly address: Address;
  readonly change: 'ends' | 'moves';
  /** A redirect of the site leads from the URL to the new one after the plan. */
  readonly isRedirected?: true;
  /** In the last 30 days, with pages below the URL. Missing: unknown. */
  readonly views?: number;
}

/** The largest limit of `policy.maxReaders`. */
export const largestMaxReaders = 1_000_000_000;

/** Busiest first, and unknown URLs before all others, because they can be the busiest. */
export function compareTraffic(a: UrlTraffic, b: UrlTraffic): number {
  const viewsOf = ({ views = Number.POSITIVE_INFINITY }: UrlTraffic) => views;
  return viewsOf(a) === viewsOf(b) ? compareTexts(a.url, b.url) : viewsOf(b) - viewsOf(a);
}
