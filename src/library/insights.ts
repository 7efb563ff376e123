/** Reads the page views of URLs that a plan ends or moves. */

import { aggregateSiteEvents } from '../contract/2025-06/site-insights.ts';
import { createCall, type ReplyOf } from '../contract/endpoint.ts';
import { ApiError } from '../core/docform-error.ts';
import { compareTraffic, type UrlTraffic } from '../core/traffic.ts';
import type { Client } from '../remote/client/client.ts';
import type { ImpactInput } from '../review/impact/simulation/foreseen.ts';
import { concernedUrls, type SiteViews, withViews } from '../review/impact/traffic.ts';

const maxRows = 1000;

/** One request for each site whose URLs end or move. The platform decides when the 30 days end. `client` undefined: no request, so that all views are unknown. */
export async function trafficOf(client: Client | undefined, input: ImpactInput): Promise<readonly UrlTraffic[]> {
  const { organization } = input.desired;
  const sites = [...concernedUrls(input)].map(async ([siteId, urls]) =>
    withViews(urls, client && (await siteViews(client, organization, siteId))),
  );
  return (await Promise.all(sites)).flat().sort(compareTraffic);
}

/** undefined: refused, or the answer is not as the contract says. */
async function siteViews(client: Client, organizationId: string, siteId: string): Promise<SiteViews | undefined> {
  const parts = [{ column: 'siteSection' as const }, { column: 'siteSpace' as const }];
  const views = { column: 'eventsCount' as const };
  const body = {
    select: [...parts, views],
    groupBy: parts,
    where: [{ column: 'eventType' as const, operator: 'in' as const, values: ['page_view'] }],
    order: { by: views, direction: 'desc' as const },
    range: 'last30Days' as const,
    limit: maxRows,
  };
  try {
    const reply = await client.send(createCall(aggregateSiteEvents, { path: { organizationId, siteId }, body }));
    return viewsIn(reply as ReplyOf<typeof aggregateSiteEvents>);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function viewsIn(reply: Partial<ReplyOf<typeof aggregateSiteEvents>> | undefined): SiteViews | undefined {
  const columns = Array.isArray(reply?.columns) ? reply.columns : [];
  const valuesOf = (name: string) => columns.find(({ column }) => column === name)?.values;
  const [sections, siteSpaces, views] = ['siteSection', 'siteSpace', 'eventsCount'].map(valuesOf);
  if (!Array.isArray(sections) || !Array.isArray(siteSpaces) || !Array.isArray(views)) return undefined;
  if (sections.length !== views.length || siteSpaces.length !== views.length) return undefined;
  if (!views.every((number) => Number.isSafeInteger(number) && Number(number) >= 0)) return undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const rows = views.map((number, at) => ({
    section: text(sections[at]),
    siteSpace: text(siteSpaces[at]),
    views: Number(number),
  }));
  return { rows, isCut: rows.length >= maxRows };
}
