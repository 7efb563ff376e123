/** Finds the published URLs that end or move, and the page views of each. */
import { groupBy } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { LiveObject } from '../../core/state.ts';
import type { UrlTraffic } from '../../core/traffic.ts';
import { changedUrls } from './redirects.ts';
import { type ImpactInput, sceneOfPlan } from './simulation/foreseen.ts';
import { redirectsFrom } from './simulation/site-paths.ts';

/** Page views of one site by section and site-space. `isCut`: the platform returned only the busiest ones. */
export interface SiteViews {
  readonly rows: readonly {
    readonly section: string | null;
    readonly siteSpace: string | null;
    readonly views: number;
  }[];
  readonly isCut: boolean;
}

interface ConcernedUrl extends Omit<UrlTraffic, 'views'> {
  readonly siteId: string;
  readonly object: LiveObject;
}

/** By id of the site, so that each site needs one request. */
export function concernedUrls(input: ImpactInput): ReadonlyMap<string, readonly ConcernedUrl[]> {
  if (input.plan.steps.length === 0) return new Map();
  const { scene } = sceneOfPlan(input);
  const urls = changedUrls(scene).map(({ site, object, from, root, reason }): ConcernedUrl => {
    const path = from.slice(root.length);
    const redirects = scene.after.childrenOf('redirect', site.id);
    return {
      siteId: site.id,
      object,
      url: from,
      path,
      site: scene.addressOf(site),
      address: scene.addressOf(object),
      change: reason === 'ended' || reason === 'taken' ? 'ends' : 'moves',
      ...(redirects.some((each) => redirectsFrom(each, path)) ? { isRedirected: true } : {}),
    };
  });
  return groupBy(urls, ({ siteId }) => siteId);
}

/** undefined: the views of the site could not be read. */
export function withViews(urls: readonly ConcernedUrl[], read: SiteViews | undefined): readonly UrlTraffic[] {
  return urls.map(({ object, siteId: _, ...url }) => ({
    ...url,
    ...withoutUndefined({ views: read && viewsOf(object, read) }),
  }));
}

function viewsOf({ kind, id }: LiveObject, { rows, isCut }: SiteViews): number | undefined {
  const part = kind === 'section' ? 'section' : 'siteSpace';
  // The pages of a site without a known default are not in one part.
  if (kind !== 'section' && kind !== 'site-space') return undefined;
  const own = rows.filter((row) => row[part] === id);
  if (isCut && (own.length === 0 || part === 'section')) return undefined;
  return own.reduce((sum, { views }) => sum + views, 0);
}
