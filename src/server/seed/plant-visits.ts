/** Puts the visits of seeded sites into the state. */
import type { Store } from '../objects.ts';
import { uniqueKey } from '../rules/require.ts';
import type { Bed } from './planter.ts';
import type { WorldVisit } from './world.ts';

/** Visits of sites that are not there are left out. Visits bring their ids along, so that what is planted or made later has the same ids without them. */
export function plantVisits({ store, sites }: Bed, visits: readonly WorldVisit[]): void {
  const places = new Map<string, object>();
  for (const { id, site: key, section = '', type, timestamp, url, session } of visits) {
    const site = sites.get(key);
    if (site === undefined) continue;
    const place = places.get(`${site}/${section}`) ?? placeOf(store, site, section);
    places.set(`${site}/${section}`, place);
    const data = { type, timestamp, session, location: { url, ...place } };
    store.insert({
      kind: 'visitor-event',
      id,
      parent: site,
      scope: site,
      position: Date.parse(timestamp),
      target: '',
      uniqueKey: null,
      data,
    });
  }
}

/** The first things that a visitor of a section, or of a flat site, sees. */
function placeOf(store: Store, site: string, path: string): object {
  const siteSection = store.holderOf(uniqueKey('section', site, path))?.id ?? null;
  const first =
    siteSection === null ? store.find('site', site)?.data.defaultSiteSpace : store.find('section', siteSection)?.data.defaultSiteSpace;
  const space = first === undefined ? undefined : store.find('site-space', first)?.data.space;
  return { siteSection, siteSpace: first ?? null, space: space ?? null };
}
