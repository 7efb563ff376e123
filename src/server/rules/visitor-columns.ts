/** Columns of insights: what each reads from an event. */
import type { Records } from '../records.ts';
import { readAgent } from './user-agents.ts';

export type Value = string | null;

/** An event under a claim column stands for several values, under any other for one. */
type Dimension = (event: Records['visitor-event']) => readonly Value[];

export const counts = ['eventsCount', 'sessionsCount', 'visitorsCount'] as const;

export type Count = (typeof counts)[number];

export function isCount(column: string): column is Count {
  return (counts as readonly string[]).includes(column);
}

const one =
  (read: (event: Records['visitor-event']) => Value | undefined): Dimension =>
  (event) => [read(event) ?? null];

const agentPart = (part: 'device' | 'browser' | 'os' | 'bot'): Dimension => one(({ session }) => readAgent(session.userAgent)[part]);

const campaignPart = (part: string): Dimension => one(({ location }) => parsed(location.url)?.searchParams.get(`utm_${part}`));

/** What the contract's events do not tell: where a link led, what an operation was, how a page was rated, what was advertised. */
const untold = [
  ...['eventLinkTargetDomain', 'eventLinkTargetKind', 'eventLinkTargetValue', 'eventLinkPosition'],
  ...['eventAPIOperationPath', 'eventAPIOperationMethod'],
  ...['eventPageFeedbackRating', 'eventPageFeedbackComment', 'eventAskResponseRating', 'pageFeedbackRating', 'askResponseRating'],
  ...['eventAdDomain', 'eventAdPlacement', 'eventTrademarkPlacement'],
];

/** By name; time is read with an interval and therefore stands apart. */
export const dimensions: { readonly [column: string]: Dimension } = {
  url: one(({ location }) => location.url?.replace(/[?#].*$/s, '')),
  eventType: one(({ type }) => type),
  siteSection: one(({ location }) => location.siteSection),
  siteSpace: one(({ location }) => location.siteSpace),
  siteShareKey: one(({ location }) => location.siteShareKey),
  page: one(({ location }) => location.page),
  // Where a visitor is cannot be known without asking somebody else.
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
  visitorClaim: ({ session }) => claimTexts(session.visitorAuthClaims ?? {}),
  visitorClaimProperty: ({ session }) => distinct(entriesOf(session.visitorAuthClaims ?? {}, '').map(([name]) => name)),
  eventSearchQuery: one(({ type, query, location }) =>
    type.startsWith('search_') ? (query ?? parsed(location.url)?.searchParams.get('q')) : null,
  ),
  ...Object.fromEntries(untold.map((column) => [column, one(() => null)])),
};

function parsed(address: string | null | undefined): URL | undefined {
  return address !== null && address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
}

/** Each claim as `name=value`, those inside of others with a path as name; a visitor without claims has one empty value. */
function claimTexts(claims: object): readonly Value[] {
  return distinct(entriesOf(claims, '').map(([name, value]) => `${name}=${value}`));
}

/** The values of one claim; empty where the visitor has none. */
export function claimValues(claim: string, claims: object = {}): readonly Value[] {
  return distinct(entriesOf(claims, '').flatMap(([name, value]) => (name === claim ? [value] : [])));
}

/** A visitor has any number of them, so that one can be among those asked for, but none before or after another. */
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

const intervals = ['hour', 'day', 'week', 'month'] as const;

export type Interval = (typeof intervals)[number];

export function isInterval(word: string): word is Interval {
  return (intervals as readonly string[]).includes(word);
}

/** When the interval that holds a time began, in UTC; a week begins on Monday. Without an interval the time itself. */
export function startOf(timeMs: number, interval: Interval | undefined): string {
  const time = new Date(timeMs);
  if (interval !== undefined) time.setUTCMinutes(0, 0, 0);
  if (interval !== undefined && interval !== 'hour') time.setUTCHours(0);
  if (interval === 'week') time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  if (interval === 'month') time.setUTCDate(1);
  return time.toISOString();
}
