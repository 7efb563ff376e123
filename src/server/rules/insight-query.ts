/** Queries for insights, and the columns of visitor events. */

import { type aggregateSiteEvents, Interval, NamedRange, Operator } from '../../contract/2025-06/site-insights.ts';
import { invalid } from '../http/errors.ts';
import type { Records } from '../store/records.ts';
import { requireWord } from './objects.ts';
import type { BodyOf } from './resource.ts';

export type Value = string | null;

type Dimension = (event: Records['visitor-event']) => readonly Value[];

const counts = ['eventsCount', 'sessionsCount', 'visitorsCount'] as const;

type Count = (typeof counts)[number];

export function isCount(column: string): column is Count {
  return (counts as readonly string[]).includes(column);
}

const one =
  (read: (event: Records['visitor-event']) => Value | undefined): Dimension =>
  (event) => [read(event) ?? null];

const agentPart = (part: 'device' | 'browser' | 'os' | 'bot'): Dimension =>
  one(({ session }) => readAgent(session.userAgent)[part]);

const campaignPart = (part: string): Dimension =>
  one(({ location }) => parsed(location.url)?.searchParams.get(`utm_${part}`));

const columnsWithoutData = [
  'eventLinkTargetDomain',
  'eventLinkTargetKind',
  'eventLinkTargetValue',
  'eventLinkPosition',
  'eventAPIOperationPath',
  'eventAPIOperationMethod',
  'eventPageFeedbackRating',
  'eventPageFeedbackComment',
  'eventAskResponseRating',
  'pageFeedbackRating',
  'askResponseRating',
  'eventAdDomain',
  'eventAdPlacement',
  'eventTrademarkPlacement',
];

export const dimensions: { [column: string]: Dimension } = {
  url: one(({ location }) => location.url?.replace(/[?#].*$/s, '')),
  eventType: one(({ type }) => type),
  siteSection: one(({ location }) => location.siteSection),
  siteSpace: one(({ location }) => location.siteSpace),
  siteShareKey: one(({ location }) => location.siteShareKey),
  page: one(({ location }) => location.page),
  // The location of visitors is unknown.
  visitorGeoCountry: one(() => null),
  visitorGeoPoint: one(() => null),
  visitorDevice: agentPart('device'),
  visitorBrowser: agentPart('browser'),
  visitorOS: agentPart('os'),
  visitorBot: agentPart('bot'),
  visitorLanguage: one(({ session }) => session.language),
  referrer: one(({ session }) => session.referrer),
  referrerDomain: one(({ session }) => parsed(session.referrer)?.hostname || null),
  utmSource: campaignPart('source'),
  utmMedium: campaignPart('medium'),
  utmCampaign: campaignPart('campaign'),
  utmTerm: campaignPart('term'),
  utmContent: campaignPart('content'),
  visitorClaim: ({ session }) =>
    distinct(entriesOf(session.visitorAuthClaims ?? {}, '').map(([name, value]) => `${name}=${value}`)),
  visitorClaimProperty: ({ session }) => distinct(entriesOf(session.visitorAuthClaims ?? {}, '').map(([name]) => name)),
  eventSearchQuery: one(({ type, query, location }) =>
    type.startsWith('search_') ? (query ?? parsed(location.url)?.searchParams.get('q')) : null,
  ),
  ...Object.fromEntries(columnsWithoutData.map((column) => [column, one(() => null)])),
};

function parsed(address: string | null | undefined): URL | undefined {
  return address !== null && address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
}

export function claimValues(claim: string, claims: object = {}): readonly Value[] {
  return distinct(entriesOf(claims, '').flatMap(([name, value]) => (name === claim ? [value] : [])));
}

/** Claim columns have several values, so they can be filtered by `in` and `notIn` only. */
export function isOfClaims(column: string): boolean {
  return column === 'visitorClaim' || column === 'visitorClaimProperty';
}

function distinct(texts: readonly string[]): readonly Value[] {
  return texts.length === 0 ? [null] : [...new Set(texts)];
}

function entriesOf(value: unknown, name: string): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item) => entriesOf(item, name));
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, member]) => entriesOf(member, name === '' ? key : `${name}.${key}`));
}

export function startOf(timeMs: number, interval: string | undefined): string {
  const time = new Date(timeMs);
  if (interval !== undefined) time.setUTCMinutes(0, 0, 0);
  if (interval !== undefined && interval !== 'hour') time.setUTCHours(0);
  if (interval === 'week') time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  if (interval === 'month') time.setUTCDate(1);
  return time.toISOString();
}

type Family = readonly [pattern: RegExp, name: string];

/** The order matters: user agents also contain the names of later entries. */
const browsers: readonly Family[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/\b(?:MSIE |Trident\/)/, 'Internet Explorer'],
];

const systems: readonly Family[] = [
  [/\bWindows Phone\b/, 'Windows Phone'],
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const devices: readonly Family[] = [
  [/\biPad\b|\bTablet\b|\bKindle\b|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\bMobile\b|\biPhone\b|\biPod\b|\bWindows Phone\b/, 'mobile'],
  [/\bWindows\b|\bMacintosh\b|\bCrOS\b|\bX11\b|\bLinux\b/, 'desktop'],
];

/** Bots have a name with bot, crawler or spider, except Cubot phones, or are in the list. */
const botNames = [
  /\b(?!cubot)([\w-]*(?:bot|crawler|spider)\w*)\b(?:\/|;|\)|,| |$)/i,
  /\b(curl|Wget|python-requests|Go-http-client|HeadlessChrome|Lighthouse|facebookexternalhit|ChatGPT-User|Claude-User|Perplexity-User|Slurp)\b/,
];

const maxTextLength = 500;
const maxCached = 1000;
const known = new Map<string, ReturnType<typeof agentOf>>();

function agentOf(text: string) {
  const firstMatch = (families: readonly Family[]) => families.find(([pattern]) => pattern.test(text))?.[1];
  return {
    device: firstMatch(devices),
    browser: firstMatch(browsers),
    os: firstMatch(systems),
    bot: botNames.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined),
  };
}

function readAgent(given = '') {
  const text = given.slice(0, maxTextLength);
  const found = known.get(text);
  if (found) return found;
  if (known.size >= maxCached) known.clear();
  const agent = agentOf(text);
  known.set(text, agent);
  return agent;
}

export type Asked = BodyOf<typeof aggregateSiteEvents>;

export interface Column {
  column: string;
  interval?: string;
  /** Only for `visitorClaim`: the name of one claim. Without it, values have the form `name=value`. */
  claim?: string;
}

export type Condition = ReturnType<typeof readCondition>;
export type InsightQuery = ReturnType<typeof parseInsightQuery>;

const maxRows = 1000;

export function parseInsightQuery(asked: Asked, nowMs: number) {
  const selected = (asked.select ?? []).map((column, at) => readColumn(column, `body.select.${at}`));
  const grouped = asked.groupBy?.map((column, at) => readColumn(column, `body.groupBy.${at}`));
  const counting = grouped?.find(({ column }) => isCount(column));
  if (counting) throw invalid(`body.groupBy: ${counting.column} is a count; group by other columns`);
  const groupBy = grouped ?? selected.filter(({ column }) => !isCount(column));
  const select = selected.length > 0 ? selected : [...groupBy, { column: counts[0] }];
  const { order } = asked;
  return {
    select: select.map((column, at) => shownBy(groupBy, column, `body.select.${at}`)),
    groupBy,
    conditions: (asked.where ?? []).map((condition, at) => readCondition(condition, `body.where.${at}`)),
    order: order === undefined ? undefined : readOrder(order, groupBy),
    period: readPeriod(asked.range, nowMs),
    limit: asked.limit ?? maxRows,
  };
}

function requireColumn(column: string, place: string) {
  if (column === 'datetime' || isCount(column) || Object.hasOwn(dimensions, column)) return column;
  throw invalid(
    `${place}.column: ${JSON.stringify(column)} is not one of ${['datetime', ...counts, ...Object.keys(dimensions)].join(', ')}`,
  );
}

function readColumn({ column, interval, claim }: NonNullable<Asked['select']>[number], place: string) {
  requireColumn(column, place);
  if (claim !== undefined && column === 'visitorClaim') return { column, claim };
  if (interval === undefined) return { column };
  if (column !== 'datetime') throw invalid(`${place}.interval: only datetime has intervals`);
  requireWord(`${place}.interval`, interval, Interval);
  return { column, interval };
}

/** Returns a count, or a grouped column. Without an interval, `datetime` has the interval of the grouping. */
function shownBy(groupBy: readonly Column[], wanted: Column, place: string) {
  if (isCount(wanted.column)) return wanted;
  const same = groupBy.filter(({ column, claim }) => column === wanted.column && claim === wanted.claim);
  const found =
    same.find(({ interval }) => interval === wanted.interval) ?? (wanted.interval === undefined ? same[0] : undefined);
  if (found === undefined)
    throw invalid(`${place}: ${[wanted.column, wanted.interval, wanted.claim].join(' ').trim()} is not in groupBy`);
  return found;
}

function readOrder({ by, direction = 'asc' }: NonNullable<Asked['order']>, groupBy: readonly Column[]) {
  if (direction !== 'asc' && direction !== 'desc')
    throw invalid(`body.order.direction: ${JSON.stringify(direction)} is neither asc nor desc`);
  return { by: shownBy(groupBy, readColumn(by, 'body.order.by'), 'body.order.by'), isDescending: direction === 'desc' };
}

function readCondition(
  { column, claim, operator = 'in', values = [] }: NonNullable<Asked['where']>[number],
  place: string,
) {
  requireColumn(column, place);
  requireWord(`${place}.operator`, operator, Operator);
  const isComparison = operator !== 'in' && operator !== 'notIn';
  if (isComparison && isOfClaims(column))
    throw invalid(`${place}.operator: claims cannot be compared, because a visitor has several claims`);
  if (isComparison && values.length !== 1) throw invalid(`${place}.values: ${operator} needs exactly one value`);
  const read = values.map((value, at) => readValue(column, value, `${place}.values.${at}`));
  const isNamed = claim !== undefined && column === 'visitorClaim';
  return { column, operator, values: isNamed ? read.map((value) => `${claim}=${value}`) : read };
}

function readValue(column: string, value: unknown, place: string) {
  if (isCount(column)) {
    if (typeof value !== 'number') throw invalid(`${place}: ${column} needs numbers`);
    return value;
  }
  if (column === 'datetime') {
    const timeMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(timeMs)) throw invalid(`${place}: ${JSON.stringify(value)} is not a time`);
    return timeMs;
  }
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
    return value as string | number | boolean | null;
  throw invalid(`${place}: must be text, a number, true, false or null`);
}

const dayMs = 24 * 60 * 60 * 1000;
const monthsBack: { [range: string]: number } = { lastYear: 12, last3Months: 3 };
const daysBack: { [range: string]: number } = { last30Days: 30, last7Days: 7, last24Hours: 1 };

function readPeriod(range: Asked['range'], nowMs: number) {
  if (typeof range === 'object') {
    const [fromMs, untilMs] = [Date.parse(range.from), Date.parse(range.to)];
    if (!(fromMs <= untilMs)) throw invalid('body.range: from and to must be times, and from must not be after to');
    return { fromMs, untilMs };
  }
  requireWord('body.range', range, NamedRange);
  const months = monthsBack[range];
  const fromMs = months === undefined ? nowMs - (daysBack[range] ?? 0) * dayMs : monthsBefore(nowMs, months);
  // Includes events at this very moment.
  return { fromMs, untilMs: nowMs + 1 };
}

function monthsBefore(timeMs: number, months: number) {
  const time = new Date(timeMs);
  const day = time.getUTCDate();
  time.setUTCDate(1);
  time.setUTCMonth(time.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  return time.setUTCDate(Math.min(day, lastDay));
}
