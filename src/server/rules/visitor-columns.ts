/** Columns of insights. */
import type { Records } from '../records.ts';

export type Value = string | null;

type Dimension = (event: Records['visitor-event']) => readonly Value[];

export const counts = ['eventsCount', 'sessionsCount', 'visitorsCount'] as const;

export type Count = (typeof counts)[number];

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
  ...['eventLinkTargetDomain', 'eventLinkTargetKind', 'eventLinkTargetValue', 'eventLinkPosition'],
  ...['eventAPIOperationPath', 'eventAPIOperationMethod'],
  ...['eventPageFeedbackRating', 'eventPageFeedbackComment', 'eventAskResponseRating'],
  ...['pageFeedbackRating', 'askResponseRating'],
  ...['eventAdDomain', 'eventAdPlacement', 'eventTrademarkPlacement'],
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

const intervals = ['hour', 'day', 'week', 'month'] as const;

export type Interval = (typeof intervals)[number];

export function isInterval(word: string): word is Interval {
  return (intervals as readonly string[]).includes(word);
}

export function startOf(timeMs: number, interval: Interval | undefined): string {
  const time = new Date(timeMs);
  if (interval !== undefined) time.setUTCMinutes(0, 0, 0);
  if (interval !== undefined && interval !== 'hour') time.setUTCHours(0);
  if (interval === 'week') time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  if (interval === 'month') time.setUTCDate(1);
  return time.toISOString();
}

export interface Agent {
  device: 'desktop' | 'mobile' | 'tablet' | null;
  browser: string | null;
  os: string | null;
  bot: string | null;
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

const devices: readonly (readonly [RegExp, NonNullable<Agent['device']>])[] = [
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
const known = new Map<string, Agent>();

function readAgent(given: string | undefined): Agent {
  const text = (given ?? '').slice(0, maxTextLength);
  const found = known.get(text);
  if (found) return found;
  if (known.size >= maxCached) known.clear();
  const bot = botNames.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined) ?? null;
  const agent = {
    device: firstMatch(devices, text),
    browser: firstMatch(browsers, text),
    os: firstMatch(systems, text),
    bot,
  };
  known.set(text, agent);
  return agent;
}

function firstMatch<T>(families: readonly (readonly [RegExp, T])[], text: string): T | null {
  return families.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
