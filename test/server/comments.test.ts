/** Tests comments and replies of spaces and change requests. */
import { beforeEach, expect, test } from 'vitest';
import { type Json, type Opened, open } from './open.ts';

let at: Opened;
let nowMs: number;
let space: Json;
let members: readonly Json[];

beforeEach(async () => {
  nowMs = Date.UTC(2026, 5, 1);
  at = open({ seed: 'medium', strict: true, now: () => nowMs });
  members = await at.list('~/members?order=asc');
  const spaces = await at.list(`~/members/${members[0]?.id}/spaces?order=asc`);
  const home = spaces.find((one) => one.space.title === 'Home');
  space = home?.space;
});

const bases = () => [`/v1/spaces/${space.id}/comments`, `/v1/spaces/${space.id}/change-requests/1/comments`];
const write = (base: string, markdown: string): Promise<Json> => at.post(base, { body: { markdown } });

test('a comment is returned in the requested format', async () => {
  for (const base of bases()) {
    const { id, postedBy, body } = await write(base, '# Title\n\nText');
    expect([postedBy.email, body]).toEqual(['ana@acme.dev', { markdown: '# Title\n\nText' }]);
    const { document } = (await at.get(`${base}/${id}?format=document`)).body;
    expect(document.nodes.map((node: Json) => node.type)).toEqual(['heading-1', 'paragraph']);
    const second = await at.post(base, { body: { document } });
    expect(second.body).toEqual({ markdown: '# Title\n\nText' });
    expect((await at.post(base, { body: {} })).body).toEqual({ markdown: '' });
    expect(await at.refused('GET', `${base}/${id}?format=html`)).toBe(400);
    expect(await at.refused('POST', base, {})).toBe(400);
    const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`);
    expect(await at.refused('POST', base, { body: { document: { object: 'document', nodes: deep } } })).toBe(400);
  }
});

test('reactions count once per user, and reopening removes the resolution', async () => {
  for (const base of bases()) {
    const { id } = await write(base, 'One');
    const path = `${base}/${id}`;
    for (const _ of [1, 2]) await at.put(path, { addedReactions: ['1f44d', '1f44d', '1f600'] });
    const reacted = await at.put(path, { removedReactions: ['1f600'] });
    expect(reacted.reactions).toMatchObject([
      { emoji: '1f44d', count: 1, users: [{ user: { email: 'ana@acme.dev' } }] },
    ]);
    expect(reacted).not.toHaveProperty('editedAt');
    const resolved = await at.put(path, { resolved: true });
    expect(resolved).toMatchObject({
      status: 'resolved',
      resolvedAt: new Date(nowMs).toISOString(),
      resolvedBy: { id: members[0]?.id },
    });
    nowMs += 1000;
    expect((await at.put(path, { resolved: true })).resolvedAt).toBe(resolved.resolvedAt);
    const reopened = await at.put(path, { resolved: false, body: { markdown: 'Two' } });
    expect(reopened).toMatchObject({
      status: 'open',
      editedAt: new Date(nowMs).toISOString(),
      body: { markdown: 'Two' },
    });
    expect(reopened).not.toHaveProperty('resolvedAt');
    expect(reopened).not.toHaveProperty('resolvedBy');
  }
});

test('a reaction of a second user increases the count of the fixture', async () => {
  const [base = ''] = bases();
  const seeded = (await at.list(base)).find(({ reactions }) => reactions.length > 0);
  const { reactions } = await at.put(`${base}/${seeded?.id}`, { addedReactions: ['1f44d'] });
  expect(reactions).toMatchObject([
    { count: 2, users: [{ user: { email: 'bo@acme.dev' } }, { user: { email: 'ana@acme.dev' } }] },
  ]);
});

test('comments are listed newest first, and filtered by status, author and page', async () => {
  const [base = ''] = bases();
  const texts = async (query = '') => (await at.list(`${base}${query}`, 1)).map(({ body }) => body.markdown);
  const [question, spelling] = ['Is the flow still right?', 'Spelling fixed.'];
  expect(await texts()).toEqual([spelling, question]);
  expect(await texts('?order=asc')).toEqual([question, spelling]);
  expect(await texts('?status=open')).toEqual([question]);
  expect(await texts('?status=resolved')).toEqual([spelling]);
  const [ana, bo] = members;
  expect(await texts(`?authors=${bo?.id}`)).toEqual([question]);
  expect(await texts(`?authors=${bo?.id}&authors=${ana?.id}`)).toEqual([spelling, question]);
  const about = (await at.list(base)).find(({ target }) => target.page)?.target;
  expect(about).toMatchObject({ space: space.id, page: { title: 'Start', path: 'start', outdated: false } });
  expect(await texts(`?targetPage=${about.page.id}`)).toEqual([question]);
  expect(await at.refused('GET', `${base}?status=closed`)).toBe(400);
  expect(await at.refused('POST', base, { page: 'unknown', body: {} })).toBe(404);
  expect((await at.get(`/v1/spaces/${space.id}`)).comments).toBe(1);
});

test('replies are counted, read, changed, and deleted with their comment', async () => {
  for (const base of bases()) {
    const path = `${base}/${(await write(base, 'One')).id}`;
    const reply = await at.post(`${path}/replies`, { body: { markdown: 'Yes' } });
    await at.post(`${path}/replies`, { body: { markdown: 'No' } });
    expect((await at.get(path)).replies).toBe(2);
    expect((await at.list(`${path}/replies`, 1)).map(({ body }) => body.markdown)).toEqual(['Yes', 'No']);
    expect((await at.get(`${path}/replies/${reply.id}?format=document`)).body).toHaveProperty('document');
    await at.delete(path);
    expect(await at.refused('GET', `${path}/replies/${reply.id}`)).toBe(404);
    expect(await at.refused('DELETE', path)).toBe(404);
  }
  const [spaces = '', changes = ''] = bases();
  const path = `${spaces}/${(await write(spaces, 'One')).id}`;
  const { id } = await at.post(`${path}/replies`, { body: { markdown: 'Yes' } });
  const changed = await at.put(`${path}/replies/${id}`, { body: { markdown: 'Maybe' }, addedReactions: ['1f600'] });
  expect(changed).toMatchObject({ body: { markdown: 'Maybe' }, reactions: [{ count: 1 }] });
  const [one] = await at.list(changes);
  const asDocument = await at.post(`${changes}/${one?.id}/replies?format=document`, { body: { markdown: 'Soon' } });
  expect(asDocument.body).toHaveProperty('document');
  expect(await at.refused('GET', `${spaces}/${one?.id}`)).toBe(404);
});
