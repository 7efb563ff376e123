/** Tests the columns and conditions of insights. */
import { beforeEach, expect, test } from 'vitest';
import { ago, dayMs, hourMs, type InsightSite, openInsightSite, visit } from './insight-site.ts';

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let track: InsightSite['track'];
let ask: InsightSite['ask'];
let rows: InsightSite['rows'];
let refusedQuestion: InsightSite['refusedQuestion'];

beforeEach(async () => {
  ({ track, ask, rows, refusedQuestion } = await openInsightSite());
});

test('columns are read from URL, user agent and referrer', async () => {
  const url =
    'https://docs.acme.dev/start?utm_source=news&utm_medium=mail&utm_campaign=june&utm_term=x&utm_content=top&q=refund#top';
  await track(
    visit(
      'a',
      { type: 'search_type_query', location: { url, siteSection: 'sec1', siteSpace: null, page: 'p1' } },
      { userAgent: windows, language: 'fr', referrer: 'https://search.example.com/?q=1' },
    ),
  );
  const columns = [
    'url',
    'siteSection',
    'siteSpace',
    'siteShareKey',
    'page',
    'visitorDevice',
    'visitorBrowser',
    'visitorOS',
    'visitorBot',
    'visitorLanguage',
    'visitorGeoCountry',
    'referrer',
    'referrerDomain',
    'utmSource',
    'utmMedium',
    'utmCampaign',
    'utmTerm',
    'utmContent',
    'eventType',
    'eventSearchQuery',
    'eventLinkTargetDomain',
    'visitorClaim',
  ];
  const answer = await ask({ select: columns.map((column) => ({ column })) });
  expect(Object.fromEntries(answer.map(({ column, values }) => [column, values[0]]))).toEqual({
    ...{ url: 'https://docs.acme.dev/start', siteSection: 'sec1', siteSpace: null, siteShareKey: null, page: 'p1' },
    ...{
      visitorDevice: 'desktop',
      visitorBrowser: 'Edge',
      visitorOS: 'Windows',
      visitorBot: null,
      visitorLanguage: 'fr',
    },
    ...{ visitorGeoCountry: null, referrer: 'https://search.example.com/?q=1', referrerDomain: 'search.example.com' },
    ...{ utmSource: 'news', utmMedium: 'mail', utmCampaign: 'june', utmTerm: 'x', utmContent: 'top' },
    ...{ eventType: 'search_type_query', eventSearchQuery: 'refund', eventLinkTargetDomain: null, visitorClaim: null },
  });
  expect(answer.map(({ column }) => column)).toEqual(columns);
});

test('the search query comes from the event, or else from its URL', async () => {
  const location = { url: 'https://docs.acme.dev/?q=address' };
  await track(
    visit('a', { type: 'search_type_query', query: 'event', location }),
    visit('b', { type: 'page_view', query: 'event' }),
  );
  const select = [{ column: 'eventType' }, { column: 'eventSearchQuery' }];
  expect(await rows({ select, order: { by: { column: 'eventType' } } })).toEqual([
    ['page_view', null],
    ['search_type_query', 'event'],
  ]);
});

test('phones and bots are recognized', async () => {
  const agents = [phone, robot, 'curl/8.1', ''];
  await track(...agents.map((userAgent, at) => visit('a', { timestamp: ago(hourMs - at) }, { userAgent })));
  const select = ['visitorDevice', 'visitorBrowser', 'visitorOS', 'visitorBot'].map((column) => ({ column }));
  expect(await rows({ select })).toEqual([
    ['mobile', 'Safari', 'iOS', null],
    [null, null, null, 'Googlebot'],
    [null, null, null, 'curl'],
    [null, null, null, null],
  ]);
});

test('conditions are combined with and, and counts are conditions on rows', async () => {
  const location = (page: string) => ({ location: { page } });
  await track(
    visit('a', location('p1')),
    visit('b', location('p1')),
    visit('c', location('p2')),
    visit('d', { timestamp: ago(3 * dayMs) }),
  );
  const pages = (...where: readonly object[]) =>
    rows({ select: [{ column: 'page' }, { column: 'eventsCount' }], where });
  expect(await pages({ column: 'page', values: ['p1'] })).toEqual([['p1', 2]]);
  expect(await pages({ column: 'page', operator: 'notIn', values: ['p1', null] })).toEqual([['p2', 1]]);
  expect(await pages({ column: 'page', values: [null] })).toEqual([[null, 1]]);
  expect(await pages({ column: 'page', values: [] })).toEqual([]);
  expect(await pages({ column: 'page', operator: 'greaterThan', values: ['p1'] })).toEqual([['p2', 1]]);
  expect(
    await pages(
      { column: 'page', operator: 'greaterThanOrEqual', values: ['p1'] },
      { column: 'page', operator: 'lessThan', values: ['p2'] },
    ),
  ).toEqual([['p1', 2]]);
  expect(await pages({ column: 'datetime', operator: 'lessThanOrEqual', values: [ago(dayMs)] })).toEqual([[null, 1]]);
  expect(await pages({ column: 'eventsCount', operator: 'greaterThan', values: [1] })).toEqual([['p1', 2]]);
  expect(
    await pages({ column: 'visitorsCount', values: [1] }, { column: 'page', operator: 'notIn', values: [null] }),
  ).toEqual([['p2', 1]]);
});

test('a condition names a claim with or without its value, and an event counts for each claim', async () => {
  const claims = (visitorAuthClaims: object) => visit('a', {}, { visitorAuthClaims });
  await track(
    claims({ plan: 'team', partner: true, unsigned: { beta: false } }),
    claims({ plan: 'free', groups: ['x', 'y'] }),
    claims({}),
  );
  const count = (operator: string, ...values: unknown[]) =>
    rows({ where: [{ column: 'visitorClaim', operator, values }] });
  expect(await count('in', 'plan')).toEqual([[2]]);
  expect(await count('in', 'plan=team', 'groups=y')).toEqual([[2]]);
  expect(await count('in', 'unsigned.beta=false')).toEqual([[1]]);
  expect(await count('notIn', 'plan=team')).toEqual([[2]]);
  expect(await count('in', null)).toEqual([[1]]);
  const grouped = await rows({ groupBy: [{ column: 'visitorClaim' }], order: { by: { column: 'visitorClaim' } } });
  expect(grouped.map(([claim]) => claim)).toEqual([
    'groups=x',
    'groups=y',
    'partner=true',
    'plan=free',
    'plan=team',
    'unsigned.beta=false',
    null,
  ]);
});

test('an invalid query is refused with 400', async () => {
  const column = { column: 'page' };
  for (const question of [
    { select: [{ column: 'colour' }] },
    { select: [{ column: 'constructor' }] },
    { select: [{ column: 'page', interval: 'day' }] },
    { select: [{ column: 'datetime', interval: 'century' }] },
    { select: [column], groupBy: [{ column: 'url' }] },
    { groupBy: [{ column: 'eventsCount' }] },
    { order: { by: column } },
    { select: [column], order: { by: column, direction: 'up' } },
    { where: [{ column: 'page', operator: 'like', values: ['p'] }] },
    { where: [{ column: 'page', operator: 'greaterThan', values: [] }] },
    { where: [{ column: 'page', values: [{}] }] },
    { where: [{ column: 'eventsCount', values: ['1'] }] },
    { where: [{ column: 'datetime', values: ['yesterday'] }] },
    { where: [{ column: 'visitorClaim', operator: 'lessThan', values: ['a'] }] },
  ]) {
    expect(await refusedQuestion(question), JSON.stringify(question)).toBe(400);
  }
});

test.each([
  ['desktop Firefox Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  [
    'desktop Safari macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  ],
  [
    'tablet Chrome iPadOS',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/92.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'mobile Samsung Internet Android',
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36',
  ],
  [
    'mobile Chrome Android',
    'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
  ],
  [
    'tablet Chrome Android',
    'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  ],
  [
    'desktop Chrome ChromeOS',
    'Mozilla/5.0 (X11; CrOS x86_64 15633.69.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  ],
  [
    'desktop Opera Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 OPR/112.0',
  ],
  ['GPTBot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
  ['', 'a-'.repeat(100_000)],
])('the browser of %j is recognized', async (expected, userAgent) => {
  await track(visit('a', {}, { userAgent }));
  const select = ['visitorDevice', 'visitorBrowser', 'visitorOS', 'visitorBot'].map((column) => ({ column }));
  expect((await rows({ select }))[0]?.filter((value) => value !== null).join(' ')).toBe(expected);
});

test('a column can name a claim, and the names of claims are a column', async () => {
  const claims = (visitorAuthClaims: object) => visit('a', {}, { visitorAuthClaims });
  await track(claims({ plan: 'team', partner: true }), claims({ plan: 'free' }), claims({}));
  const plan = { column: 'visitorClaim', claim: 'plan' };
  const select = [plan, { column: 'eventsCount' }];
  expect(await rows({ select, order: { by: plan } })).toEqual([
    ['free', 1],
    ['team', 1],
    [null, 1],
  ]);
  expect(await rows({ select, where: [{ ...plan, values: ['team'] }] })).toEqual([['team', 1]]);
  expect(await rows({ where: [{ ...plan, operator: 'notIn', values: ['team', 'free'] }] })).toEqual([[1]]);
  const names = await rows({
    groupBy: [{ column: 'visitorClaimProperty' }],
    order: { by: { column: 'visitorClaimProperty' } },
  });
  expect(names.map(([name]) => name)).toEqual(['partner', 'plan', null]);
  expect(await rows({ where: [{ column: 'visitorClaimProperty', values: ['partner'] }] })).toEqual([[1]]);
  expect(await refusedQuestion({ order: { by: plan } })).toBe(400);
});
