/** Visitor events, and insights: filters, groups, counts and sorts events. */

import { createHash } from 'node:crypto';
import { aggregateSiteEvents, listVisitorSegments, trackSiteEvents } from '../../contract/2025-06/site-insights.ts';
import { invalid } from '../http/errors.ts';
import { mapPage, pageOfItems } from '../http/pages.ts';
import { defined } from '../rules/answers.ts';
import type { Context } from '../rules/context.ts';
import type { FixtureContext } from '../rules/fixture-context.ts';
import {
  type Column,
  type Condition,
  claimValues,
  dimensions,
  type InsightQuery,
  isCount,
  isOfClaims,
  parseInsightQuery,
  startOf,
  type Value,
} from '../rules/insight-query.ts';
import { findNamed, isDeeper } from '../rules/objects.ts';
import { type BodyOf, inOrganization, reader, resource, route } from '../rules/resource.ts';
import { requireOpenColumns } from '../rules/rights.ts';
import { compared } from '../store/compare.ts';
import type { Records, Row } from '../store/records.ts';
import type { Place, Store } from '../store/store.ts';

type TrackedEvent = BodyOf<typeof trackSiteEvents>['events'][number];

/** The position of the row is the time of the event, in milliseconds since 1970. */
type VisitorEventRecord = Pick<TrackedEvent, 'type' | 'query'> &
  Required<Pick<TrackedEvent, 'timestamp' | 'session' | 'location'>>;

declare module '../store/records.ts' {
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
    insertEvent(store, site, key, { type, timestamp, session, location: { url, ...place } });
  }
}

function insertEvent(store: Store, site: string, id: string, data: VisitorEventRecord) {
  const place = { parent: site, scope: site, position: Date.parse(data.timestamp), target: '', uniqueKey: null };
  store.insert({ kind: 'visitor-event', id, ...place, data });
}

interface FixtureVisit extends Pick<VisitorEventRecord, 'type' | 'timestamp' | 'session'> {
  section?: string;
  url: string;
}

function defaultLocation(store: Store, site: string, path: string) {
  const siteSection = findNamed({ store }, 'section', site, path)?.id ?? null;
  const container = siteSection === null ? store.find('site', site) : store.find('section', siteSection);
  const siteSpace = container?.data.defaultSiteSpace ?? null;
  const space = siteSpace === null ? undefined : store.find('site-space', siteSpace)?.data.space;
  return { siteSection, siteSpace, space: space ?? null };
}

interface Group {
  values: readonly Value[];
  events: number;
  sessions: Set<string>;
  visitors: Set<string>;
}

function aggregate(context: Context, site: string, question: InsightQuery) {
  const { select, groupBy, conditions, period } = question;
  const groups = new Map<string, Group>();
  // Without grouping there is one row, even without events.
  if (groupBy.length === 0) groups.set('[]', emptyGroup([]));
  const ofEvents = conditions.filter(({ column }) => !isCount(column));
  for (const { position, data } of eventsWithin(context, site, period)) {
    if (!ofEvents.every((condition) => isMet(condition, data, position))) continue;
    for (const values of combinations(groupBy.map((column) => valuesOf(column, data, position))))
      countIn(groups, values, data);
  }
  const kept = [...groups.values()].filter((group) => conditions.every((condition) => isMetByGroup(condition, group)));
  const rows = ordered(kept, question).slice(0, question.limit);
  return select.map((column) => ({
    column: column.column,
    values: rows.map((group) => shown(group, column, groupBy)),
  }));
}

function emptyGroup(values: readonly Value[]): Group {
  return { values, events: 0, sessions: new Set(), visitors: new Set() };
}

function countIn(groups: Map<string, Group>, values: readonly Value[], { session }: Records['visitor-event']): void {
  const key = JSON.stringify(values);
  const group = groups.get(key) ?? emptyGroup(values);
  groups.set(key, group);
  group.events += 1;
  if (session.sessionId !== undefined) group.sessions.add(session.sessionId);
  if (session.visitorId !== undefined) group.visitors.add(session.visitorId);
}

function valuesOf({ column, interval, claim }: Column, event: Records['visitor-event'], timeMs: number) {
  if (claim !== undefined) return claimValues(claim, event.session.visitorAuthClaims);
  return column === 'datetime' ? [startOf(timeMs, interval)] : (dimensions[column]?.(event) ?? [null]);
}

function combinations(lists: readonly (readonly Value[])[]) {
  return lists.reduce<Value[][]>((made, list) => made.flatMap((row) => list.map((value) => [...row, value])), [[]]);
}

function isMet(condition: Condition, event: Records['visitor-event'], timeMs: number) {
  const { column, operator, values } = condition;
  if (column === 'datetime') return compares(condition, timeMs);
  const found = valuesOf({ column }, event, timeMs);
  if (!isOfClaims(column)) return compares(condition, found[0] ?? null);
  // A condition names a claim with or without its value.
  const hasAny = found.some((text) =>
    values.some((value) => text === value || (text !== null && text.split('=', 1)[0] === value)),
  );
  return operator === 'notIn' ? !hasAny : hasAny;
}

function isMetByGroup(condition: Condition, group: Group) {
  return !isCount(condition.column) || compares(condition, countOf(group, condition.column));
}

function compares({ operator, values }: Condition, found: string | number | null) {
  const isSame = (value: Condition['values'][number]) =>
    found === value || (typeof found === 'string' && value !== null && String(value) === found);
  if (operator === 'in') return values.some(isSame);
  if (operator === 'notIn') return !values.some(isSame);
  const [value] = values;
  if (found === null || value === null || value === undefined) return false;
  const sign = compared(found, typeof found === 'number' ? Number(value) : String(value));
  if (operator === 'greaterThan') return sign > 0;
  if (operator === 'greaterThanOrEqual') return sign >= 0;
  return operator === 'lessThan' ? sign < 0 : sign <= 0;
}

function countOf({ events, sessions, visitors }: Group, column: string) {
  return column === 'eventsCount' ? events : column === 'sessionsCount' ? sessions.size : visitors.size;
}

function shown(group: Group, column: Column, groupBy: readonly Column[]) {
  if (isCount(column.column)) return countOf(group, column.column);
  return group.values[groupBy.indexOf(column)] ?? null;
}

/** Rows without a value come last in both directions. Equal rows keep the order of their first event. */
function ordered(groups: readonly Group[], { order, groupBy }: InsightQuery) {
  if (order === undefined) return groups;
  const value = (group: Group): string | number | null => shown(group, order.by, groupBy);
  const sign = order.isDescending ? -1 : 1;
  return [...groups].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * compared(a, b);
  });
}

interface Segment {
  id: string;
  title: string;
  claims: { [name: string]: unknown };
  events: number;
  visitors: number;
  sessions: number;
}

const always = { fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };

function segmentsOf(context: Context, site: string) {
  const groups = new Map<string, Group>();
  const claimsByKey = new Map<string, Segment['claims']>();
  for (const { data } of eventsWithin(context, site, always)) {
    const claims = sorted(data.session.visitorAuthClaims ?? {}) as Segment['claims'];
    const key = JSON.stringify(claims);
    claimsByKey.set(JSON.stringify([key]), claims);
    countIn(groups, [key], data);
  }
  const segments = [...groups].map(([key, { events, sessions, visitors }]) => {
    const claims = claimsByKey.get(key) ?? {};
    const id = createHash('sha1').update(key).digest('hex');
    return { id, title: segmentTitle(claims), claims, events, visitors: visitors.size, sessions: sessions.size };
  });
  return segments.sort((a, b) => b.events - a.events || compared(a.id, b.id));
}

function segmentTitle(claims: Segment['claims']): string {
  const parts = Object.entries(claims).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return parts.length === 0 ? 'No claims' : parts.join(', ');
}

/** Sorted keys make equal claims equal texts. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compared(a, b));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

const maxClaimDepth = 20;

function addEvent(
  { store, now, newId }: Context,
  site: string,
  { type, timestamp = now, query, session = {}, location = {} }: Partial<Records['visitor-event']> & { type: string },
) {
  const timeMs = Date.parse(timestamp);
  if (Number.isNaN(timeMs)) throw invalid(`body.events: ${JSON.stringify(timestamp)} is not a time`);
  if (isDeeper(session.visitorAuthClaims, maxClaimDepth))
    throw invalid(`body.events: claims are nested more than ${maxClaimDepth} levels deep`);
  insertEvent(
    store,
    site,
    newId(),
    defined({ type, timestamp: new Date(timeMs).toISOString(), query, session, location }),
  );
}

const pageSize = 500;

function* eventsWithin({ store }: Context, site: string, { fromMs, untilMs }: InsightQuery['period']) {
  for (let after: Place | undefined = { position: fromMs, id: '' }; after !== undefined; ) {
    const page: readonly Row<'visitor-event'>[] = store.page('visitor-event', site, { after, limit: pageSize });
    for (const row of page) {
      if (row.position >= untilMs) return;
      yield row;
    }
    after = page.length < pageSize ? undefined : page.at(-1);
  }
}

export const visitorEvents = resource({
  titles: { 'visitor-event': 'event' },
  fixtureFields: { 'visitor-event': ['section', 'url', 'type', 'timestamp', 'session'] },
  routes: [
    route(trackSiteEvents, reader, ({ context, site, body }) => {
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
    route(listVisitorSegments, reader, ({ context, site, query }) => {
      const segments = segmentsOf(context, site.id);
      return mapPage(pageOfItems(segments, query), ({ id: _, ...segment }) => segment);
    }),
  ],
});
