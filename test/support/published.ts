/** Compares computed URLs with the URLs in API responses. */

import { indexState } from '../../src/access/audience/state.ts';
import type { Dialect } from '../../src/core/dialect.ts';
import type { Ledger, Live } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { Planned } from '../../src/library/plan.ts';
import { foreseen } from '../../src/review/impact/simulation/foreseen.ts';
import { pathOf, rootNow, rootThen } from '../../src/review/impact/simulation/site-paths.ts';
import { siteSpacesOf } from '../../src/review/impact/topics/readers.ts';
import type { Platform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';

/** URLs by `KIND ID`: `site …`, `hosted …` (for a site that the platform itself serves), `site-space …`. */
export type Published = ReadonlyMap<string, string | undefined>;

/** Reads the current URLs. */
export async function publishedOn(platform: Platform, dialect: Dialect = '2025-06'): Promise<Published> {
  const { list } = speak(platform, dialect === '2025-06');
  const found = new Map<string, string | undefined>();
  for (const site of await list('~/sites')) {
    found.set(`site ${site.id}`, site.urls?.published);
    if (site.proxy !== undefined) found.set(`hosted ${site.id}`, site.proxy.target);
    for (const { id, urls } of await list(`~/sites/${site.id}/site-spaces`))
      found.set(`site-space ${id}`, urls?.published);
  }
  return found;
}

/** The computed URLs before the apply. `computedAfter` requires the `ledger` after the apply. */
export function computedBefore({ live }: Pick<Planned, 'live'>): Published {
  return computed(live, live);
}

export function computedAfter({ plan, live }: Pick<Planned, 'plan' | 'live'>, ledger: Ledger): Published {
  const given = [...computed(live, foreseen(live, plan, shapes))].map(([key, address]) => {
    const [kind = '', id = ''] = key.split(' ');
    return [`${kind} ${ledger.resources[id]?.id ?? id}`, address] as const;
  });
  return new Map(given);
}

function computed(was: Live, is: Live): Published {
  const [before, after] = [indexState(was, shapes), indexState(is, shapes)];
  const found = new Map<string, string | undefined>();
  for (const site of after.live.objects.filter(({ kind }) => kind === 'site')) {
    const former = before.find('site', site.id);
    const root = former === undefined ? {} : was === is ? rootNow(site) : rootThen(former, site);
    found.set(`site ${site.id}`, root.published);
    found.set(`hosted ${site.id}`, root.hosted);
    for (const link of siteSpacesOf(after, site)) {
      const path = pathOf(after, link);
      found.set(
        `site-space ${link.id}`,
        path === undefined || root.published === undefined ? undefined : `${root.published}${path}`,
      );
    }
  }
  return found;
}

/** Lists the differences. Unknown URLs and hosted URLs of missing sites are ignored. */
export function wrongly(computedOnes: Published, said: Published): readonly string[] {
  return [...computedOnes].flatMap(([key, address]) =>
    address === undefined || (said.get(key) === undefined && key.startsWith('hosted ')) || said.get(key) === address
      ? []
      : [`${key} is ${said.get(key)}, not ${address}`],
  );
}
