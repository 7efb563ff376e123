/** Tests collections and spaces: tree, order, trash, duplicates and transfers. */
import { beforeEach, expect, test } from 'vitest';
import { type Json, makeSpaces, type Opened, open } from './open.ts';

let at: Opened;
let nowMs = Date.UTC(2026, 5, 1);
const dayMs = 24 * 60 * 60 * 1000;

beforeEach(() => {
  nowMs = Date.UTC(2026, 5, 1);
  at = open({ seed: 'empty', now: () => nowMs });
});

const collect = (title: string, parent?: Json): Promise<Json> =>
  at.post('~/collections', parent === undefined ? { title } : { title, parent: parent.id });
const titles = async (query = ''): Promise<string> =>
  (await at.list(`~/collections${query}`)).map(({ title }) => title).join(' ');
const move = (kind: string, id: string | undefined, body: object): Promise<Json> =>
  at.post(`/v1/${kind}s/${id}/move`, body);

test('collections are listed depth first, or only at the top level', async () => {
  const [a, b] = [await collect('A'), await collect('B')];
  const inner = await collect('A1', a);
  await collect('A11', inner);
  expect(inner).toMatchObject({ parent: a.id, defaultLevel: 'inherit' });
  expect(b).not.toHaveProperty('parent');
  expect(await titles()).toBe('A A1 A11 B');
  expect(await titles('?nested=false')).toBe('A B');
  expect((await at.post('~/collections', {})).title).toBe('Untitled');
});

test('a collection can move to another parent or next to a sibling, but not into itself', async () => {
  const [a, b, c] = [await collect('A'), await collect('B'), await collect('C')];
  await move('collection', c.id, { parent: a.id });
  await move('collection', b.id, { parent: a.id, position: { before: { type: 'collection', collection: c.id } } });
  expect(await titles()).toBe('A B C');
  expect(await at.refused('POST', `/v1/collections/${a.id}/move`, { parent: c.id })).toBe(412);
  expect(await at.refused('POST', `/v1/collections/${a.id}/move`, { parent: a.id })).toBe(412);
  expect(await at.refused('POST', `/v1/collections/${a.id}/move`, { parent: 'unknown' })).toBe(404);
  expect(
    await at.refused('POST', `/v1/collections/${a.id}/move`, {
      position: { after: { type: 'collection', collection: c.id } },
    }),
  ).toBe(400);
  expect(
    await move('collection', b.id, { parent: null, position: { before: { type: 'collection', collection: a.id } } }),
  ).not.toHaveProperty('parent');
  expect(await titles()).toBe('B A C');
});

test('spaces and collections of one parent share one order', async () => {
  const [one, two] = await makeSpaces(at, 'One', 'Two');
  const a = await collect('A');
  await move('space', one, { parent: a.id });
  await move('space', two, { parent: a.id, position: { before: { type: 'space', space: one } } });
  const inner = await collect('Inner', a);
  await move('collection', inner.id, { position: { after: { type: 'space', space: two } } });
  const listed = await at.list(`/v1/collections/${a.id}/spaces`);
  expect(listed.map(({ title, visibility, parent }) => [title, visibility, parent])).toEqual([
    ['Two', 'in-collection', a.id],
    ['One', 'in-collection', a.id],
  ]);
  await move('space', one, { position: { before: { type: 'collection', collection: inner.id } } });
  expect((await at.list(`/v1/collections/${a.id}/spaces`)).map(({ title }) => title)).toEqual(['Two', 'One']);
});

test('a collection with members cannot be deleted, but one with only trashed spaces can', async () => {
  const [one] = await makeSpaces(at, 'One');
  const a = await collect('A');
  const inner = await collect('Inner', a);
  expect(await at.refused('DELETE', `/v1/collections/${a.id}`)).toBe(412);
  await move('space', one, { parent: inner.id });
  expect(await at.refused('DELETE', `/v1/collections/${inner.id}`)).toBe(412);
  await at.delete(`/v1/spaces/${one}`);
  await at.delete(`/v1/collections/${inner.id}`);
  await at.delete(`/v1/collections/${a.id}`);
  expect(await at.refused('DELETE', `/v1/collections/${a.id}`)).toBe(404);
  expect(await at.post(`/v1/spaces/${one}/restore`)).not.toHaveProperty('parent');
});

test('PATCH of collections and spaces keeps absent fields, sets a null level, and ignores parent', async () => {
  const a = await collect('A');
  await at.patch(`/v1/collections/${a.id}`, { description: 'What', defaultLevel: null });
  expect(await at.patch(`/v1/collections/${a.id}`, { title: 'B' })).toMatchObject({
    title: 'B',
    description: 'What',
    defaultLevel: null,
  });
  const [one] = await makeSpaces(at, 'One');
  nowMs += 1000;
  const patched = await at.patch(`/v1/spaces/${one}`, {
    emoji: '1f600',
    editMode: 'locked',
    defaultLevel: 'read',
    parent: a.id,
  });
  expect(patched).toMatchObject({ title: 'One', emoji: '1f600', editMode: 'locked', defaultLevel: 'read' });
  expect(patched).not.toHaveProperty('parent');
  expect(Date.parse(patched.updatedAt)).toBeGreaterThan(Date.parse(patched.createdAt));
});

test('a deleted space has a time, is not listed, can be restored to its place, and is gone after 7 days', async () => {
  const [one, two, three] = await makeSpaces(at, 'One', 'Two', 'Three');
  const a = await collect('A');
  for (const id of [one, two, three]) await move('space', id, { parent: a.id });
  const listed = async () => (await at.list(`/v1/collections/${a.id}/spaces`)).map(({ title }) => title).join(' ');
  expect(await at.refused('POST', `/v1/spaces/${two}/restore`)).toBe(409);
  await at.delete(`/v1/spaces/${two}`);
  expect(await listed()).toBe('One Three');
  expect(await at.get(`/v1/spaces/${two}`)).toMatchObject({ title: 'Two', deletedAt: new Date(nowMs).toISOString() });
  for (const [method, path] of [
    ['DELETE', ''],
    ['PATCH', ''],
    ['POST', '/duplicate'],
    ['POST', '/move'],
    ['GET', '/custom-fields'],
  ]) {
    expect(await at.refused(method ?? '', `/v1/spaces/${two}${path}`, method === 'GET' ? undefined : {}), path).toBe(
      404,
    );
  }
  nowMs += 6 * dayMs;
  expect(await at.post(`/v1/spaces/${two}/restore`)).not.toHaveProperty('deletedAt');
  expect(await listed()).toBe('One Two Three');
  await at.delete(`/v1/spaces/${two}`);
  nowMs += 7 * dayMs + 1;
  expect(await at.refused('GET', `/v1/spaces/${two}`)).toBe(404);
  expect(await at.refused('POST', `/v1/spaces/${two}/restore`)).toBe(404);
});

test('a duplicate is placed next to the original, with a title of at most 50 characters', async () => {
  const a = await collect('A');
  const [one] = await makeSpaces(at, 'One');
  await move('space', one, { parent: a.id });
  await at.patch(`/v1/spaces/${one}`, { title: 'x'.repeat(50), emoji: '1f600' });
  const copy = await at.post(`/v1/spaces/${one}/duplicate`);
  expect(copy).toMatchObject({ title: `${'x'.repeat(43)} (copy)`, emoji: '1f600', parent: a.id, editMode: 'live' });
  expect(await at.list(`/v1/collections/${a.id}/spaces`)).toHaveLength(2);
});

test('a collection is transferred with its members, unless one is on a site', async () => {
  const two = open({ seed: 'medium' });
  const [acme, globex] = await two.list('/v1/orgs');
  const product = (await two.list('~/collections')).find(({ title }) => title === 'Product');
  const transfer = `/v1/collections/${product?.id}/transfer`;
  expect(await two.refused('POST', transfer, { organization: acme?.id })).toBe(409);
  expect(await two.refused('POST', transfer, { organization: 'unknown' })).toBe(404);
  expect(await two.refused('POST', transfer, { organization: globex?.id })).toBe(412);
  for (const site of await two.list('~/sites')) await two.delete(`~/sites/${site.id}`);
  expect(await two.post(transfer, { organization: globex?.id })).toMatchObject({
    organization: globex?.id,
    title: 'Product',
  });
  expect((await two.list(`/v1/orgs/${globex?.id}/collections`)).map(({ title }) => title)).toEqual([
    'Product',
    'Archive',
  ]);
  expect((await two.list('~/collections')).map(({ title }) => title)).toEqual(['Internal']);
  expect(
    (await two.list(`/v1/collections/${product?.id}/spaces`)).every(({ organization }) => organization === globex?.id),
  ).toBe(true);
});
