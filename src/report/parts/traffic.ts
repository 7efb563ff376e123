/** Page views of the URLs that a plan ends or moves, as lines that all formats share. */
import { count, groupDigits, wordForm } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Impact } from '../../core/impact.ts';
import { compareTraffic, type UrlTraffic } from '../../core/traffic.ts';
import { code, type List } from '../blocks/block.ts';
import { someNames } from '../wording/some-names.ts';

const verbs = {
  ends: 'will stop working',
  moves: 'will change',
} as const;

/** `2 URLs will stop working (/guides, /api): 12,400 views in the last 30 days, 9,800 of them of /guides; docform found no redirects from the old URLs` */
export function trafficLines(traffic: readonly UrlTraffic[] = []): readonly string[] {
  const pathOf = namesIn(traffic);
  return (['ends', 'moves'] as const).flatMap((change) => {
    const urls = traffic.filter((each) => each.change === change).toSorted(compareTraffic);
    if (urls.length === 0) return [];
    const nameOf = urls.length === 1 ? ({ url }: UrlTraffic) => url : pathOf;
    const unknown = urls.filter(({ views }) => views === undefined);
    const redirected = urls.filter(({ isRedirected }) => isRedirected).length;
    const texts = withoutMissing(
      unknown.length < urls.length && knownText(urls, nameOf),
      unknown.length > 0 && unknownText(unknown, urls, nameOf),
      redirectText(redirected, urls.length),
    );
    return [`${count(urls.length, 'URL')} ${verbs[change]} (${someNames(urls.map(nameOf), 3)}): ${texts.join('; ')}`];
  });
}

export function trafficList(lines: readonly string[]): List {
  return { is: 'list', of: 'traffic', items: lines.map((text) => ({ head: code(text, 'data') })) };
}

function unknownText(unknown: readonly UrlTraffic[], urls: readonly UrlTraffic[], nameOf: (url: UrlTraffic) => string) {
  return unknown.length === urls.length
    ? 'views: (unknown)'
    : `views of ${someNames(unknown.map(nameOf), 3)}: (unknown)`;
}

/** docform knows only the redirects of the site. */
function redirectText(redirected: number, urls: number) {
  if (redirected === 0)
    return urls === 1 ? 'docform found no redirect from the old URL' : 'docform found no redirects from the old URLs';
  if (redirected < urls) return count(redirected, 'old URL redirects', 'old URLs redirect');
  return urls === 1 ? 'the old URL redirects' : 'all old URLs redirect';
}

/** Paths if all URLs are on one site. */
export function namesIn(traffic: readonly UrlTraffic[]): (url: UrlTraffic) => string {
  const isOneSite = new Set(traffic.map(({ site }) => site)).size < 2;
  return ({ url, path }) => (isOneSite ? path || '/' : url);
}

function knownText(urls: readonly UrlTraffic[], nameOf: (url: UrlTraffic) => string) {
  const known = urls.filter(({ views }) => views !== undefined);
  const [busiest] = known;
  const total = known.reduce((sum, { views = 0 }) => sum + views, 0);
  const sum = `${groupDigits(total)} ${wordForm(total, 'view', 'views')} in the last 30 days`;
  if (busiest === undefined || total === 0 || urls.length === 1) return sum;
  return known.length === 1
    ? `${sum} of ${nameOf(busiest)}`
    : `${sum}, ${viewsText(busiest)} of them of ${nameOf(busiest)}`;
}

export function viewsText({ views }: Pick<UrlTraffic, 'views'>): string {
  return views === undefined ? '(unknown)' : groupDigits(views);
}

/** Effects of one severity with the busiest URLs first. */
export function busiestFirst(impact: readonly Impact[], traffic: readonly UrlTraffic[] = []): readonly Impact[] {
  if (traffic.length === 0) return impact;
  const rankOf = new Map(traffic.toSorted(compareTraffic).map(({ url }, rank) => [url, rank]));
  const partOf = ({ on, severity, isUnpublished }: Impact) => `${on} ${severity} ${isUnpublished === true}`;
  const parts = new Map([...new Set(impact.map(partOf))].map((part, rank) => [part, rank]));
  const places = impact.map((each) => ({
    each,
    part: parts.get(partOf(each)) ?? 0,
    rank: (typeof each.before === 'string' ? rankOf.get(each.before) : undefined) ?? traffic.length,
  }));
  return places.sort((a, b) => a.part - b.part || a.rank - b.rank).map(({ each }) => each);
}

export function trafficDocument({ views, isRedirected, ...rest }: UrlTraffic) {
  return { ...rest, views: views ?? null, isRedirected: isRedirected === true };
}
