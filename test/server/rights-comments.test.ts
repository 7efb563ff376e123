/** Tests the rights to change, delete and resolve comments. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRightsWorld, type Person, type RightsWorld } from './rights-world.ts';

let at: RightsWorld;

beforeEach(async () => {
  at = await openRightsWorld();
});
afterEach(() => at.platform.close());

const bases = () => [
  `/v1/spaces/${at.ids.spaceId}/comments`,
  `/v1/spaces/${at.ids.spaceId}/change-requests/1/comments`,
];
const body = { markdown: 'Text' };
const status = async (person: Person, method: string, path: string, sent?: object) =>
  (await at.as(person).send(method, path, sent)).status;

test('only the author or an admin can change and delete a comment', async () => {
  for (const base of bases()) {
    const mine = await at.as('comment').post(base, { body });
    expect(mine).toMatchObject({
      postedBy: { email: 'dan@acme.dev' },
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    const path = `${base}/${mine.id}`;
    const { permissions } = await at.as('create').get(path);
    expect(permissions).toEqual({ view: true, edit: false, reply: true, delete: false });
    expect(await status('create', 'PUT', path, { body })).toBe(403);
    expect(await status('create', 'DELETE', path)).toBe(403);
    expect(await status('comment', 'PUT', path, { body })).toBe(200);
    expect(await status('admin', 'PUT', path, { body })).toBe(200);
    expect(await status('comment', 'DELETE', path)).toBe(205);
  }
});

test('authors and editors can resolve a comment, and everyone who can comment can react and reply', async () => {
  for (const base of bases()) {
    const path = `${base}/${(await at.post(base, { body })).id}`;
    for (const resolved of [true, false]) {
      expect(await status('comment', 'PUT', path, { resolved })).toBe(403);
      expect(await status('edit', 'PUT', path, { resolved })).toBe(200);
    }
    const own = `${base}/${(await at.as('comment').post(base, { body })).id}`;
    expect((await at.as('comment').put(own, { resolved: true })).resolvedBy.email).toBe('dan@acme.dev');
    expect((await at.as('comment').put(path, { addedReactions: ['1f44d'] })).reactions).toHaveLength(1);
    expect(await status('read', 'PUT', path, { addedReactions: ['1f44d'] })).toBe(403);
    expect((await at.as('comment').post(`${path}/replies`, { body })).postedBy.email).toBe('dan@acme.dev');
  }
});

test('only the author or an admin can change a reply, and losing the level loses the right', async () => {
  const [base = ''] = bases();
  const replies = `${base}/${(await at.post(base, { body })).id}/replies`;
  const reply = await at.as('comment').post(replies, { body });
  const path = `${replies}/${reply.id}`;
  expect(await status('edit', 'PUT', path, { body })).toBe(403);
  expect((await at.as('edit').put(path, { addedReactions: ['1f44d'] })).permissions.edit).toBe(false);
  expect((await at.as('comment').put(path, { body })).permissions.edit).toBe(true);
  await at.patch(`/v1/spaces/${at.ids.spaceId}`, { defaultLevel: 'read' });
  expect(await status('comment', 'PUT', path, { body })).toBe(403);
  expect(await status('comment', 'GET', base)).toBe(403);
});
