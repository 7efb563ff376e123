/** Tests the fixture `medium` over HTTP. */
import { expect, test } from 'vitest';
import { createFixture } from '../../src/server/index.ts';
import { withObjects } from '../support/live-world.ts';
import { type Json, open } from './open.ts';

const at = open({ seed: 'medium', now: () => Date.UTC(2026, 10, 2, 12), strict: true });

test('medium has two organizations, the first with members, an invite and a specification', async () => {
  const organizations = await at.list('/v1/orgs');
  expect(organizations.length).toBeGreaterThanOrEqual(2);
  expect(organizations[0]?.id).toBe(at.platform.organization);
  const members = await at.list('~/members');
  expect(members.length).toBeGreaterThanOrEqual(4);
  expect(members.every(({ user }) => /^[^@]+@[^@]+$/.test(user.email))).toBe(true);
  expect(members.some(({ role }) => role === 'admin')).toBe(true);
  expect(await at.get('~/link-invites/inv_123')).toMatchObject({ object: 'invite' });
  const [spec] = await at.list('~/openapi');
  expect((await at.list(`~/openapi/${spec?.slug}/versions`)).length).toBeGreaterThanOrEqual(1);
});

test('medium has a space with change request number 1, with pages and files', async () => {
  const [admin] = await at.list('~/members?role=admin&order=asc');
  const spaces = await at.list(`~/members/${admin?.id}/spaces`);
  const [changed] = spaces.filter(({ space }) => space.changeRequests > 0);
  const base = `/v1/spaces/${changed?.space.id}/change-requests/1/content`;
  expect((await at.get(`${base}/pages`)).pages.length).toBeGreaterThan(1);
  expect((await at.list(`${base}/files`)).length).toBeGreaterThan(0);
});

test('a search in medium finds pages', async () => {
  const [home] = await at.list('~/search?query=setup');
  expect([home?.title, home?.pages[0].title]).toEqual(['Home', 'Setup']);
});

test('insights of medium have events in every range except the last hours', async () => {
  const [docs] = await at.list('~/sites');
  const base = `~/sites/${docs?.id}/insights`;
  const count = async (range: string): Promise<number> =>
    (await at.post(`${base}/events/aggregate`, { select: [{ column: 'eventsCount' }], range })).columns[0].values[0];
  for (const range of ['lastYear', 'last3Months', 'last30Days', 'last7Days'])
    expect(await count(range), range).toBeGreaterThan(0);
  const segments = await at.list(`${base}/visitor-segments`);
  expect(segments.map(({ title }) => title)).toContain('partner: true, plan: team');
  const { columns } = await at.post(`${base}/events/aggregate`, {
    select: ['siteSection', 'visitorBrowser', 'eventsCount'].map((column) => ({ column })),
    order: { by: { column: 'eventsCount' }, direction: 'desc' },
    range: 'lastYear',
  });
  const sections = (await at.list(`~/sites/${docs?.id}/sections`)).map(({ id }) => id);
  expect(columns[0].values.length).toBeGreaterThan(5);
  expect(columns[0].values.every((id: string) => sections.includes(id))).toBe(true);
});

test('visits do not change the ids of other objects', async () => {
  const world = createFixture('medium', 1);
  const bare = open({ seed: withObjects(world, (objects) => objects.filter(({ kind }) => kind !== 'visitor-event')) });
  const full = open({ seed: 'medium' });
  const ids = async (opened: typeof at): Promise<string[]> => {
    const { id } = await opened.put('~/teams', { title: 'New' });
    const lists: (readonly Json[])[] = [];
    for (const list of ['members', 'teams', 'sites', 'collections', 'openapi'])
      lists.push(await opened.list(`~/${list}`));
    return [id, ...lists.flat().map((one) => one.id)];
  };
  expect(await ids(full)).toEqual(await ids(bare));
});
