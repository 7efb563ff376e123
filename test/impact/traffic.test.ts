/** A plan counts the page views of URLs that end or move, with one request for each of these sites, and never takes unknown views for none. */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Transport } from '../../src/contract/transport.ts';
import { plan } from '../../src/library/plan.ts';
import { planDocument } from '../../src/report/plan/json.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { planText } from '../../src/report/plan/text.ts';
import { type Case, caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

type Dialect = NonNullable<Case['dialect']>;
const dialects: readonly Dialect[] = ['2025-06', 'gitbook'];

const section = (key: string, path = key) => ({ section: key, path, spaces: [{ space: key }] });
const home = section('home');
const spaces = { home: { title: 'Home' }, guides: { title: 'Guides' }, api: { title: 'API' } };
const all = [home, section('guides'), section('api')];

/** Page views of a section of the site, also of pages below it. An event of the year 2020 does not count. */
function visits(site: string, key: string, views: number): string {
  const place = `sites/${site}/sections/${key}`;
  const location = { url: `https://acme.dev/${key}/x`, siteSection: place, siteSpace: `${place}/spaces/${key}` };
  const event = { type: 'page_view', location };
  const others = [
    { ...event, timestamp: '2020-01-01T00:00:00Z' },
    { ...event, type: 'link_click' },
  ];
  const body = JSON.stringify({ events: [...Array.from({ length: views }, () => event), ...others] });
  return `POST /sites/${site}/insights/events ${body}`;
}

function caseWith(after: { readonly [site: string]: object }, more: Partial<Case> = {}, policy: object = {}): Case {
  return caseOf({
    live: { spaces, sites: { docs: { structure: all }, other: { structure: all } } } as Case['live'],
    before: [visits('docs', 'guides', 98), visits('docs', 'api', 26), visits('other', 'api', 7)],
    desired: stringify({ policy: { maxDeletes: 10, ...policy }, spaces, sites: after }),
    allow: { deletes: 2, addresses: [] },
    ...more,
  });
}

async function planned(each: Case, answer: (send: Transport) => Transport = (send) => send, hasInsights = true) {
  const asked: string[] = [];
  const { reference, ids, options } = await openCase(each, (send) => (request, more) => {
    if (request.method !== 'GET') asked.push(`${request.method} ${request.path}`);
    return answer(send)(request, more);
  });
  const result = await plan({ ...options, hasInsights, maxWaitMs: 0 });
  reference.close();
  return { ...result, asked, docs: ids.get('sites/docs') };
}

const refusing: (send: Transport) => Transport = (send) => (request, more) =>
  request.method === 'GET'
    ? send(request, more)
    : Promise.resolve({ status: 403, headers: {}, body: { error: { code: 403, message: 'no insights' } } });

const ended = { docs: { structure: [home] }, other: { structure: all } };

test.each(dialects)(
  'the views of ended URLs are exact and come from one request for their site (%s)',
  async (dialect) => {
    const { plan: made, asked, docs, digest } = await planned(caseWith(ended, { dialect }));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(new RegExp(`^POST .*/sites/${docs}/insights/events/aggregate$`));
    expect(made.traffic?.map(({ path, change, views, address }) => ({ path, change, views, address }))).toEqual([
      { path: '/guides', change: 'ends', views: 98, address: 'sites/docs/sections/guides/spaces/guides' },
      { path: '/api', change: 'ends', views: 26, address: 'sites/docs/sections/api/spaces/api' },
    ]);
    const line =
      '2 URLs will stop working (/guides, /api): 124 views in the last 30 days, 98 of them of /guides; docform found no redirects from the old URLs';
    const text = planText(made);
    expect(text).toContain(`  ${line}\n`);
    // Without counts, the address decides the order.
    expect(text.indexOf('section "Guides": the section')).toBeLessThan(text.indexOf('section "Api": the section'));
    expect(planComment(made).text.replaceAll('\\', '')).toContain(`- ${line}`);
    expect(planDocument(made, { host: 'x', digest, requests: 1 }).traffic).toMatchObject([
      { views: 98 },
      { views: 26 },
    ]);
  },
);

test('sites whose URLs stay are not asked, and a plan without such changes asks none', async () => {
  const titled = { docs: { title: 'Manual', structure: all }, other: { structure: all } };
  const { asked, plan: made } = await planned(caseWith(titled));
  expect({ asked, traffic: made.traffic }).toEqual({ asked: [], traffic: undefined });
  const both = {
    docs: { structure: [home, section('guides'), section('api', 'reference')] },
    other: { structure: [home, section('guides')] },
  };
  const moved = await planned(caseWith(both));
  expect(moved.asked).toHaveLength(2);
  expect(planText(moved.plan)).toMatch(/ 1 URL will stop working \(https:.*\/api\): 7 views in the last 30 days/);
  expect(planText(moved.plan)).toMatch(/ 1 URL will change \(https:.*\/api\): 26 views in the last 30 days/);
});

test('refused or malformed answers are unknown, never 0, and the digest does not depend on counts', async () => {
  const known = await planned(caseWith(ended));
  const odd =
    (body: unknown) =>
    (send: Transport): Transport =>
    (request, more) =>
      request.method === 'GET' ? send(request, more) : Promise.resolve({ status: 200, headers: {}, body });
  const columns = (views: unknown) => ({
    columns: [
      { column: 'siteSection', values: ['x'] },
      { column: 'siteSpace', values: ['x'] },
      { column: 'eventsCount', values: [views] },
    ],
  });
  const answers = [refusing, odd({}), odd({ columns: [] }), odd(columns(-1)), odd(columns('9')), odd(columns(1.5))];
  for (const answer of answers) {
    const { plan: made, digest } = await planned(caseWith(ended), answer);
    expect(made.traffic?.map(({ views }) => views)).toEqual([undefined, undefined]);
    expect(planText(made)).toContain('2 URLs will stop working (/api, /guides): views: (unknown)');
    expect(digest).toBe(known.digest);
  }
});

test('without insights no request is sent and nothing is claimed', async () => {
  const { asked, plan: made, digest } = await planned(caseWith(ended), undefined, false);
  expect({ asked, traffic: made.traffic, guards: made.guards }).toEqual({ asked: [], traffic: undefined, guards: [] });
  expect(digest).toBe((await planned(caseWith(ended))).digest);
});

test('policy.maxReaders blocks above its number, and if the views are unknown', async () => {
  const guards = async (maxReaders: number, ...how: [((send: Transport) => Transport)?, boolean?]) =>
    (await planned(caseWith(ended, {}, { maxReaders }), ...how)).plan.guards.map(
      ({ code, reason }) => `${code} ${reason}`,
    );
  expect(await guards(124)).toEqual([]);
  expect(await guards(123)).toEqual([
    'B-READERS the URLs that end or move had 124 page views in 30 days, and `policy.maxReaders` allows 123',
  ]);
  expect(await guards(1_000, refusing)).toEqual([
    expect.stringMatching(/^B-READERS page views of .*\/api, .*\/guides: \(unknown/),
  ]);
  expect(await guards(1_000, undefined, false)).toEqual([expect.stringContaining('(unknown')]);
});

test('a URL that a redirect of the plan keeps concerns nobody', async () => {
  const structure = [home, section('guides', 'handbook'), section('api')];
  const after = { docs: { redirectMoved: 'live', structure }, other: { structure: all } };
  const { plan: made } = await planned(caseWith(after, { dialect: 'gitbook' }, { maxReaders: 0 }));
  expect(made.guards).toEqual([]);
  expect(planText(made)).toMatch(
    / 1 URL will change \(https:.*\/guides\): 98 views in the last 30 days; the old URL redirects/,
  );
});
