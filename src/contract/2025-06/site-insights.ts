/** Contract section "Site insights": events in, aggregates and visitor segments out. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, openEnumSchema, optional, partialObject } from '../endpoint.ts';
import { nullableSchema } from '../role-schemas.ts';

const { act, list, post } = createSectionDefiners('Site insights');

const events = '/v1/orgs/{organizationId}/sites/{siteId}/insights/events';

const EventType = openEnumSchema([
  'page_view',
  'search_open',
  'search_type_query',
  'search_open_result',
  'page_post_feedback',
  'page_post_feedback_comment',
  'ask_question',
  'ask_rate_response',
  'link_click',
  'api_client_open',
  'api_client_request',
  'ad_click',
  'ad_display',
  'trademark_click',
] as const);

const ColumnName = openEnumSchema([
  'datetime',
  'url',
  'eventType',
  'eventsCount',
  'sessionsCount',
  'visitorsCount',
  'siteSection',
  'siteSpace',
  'siteShareKey',
  'page',
  'visitorGeoCountry',
  'visitorDevice',
  'visitorBrowser',
  'visitorOS',
  'visitorBot',
  'visitorLanguage',
  'referrer',
  'referrerDomain',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'visitorClaim',
  'eventSearchQuery',
  'eventLinkTargetDomain',
] as const);

const Session = partialObject({
  visitorId: Type.String(),
  sessionId: Type.String(),
  cookies: Type.Record(Type.String(), Type.String()),
  ip: Type.String(),
  userAgent: Type.String(),
  language: nullableSchema(Type.String()),
  referrer: nullableSchema(Type.String()),
  visitorAuthClaims: Type.Record(Type.String(), Type.Unknown()),
});

const Location = partialObject({
  url: Type.String(),
  siteSection: nullableSchema(Type.String()),
  siteSpace: nullableSchema(Type.String()),
  siteShareKey: nullableSchema(Type.String()),
  space: nullableSchema(Type.String()),
  revision: nullableSchema(Type.String()),
  page: nullableSchema(Type.String()),
});

const TrackedEvent = Type.Object({
  session: Type.Optional(Session),
  location: Type.Optional(Location),
  timestamp: optional.time,
  type: EventType,
  /** The search text. The contract shows only `page_view`, which has none. */
  query: optional.text,
});

export const Interval = openEnumSchema(['hour', 'day', 'week', 'month']);
/** The claim that `visitorClaim` refers to. The contract does not show it; without it, a claim is written as `name=value`. */
const claim = optional.text;
const Column = Type.Object({ column: ColumnName, interval: Type.Optional(Interval), claim });

export const Operator = openEnumSchema([
  'in',
  'notIn',
  'greaterThan',
  'greaterThanOrEqual',
  'lessThan',
  'lessThanOrEqual',
]);

const Where = Type.Object({
  column: ColumnName,
  claim,
  operator: Type.Optional(Operator),
  values: Type.Optional(Type.Array(Type.Unknown())),
});

export const NamedRange = openEnumSchema(['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours']);

const VisitorSegment = Type.Object({
  title: Type.String(),
  claims: Type.Record(Type.String(), Type.Unknown()),
  events: Type.Number(),
  visitors: Type.Number(),
  sessions: Type.Number(),
});

export const trackSiteEvents = post('trackSiteEvents', events, {
  body: Type.Object({ events: Type.Array(TrackedEvent) }),
  success: 204,
});

/** A POST that only reads. The answer is columnar: arrays of equal length. */
export const aggregateSiteEvents = act('aggregateSiteEvents', `${events}/aggregate`, {
  body: Type.Object({
    select: Type.Optional(Type.Array(Column)),
    where: Type.Optional(Type.Array(Where)),
    groupBy: Type.Optional(Type.Array(Column)),
    order: Type.Optional(Type.Object({ by: Column, direction: Type.Optional(openEnumSchema(['asc', 'desc'])) })),
    range: Type.Union([NamedRange, Type.Object({ from: DateTime, to: DateTime })]),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
  }),
  reply: Type.Object({ columns: Type.Array(Type.Object({ column: ColumnName, values: Type.Array(Type.Unknown()) })) }),
});

/** A list with `page` and `limit`, although the contract shows no query. */
export const listVisitorSegments = list(
  'listVisitorSegments',
  '/v1/orgs/{organizationId}/sites/{siteId}/insights/visitor-segments',
  VisitorSegment,
);
