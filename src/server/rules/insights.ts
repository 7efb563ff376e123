/** Keeps visitor events, and calculates insights: filters, groups, counts and sorts events. */
import { createHash } from 'node:crypto';
import { defined } from '../answers.ts';
import { compared } from '../compare.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Place } from '../objects.ts';
import type { Records, Row } from '../records.ts';
import type { Column, Condition, InsightQuery } from './insight-query.ts';
import { isDeeper } from './nesting.ts';
import { claimValues, dimensions, isCount, isOfClaims, startOf, type Value } from './visitor-columns.ts';

interface Group {
  values: readonly Value[];
  events: number;
  sessions: Set<string>;
  visitors: Set<string>;
}

export function aggregate(context: Context, site: string, question: InsightQuery) {
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

function combinations(lists: readonly (readonly Value[])[]): Value[][] {
  return lists.reduce<Value[][]>((made, list) => made.flatMap((row) => list.map((value) => [...row, value])), [[]]);
}

function isMet(condition: Condition, event: Records['visitor-event'], timeMs: number): boolean {
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

function isMetByGroup(condition: Condition, group: Group): boolean {
  return !isCount(condition.column) || compares(condition, countOf(group, condition.column));
}

function compares({ operator, values }: Condition, found: string | number | null): boolean {
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

function countOf({ events, sessions, visitors }: Group, column: string): number {
  return column === 'eventsCount' ? events : column === 'sessionsCount' ? sessions.size : visitors.size;
}

function shown(group: Group, column: Column, groupBy: readonly Column[]): string | number | null {
  if (isCount(column.column)) return countOf(group, column.column);
  return group.values[groupBy.indexOf(column)] ?? null;
}

/** Rows without a value come last in both directions. Equal rows keep the order of their first event. */
function ordered(groups: readonly Group[], { order, groupBy }: InsightQuery): readonly Group[] {
  if (order === undefined) return groups;
  const value = (group: Group): string | number | null => shown(group, order.by, groupBy);
  const sign = order.isDescending ? -1 : 1;
  return [...groups].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * compared(a, b);
  });
}

export interface Segment {
  id: string;
  title: string;
  claims: { [name: string]: unknown };
  events: number;
  visitors: number;
  sessions: number;
}

const always = { fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER };

export function segmentsOf(context: Context, site: string): Segment[] {
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

export function addEvent(
  { store, now, newId }: Context,
  site: string,
  { type, timestamp = now, query, session = {}, location = {} }: Partial<Records['visitor-event']> & { type: string },
): void {
  const position = Date.parse(timestamp);
  if (Number.isNaN(position)) throw invalid(`body.events: ${JSON.stringify(timestamp)} is not a time`);
  if (isDeeper(session.visitorAuthClaims, maxClaimDepth))
    throw invalid(`body.events: claims are nested more than ${maxClaimDepth} levels deep`);
  const data = defined({ type, timestamp: new Date(position).toISOString(), query, session, location });
  store.insert({
    kind: 'visitor-event',
    id: newId(),
    parent: site,
    scope: site,
    position,
    target: '',
    uniqueKey: null,
    data,
  });
}

const pageSize = 500;

export function* eventsWithin(
  { store }: Context,
  site: string,
  { fromMs, untilMs }: InsightQuery['period'],
): Generator<Row<'visitor-event'>> {
  for (let after: Place | undefined = { position: fromMs, id: '' }; after !== undefined; ) {
    const page: readonly Row<'visitor-event'>[] = store.page('visitor-event', site, { after, limit: pageSize });
    for (const row of page) {
      if (row.position >= untilMs) return;
      yield row;
    }
    after = page.length < pageSize ? undefined : page.at(-1);
  }
}
