/** Tests the content of change requests: pages, files, links, backlinks, flags and imports. */
import { beforeEach, expect, test } from 'vitest';
import { createFixture } from '../../src/server/index.ts';
import { withContent } from '../support/live-world.ts';
import { type Json, type Opened, open } from './open.ts';

let at: Opened;
let space: string;
let base: string;

beforeEach(async () => {
  at = open({ seed: 'medium', strict: true });
  const [admin] = await at.list('~/members?order=asc');
  const spaces = await at.list(`~/members/${admin?.id}/spaces?order=asc`);
  space = spaces.find((one) => one.space.title === 'Home')?.space.id;
  base = `/v1/spaces/${space}/change-requests/1/content`;
});

const pages = async (): Promise<Json[]> => (await at.get(`${base}/pages`)).pages;

test('a change request is found by number or id, only in its space', async () => {
  const [{ target } = { target: {} }] = await at.list(`/v1/spaces/${space}/change-requests/1/comments`);
  const byId = base.replace('/1/', `/${target.changeRequest}/`);
  expect(await at.get(byId)).toEqual(await at.get(base));
  expect(await at.get(`/v1/spaces/${space}`)).toMatchObject({
    changeRequests: 1,
    changeRequestsOpen: 1,
    changeRequestsDraft: 0,
  });
  for (const name of ['2', '01', 'unknown'])
    expect(await at.refused('GET', base.replace('/1/', `/${name}/`))).toBe(404);
  const copy = await at.post(`/v1/spaces/${space}/duplicate`);
  expect(await at.refused('GET', base.replace(space, copy.id))).toBe(404);
  expect((await at.get(`/v1/spaces/${copy.id}/links`)).stats).toEqual(
    (await at.get(`/v1/spaces/${space}/links`)).stats,
  );
});

test('pages are a tree, one page contains its text, and the flags omit parts', async () => {
  const [start, guides, api] = await pages();
  expect([start?.path, guides?.type, guides?.pages.map((page: Json) => page.path)]).toEqual([
    'start',
    'group',
    ['guides/setup', 'guides/refunds'],
  ]);
  expect((await at.get(`${base}/page/${start?.id}`)).markdown).toMatch(/^# Start/);
  expect(await at.get(`${base}/page/${start?.id}?format=document`)).not.toHaveProperty('markdown');
  expect((await at.get(`${base}/page/${api?.id}`)).markdown).toContain('payments');
  expect(await at.get(`${base}/page/${api?.id}?computed=false`)).not.toHaveProperty('markdown');
  expect(await at.refused('GET', `${base}/page/unknown`)).toBe(404);
  expect(JSON.stringify(await at.get(base))).toContain('"git"');
  for (const path of ['', '/pages', '/files', `/page/${start?.id}`])
    expect(JSON.stringify(await at.get(`${base}${path}?metadata=false`)), path).not.toContain('"git"');
});

test('files have dimensions and backlinks', async () => {
  const [flow, terms] = await at.list(`${base}/files`, 1);
  expect(await at.get(`${base}/files/${flow?.id}`)).toMatchObject({
    name: 'flow.png',
    dimensions: { width: 1280, height: 720 },
  });
  expect(terms).not.toHaveProperty('dimensions');
  const links = await at.list(`${base}/files/${flow?.id}/backlinks`, 1);
  expect(links.map(({ kind, page }) => [kind, page.path])).toEqual([
    ['page', 'start'],
    ['page', 'guides/refunds'],
  ]);
  expect(await at.list(`${base}/files/${terms?.id}/backlinks`)).toEqual([]);
  expect(await at.refused('GET', `${base}/files/unknown`)).toBe(404);
});

test('links of a page and of a space are found and counted', async () => {
  const [, guides] = await pages();
  const refunds = await at.get(`${base}/page/${guides?.pages[1].id}/links`);
  expect(refunds.stats).toEqual({ total: 5, broken: { total: 1, changeRequest: 1 } });
  expect(refunds.items.map(({ status, targetReference }) => [status, targetReference?.kind])).toEqual([
    ['broken', undefined],
    ['in-app', 'url'],
    ['ok', 'file'],
    ['ok', 'reusable-content'],
    ['ok', 'openapi'],
  ]);
  expect((await at.get(`${base}/page/${guides?.pages[0].id}/links`)).stats.broken).toEqual({
    total: 1,
    changeRequest: 0,
  });
  const links = `/v1/spaces/${space}/links`;
  expect((await at.get(`${links}?status=broken&limit=1`)).items).toMatchObject([
    { status: 'broken', locationReferences: [{ page: { path: 'guides/setup' } }] },
  ]);
  expect((await at.get(`${links}?status=broken`)).stats).toEqual({ total: 6, broken: { total: 1, changeRequest: 0 } });
  expect(await at.list(links, 2)).toEqual(await at.list(links));
  expect(await at.list(`${links}?status=in-app`)).toEqual([]);
});

test('an import creates a revision with one more page', async () => {
  const before = await at.get(base);
  const body = { url: 'https://acme.dev/docs/old-guide.html', source: 'website' };
  const first = await at.post(`${base}/import`, body);
  expect(first).toMatchObject({ importedResources: 1, totalResources: 1 });
  const after = await at.get(base);
  expect([after.id, after.parents]).toEqual([first.revision, [before.id]]);
  await at.post(`${base}/import`, body);
  const made = (await pages()).slice(-2);
  expect(made.map(({ title, path }) => [title, path])).toEqual([
    ['Old guide', 'old-guide'],
    ['Old guide', 'old-guide-2'],
  ]);
  const { items } = await at.get(`${base}/page/${made[0]?.id}/links`);
  expect(items).toMatchObject([{ status: 'ok', targetReference: { kind: 'url', url: body.url } }]);
  expect(await at.refused('POST', `${base}/import`, { ...body, source: 'telepathy' })).toBe(400);
  expect(await at.refused('POST', `${base}/import`, { ...body, url: 'no address' })).toBe(400);
});

test('an import into a merged or archived change request is refused', async () => {
  const world = createFixture('medium', 1);
  for (const [status, expected] of [
    ['draft', 201],
    ['merged', 412],
    ['archived', 412],
  ] as const) {
    const other = open({
      seed: withContent(world, (content) => ({
        ...content,
        changeRequests: content.changeRequests.map((one) => ({ ...one, status })),
      })),
    });
    const answer = await other.send('POST', `${base}/import`, { url: 'https://acme.dev', source: 'website' });
    expect([status, answer.status]).toEqual([status, expected]);
  }
});

test('an import into a locked space is refused', async () => {
  const body = { url: 'https://acme.dev/terms', source: 'website' };
  await at.patch(`/v1/spaces/${space}`, { editMode: 'locked' });
  expect(await at.refused('POST', `${base}/import`, body)).toBe(412);
  await at.patch(`/v1/spaces/${space}`, { editMode: 'live' });
  await at.post(`${base}/import`, body);
});

test('a revision contains reusable content with a document id', async () => {
  const { reusableContents } = await at.get(base);
  expect(reusableContents).toMatchObject([{ id: 'reusable_support', title: 'Support', document: expect.any(String) }]);
  expect(JSON.stringify((await at.get(`${base}?metadata=false`)).reusableContents)).not.toContain('"git"');
  await at.post(`${base}/import`, { url: 'https://acme.dev/more', source: 'website' });
  expect((await at.get(base)).reusableContents).toEqual(reusableContents);
});
