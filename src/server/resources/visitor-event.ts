/** Visitor events and insights. */

import { aggregateSiteEvents, listVisitorSegments, trackSiteEvents } from '../../contract/site-insights.ts';
import type { FixtureContext } from '../fixture/context.ts';
import type { Store } from '../objects.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import { type BodyOf, inOrganization, resource, route } from '../resource.ts';
import { parseInsightQuery } from '../rules/insight-query.ts';
import { addEvent, aggregate, segmentsOf } from '../rules/insights.ts';
import { uniqueKey } from '../rules/objects.ts';
import { requireOpenColumns } from '../rules/visitors.ts';

type TrackedEvent = BodyOf<typeof trackSiteEvents>['events'][number];

/** The position of the row is the time of the event, in milliseconds since 1970. */
export type VisitorEventRecord = Pick<TrackedEvent, 'type' | 'query'> &
  Required<Pick<TrackedEvent, 'timestamp' | 'session' | 'location'>>;

declare module '../records.ts' {
  interface Records {
    'visitor-event': VisitorEventRecord;
  }
}

/** Events have fixed ids, so that the ids of all other objects do not depend on them. */
export function loadVisits({ store, all, idOf }: FixtureContext): void {
  const places = new Map<string, object>();
  for (const { key, parent, fields } of all('visitor-event')) {
    const site = idOf('site', parent);
    if (site === undefined) throw new Error(`the fixture has no site for ${key}`);
    const { section = '', url, type, timestamp, session } = fields as unknown as FixtureVisit;
    const place = places.get(`${site}/${section}`) ?? defaultLocation(store, site, section);
    places.set(`${site}/${section}`, place);
    const data = { type, timestamp, session, location: { url, ...place } };
    const row = { kind: 'visitor-event', id: key, parent: site, scope: site, position: Date.parse(timestamp) } as const;
    store.insert({ ...row, target: '', uniqueKey: null, data });
  }
}

interface FixtureVisit extends Pick<VisitorEventRecord, 'type' | 'timestamp' | 'session'> {
  section?: string;
  url: string;
}

function defaultLocation(store: Store, site: string, path: string) {
  const siteSection = store.findByKey(uniqueKey('section', site, path))?.id ?? null;
  const first =
    siteSection === null
      ? store.find('site', site)?.data.defaultSiteSpace
      : store.find('section', siteSection)?.data.defaultSiteSpace;
  const space = first === undefined ? undefined : store.find('site-space', first)?.data.space;
  return { siteSection, siteSpace: first ?? null, space: space ?? null };
}

export const visitorEvents = resource({
  titles: { 'visitor-event': 'event' },
  fixtureFields: { 'visitor-event': ['section', 'url', 'type', 'timestamp', 'session'] },
  routes: [
    route(trackSiteEvents, inOrganization('read'), ({ context, site, body }) => {
      for (const event of body.events) addEvent(context, site.id, event);
    }),
    route(
      aggregateSiteEvents,
      inOrganization('read', '`admin` for columns that hold share keys'),
      ({ context, site, body }) => {
        requireOpenColumns(context, site, body);
        return { columns: aggregate(context, site.id, parseInsightQuery(body, context.nowMs)) };
      },
    ),
    route(listVisitorSegments, inOrganization('read'), ({ context, site, query }) => {
      const segments = segmentsOf(context, site.id);
      return mapPage(pageOfItems(segments, query), ({ id: _, ...segment }) => segment);
    }),
  ],
});
