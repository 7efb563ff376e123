/** Tests pages: default size, limits, cursors, counts, and lists that change between pages. */
import { beforeAll, expect, test } from 'vitest';
import { type Opened, open } from './open.ts';

let at: Opened;

beforeAll(async () => {
  at = open({ seed: 'empty' });
  for (let number = 1; number <= 25; number += 1)
    await at.put('~/teams', { title: `Team ${String(number).padStart(2, '0')}` });
});

/** Pages from the store, from a filtered array, and from a combined array. */
const paths = ['~/teams', '~/teams?title=team'];

test.each(paths)('%s has 10 items without limit, and a count of all', async (path) => {
  const page = await at.get(path);
  expect(page.items).toHaveLength(10);
  expect(page.count).toBe(25);
  expect(page.next.page).toMatch(/^[A-Za-z0-9_-]+$/);
});

test.each(paths)('%s can be read in pages of any size, each item once, without next on the last page', async (path) => {
  const whole = await at.list(path, 1000);
  expect(whole).toHaveLength(25);
  for (const limit of [1, 5, 7, 24, 25, 26]) expect(await at.list(path, limit), `limit ${limit}`).toEqual(whole);
  const separator = path.includes('?') ? '&' : '?';
  expect(await at.get(`${path}${separator}limit=25`)).not.toHaveProperty('next');
  expect(await at.get(`${path}${separator}limit=24`)).toHaveProperty('next');
});

test.each(paths)('%s with limit 0 only counts', async (path) => {
  expect(await at.get(`${path}${path.includes('?') ? '&' : '?'}limit=0`)).toEqual({ count: 25, items: [] });
});

test('limit is an integer from 0 to 1000', async () => {
  for (const limit of ['1001', '-1', '1.5', 'ten', '', '1&limit=2']) {
    const answer = await at.send('GET', `~/teams?limit=${limit}`);
    expect([answer.status, answer.message.startsWith('query.limit')], limit).toEqual([400, true]);
  }
  expect((await at.get('~/teams?limit=1000')).items).toHaveLength(25);
});

test('an unknown cursor is refused, also that of another kind of list', async () => {
  const { next } = await at.get('~/teams?title=team&limit=5');
  for (const page of ['nonsense', '', next.page])
    expect(await at.refused('GET', `~/teams?page=${page}`), page).toBe(400);
  for (const path of paths) {
    const separator = path.includes('?') ? '&' : '?';
    for (const limit of [0, 10])
      expect(await at.refused('GET', `${path}${separator}page=nonsense&limit=${limit}`), path).toBe(400);
  }
});

test.each(paths)('%s loses and repeats nothing when items are deleted between pages', async (path) => {
  const changing = open({ seed: 'empty' });
  const made = [];
  for (let number = 0; number < 9; number += 1) made.push(await changing.put('~/teams', { title: `Team ${number}` }));
  const separator = path.includes('?') ? '&' : '?';
  const first = await changing.get(`${path}${separator}limit=3`);
  await changing.delete(`~/teams/${made[0]?.id}`);
  const second = await changing.get(`${path}${separator}limit=3&page=${first.next.page}`);
  expect(second.items.map(({ title }) => title)).toEqual(['Team 3', 'Team 4', 'Team 5']);
  expect(second.count).toBe(8);
});

test('descending lists are paged', async () => {
  const medium = open({ seed: 'medium' });
  const ascending = await medium.list('~/members?order=asc', 1000);
  expect(ascending.length).toBeGreaterThanOrEqual(12);
  for (const limit of [1, 4, 1000]) expect(await medium.list('~/members', limit)).toEqual([...ascending].reverse());
  expect(await medium.list('~/members?sort=lastSeenAt', 2)).toHaveLength(
    ascending.filter((member) => member.lastSeenAt !== undefined).length,
  );
});
