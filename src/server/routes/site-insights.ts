/** Routes of contract section "Site insights". */
import { aggregateSiteEvents, listVisitorSegments, trackSiteEvents } from '../../contract/site-insights.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import { route } from '../route.ts';
import { readQuestion } from '../rules/insight-question.ts';
import { aggregate, segmentsOf } from '../rules/insights.ts';
import { requireSite } from '../rules/require.ts';
import { addEvent } from '../rules/visitor-events.ts';
import { requireOpenColumns } from '../rules/visitors.ts';

export const insightRoutes = [
  route(trackSiteEvents, ({ context, path, body }) => {
    const site = requireSite(context, path);
    for (const event of body.events) addEvent(context, site.id, event);
  }),
  route(aggregateSiteEvents, ({ context, path, body }) => {
    const site = requireSite(context, path);
    requireOpenColumns(context, site, body);
    return { columns: aggregate(context, site.id, readQuestion(body, context.nowMs)) };
  }),
  route(listVisitorSegments, ({ context, path, query }) => {
    const segments = segmentsOf(context, requireSite(context, path).id);
    return mapPage(pageOfItems(segments, query), ({ id: _, ...segment }) => segment);
  }),
];
