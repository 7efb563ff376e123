/** Tests insights: counts by time, ranges and order, and visitor segments. */
import { beforeEach, expect, test } from 'vitest';
import { ago, dayMs, hourMs, type InsightSite, openInsightSite, visit } from './insight-site.ts';

let at: InsightSite['at'];
let base: InsightSite['base'];
let track: InsightSite['track'];
let rows: InsightSite['rows'];
let refusedQuestion: InsightSite['refusedQuestion'];

beforeEach(async () => {
  ({ at, base, track, rows, refusedQuestion } = await openInsightSite());
});

test('events, sessions and visitors are each counted once', async () => {
  await track(visit('a'), visit('a'), visit('b'), visit('b', {}, { sessionId: 'b-2' }), { type: 'page_view' });
  const select = ['eventsCount', 'sessionsCount', 'visitorsCount'].map((column) => ({ column }));
  expect(await rows({ select })).toEqual([[5, 3, 2]]);
  expect(await rows({})).toEqual([[5]]);
  expect(await rows({ where: [{ column: 'eventType', values: ['ad_click'] }] })).toEqual([[0]]);
});

test('time is grouped by hours, days, weeks from Monday, and months, in UTC', async () => {
  await track(
    ...['2026-06-01T00:00:00Z', '2026-05-31T23:59:59Z', '2026-06-01T02:30:00+03:00', '2026-06-03T10:20:30Z'].map(
      (timestamp) => visit('a', { timestamp }),
    ),
  );
  const times = (interval: string) => rows({ select: [{ column: 'datetime', interval }, { column: 'eventsCount' }] });
  expect(await times('hour')).toEqual([
    ['2026-05-31T23:00:00.000Z', 2],
    ['2026-06-01T00:00:00.000Z', 1],
    ['2026-06-03T10:00:00.000Z', 1],
  ]);
  expect((await times('day')).map(([, count]) => count)).toEqual([2, 1, 1]);
  expect(await times('week')).toEqual([
    ['2026-05-25T00:00:00.000Z', 2],
    ['2026-06-01T00:00:00.000Z', 2],
  ]);
  expect(await times('month')).toEqual([
    ['2026-05-01T00:00:00.000Z', 2],
    ['2026-06-01T00:00:00.000Z', 2],
  ]);
  expect(
    await rows({ select: [{ column: 'datetime' }], groupBy: [{ column: 'datetime', interval: 'month' }] }),
  ).toHaveLength(2);
});

test('rows are ordered by any column, empty values last, and limited', async () => {
  await track(...['p1', 'p2', 'p2', 'p3', 'p3', 'p3', null].map((page) => visit('a', { location: { page } })));
  const pages = async (by: object, direction?: string, limit = 1000) =>
    (
      await rows({
        select: [{ column: 'page' }],
        order: { by, ...(direction === undefined ? {} : { direction }) },
        limit,
      })
    ).map(([page]) => page);
  expect(await pages({ column: 'eventsCount' }, 'desc')).toEqual(['p3', 'p2', 'p1', null]);
  expect(await pages({ column: 'page' })).toEqual(['p1', 'p2', 'p3', null]);
  expect(await pages({ column: 'page' }, 'desc')).toEqual(['p3', 'p2', 'p1', null]);
  expect(await pages({ column: 'eventsCount' }, 'desc', 2)).toEqual(['p3', 'p2']);
  for (const limit of [0, 1001, 1.5]) expect(await refusedQuestion({ limit })).toBe(400);
});

test('ranges end now or at a given time, and include their start but not their end', async () => {
  await track(
    ...[0, 24, 25, 7 * 24 + 1, 31 * 24, 100 * 24, 364 * 24, 366 * 24].map((hours) =>
      visit('a', { timestamp: ago(hours * hourMs) }),
    ),
  );
  await track(visit('future', { timestamp: ago(-hourMs) }));
  const counts = [];
  for (const range of ['last24Hours', 'last7Days', 'last30Days', 'last3Months', 'lastYear'])
    counts.push((await rows({ range }))[0]?.[0]);
  expect(counts).toEqual([2, 3, 4, 5, 7]);
  expect(await rows({ range: { from: ago(25 * hourMs), to: ago(0) } })).toEqual([[2]]);
  expect(await rows({ range: { from: ago(0), to: ago(0) } })).toEqual([[0]]);
  expect(await refusedQuestion({ range: { from: ago(0), to: ago(hourMs) } })).toBe(400);
  for (const range of ['lastCentury', 'constructor', '', {}]) expect(await refusedQuestion({ range })).toBe(400);
  expect(await at.refused('POST', `${base}/events/aggregate`, {})).toBe(400);
});

test('many simultaneous events are all counted, and one invalid event refuses the whole batch', async () => {
  await track(
    ...Array.from({ length: 1201 }, (_, index) => visit(`v${index}`)),
    visit('earlier', { timestamp: ago(2 * hourMs) }),
    visit('later', { timestamp: ago(0) }),
  );
  expect(await rows({ select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }] })).toEqual([[1203, 1203]]);
  expect(await at.refused('POST', `${base}/events`, { events: [visit('x'), { session: {} }] })).toBe(400);
  expect(
    await at.refused('POST', `${base}/events`, {
      events: [visit('x'), visit('y', { timestamp: '2026-06-30T23:59:60Z' })],
    }),
  ).toBe(400);
  let deep: object = {};
  for (let level = 0; level < 200; level += 1) deep = { deep };
  expect(
    await at.refused('POST', `${base}/events`, { events: [visit('x'), visit('y', {}, { visitorAuthClaims: deep })] }),
  ).toBe(400);
  expect(await rows({})).toEqual([[1203]]);
});

test('visitor segments are grouped by claims, and paged', async () => {
  const claims = (visitor: string, visitorAuthClaims: object) => visit(visitor, {}, { visitorAuthClaims });
  await track(
    claims('a', { plan: 'team', partner: true }),
    claims('b', { partner: true, plan: 'team' }),
    claims('a', { plan: 'free' }),
  );
  await track(visit('c', { timestamp: ago(900 * dayMs) }), claims('c', {}), visit('c'));
  expect(await at.list(`${base}/visitor-segments`, 1)).toEqual([
    { title: 'No claims', claims: {}, events: 3, visitors: 1, sessions: 1 },
    {
      title: 'partner: true, plan: team',
      claims: { partner: true, plan: 'team' },
      events: 2,
      visitors: 2,
      sessions: 2,
    },
    { title: 'plan: free', claims: { plan: 'free' }, events: 1, visitors: 1, sessions: 1 },
  ]);
});

test('events belong to one site, and are deleted with it', async () => {
  await track(visit('a'));
  const other = await at.post('~/sites', { title: 'Other' });
  const question = { range: 'lastYear' };
  expect((await at.post(`~/sites/${other.id}/insights/events/aggregate`, question)).columns).toEqual([
    { column: 'eventsCount', values: [0] },
  ]);
  await at.delete(base.replace('/insights', ''));
  for (const [method, path, body] of [
    ['POST', '/events', { events: [] }],
    ['POST', '/events/aggregate', question],
    ['GET', '/visitor-segments', undefined],
  ] as const)
    expect(await at.refused(method, base + path, body)).toBe(404);
});
