/** Seed `medium`: visits of the sites, some each week over two and a half years, so that every range of insights finds some. */
import type { WorldObject } from './world.ts';

const firstMonday = Date.UTC(2025, 6, 7);

const weeks = 130;

const visitsPerWeek = 2;

const hourMs = 60 * 60 * 1000;

const dayMs = 24 * hourMs;

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];

const languages = ['en', 'fr', 'ja'];

const referrers = ['https://search.example.com/', 'https://acme.dev/', null];

const claims = [{}, { plan: 'free' }, { plan: 'team', partner: true }, { plan: 'enterprise', unsigned: { beta: true } }];

const types = ['page_view', 'page_view', 'search_type_query', 'link_click', 'page_view', 'page_post_feedback'];

const places = [
  { site: 'docs', section: 'start', path: 'start' },
  { site: 'docs', section: 'payments', path: 'payments/refunds?utm_source=newsletter&utm_medium=email' },
  { site: 'docs', section: 'api', path: 'api' },
  { site: 'partners', path: 'guide' },
];

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

function visit(index: number): WorldObject {
  const week = Math.floor(index / visitsPerWeek);
  const timeMs = firstMonday + (week * 7 + (index % visitsPerWeek) * 3) * dayMs + (8 + (index % 9)) * hourMs;
  const type = pick(types, index);
  const { site, path, ...place } = pick(places, index);
  const isSearch = type.startsWith('search_');
  const visitor = `visitor-${index % 17}`;
  const fields = {
    ...place,
    type,
    timestamp: new Date(timeMs).toISOString(),
    url: `https://acme.dev/docs/${path}${isSearch ? `${path.includes('?') ? '&' : '?'}q=refund` : ''}`,
    session: {
      visitorId: visitor,
      sessionId: `${visitor}-${week}`,
      userAgent: pick(browsers, index % 17),
      language: pick(languages, index % 17),
      referrer: pick(referrers, index),
      visitorAuthClaims: pick(claims, index % 17),
    },
  };
  return { kind: 'visitor-event', id: `visit_${String(index + 1).padStart(3, '0')}`, parent: `sites/${site}`, fields };
}

export const mediumVisits: readonly WorldObject[] = Array.from({ length: weeks * visitsPerWeek }, (_, index) => visit(index));
