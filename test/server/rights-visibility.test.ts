/** Tests that objects without access are missing in lists, counts and answers, and unknown in bodies. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { speak } from './open.ts';
import { openRightsWorld, type Person, type RightsWorld } from './rights-world.ts';

let at: RightsWorld;
let ids: RightsWorld['ids'];

beforeEach(async () => {
  at = await openRightsWorld();
  ids = at.ids;
});
afterEach(() => at.platform.close());

const titles = async (person: Person, path: string, limit = 1000) =>
  (await at.as(person).list(path, limit)).map(({ title }) => title);
const refusedOf = (person: Person, method: string, path: string, body?: object) =>
  at.as(person).refused(method, path, body);

test('collections without a level are omitted from pages and counts', async () => {
  const all = ['Product', 'Archive', 'Internal', 'Bare'];
  expect(await titles('admin', '~/collections')).toEqual(all);
  for (const person of ['create', 'read'] as const) {
    for (const [query, shown] of [
      ['', all.filter((title) => title !== 'Internal')],
      ['?nested=false', ['Product', 'Bare']],
    ] as const) {
      for (const limit of [1, 2, 1000]) expect(await titles(person, `~/collections${query}`, limit)).toEqual(shown);
      expect((await at.as(person).get(`~/collections${query}${query === '' ? '?' : '&'}limit=0`)).count).toBe(
        shown.length,
      );
    }
  }
  for (const method of ['GET', 'DELETE', 'PATCH'])
    expect(await refusedOf('create', method, `/v1/collections/${ids.internal}`)).toBe(404);
});

test('spaces without a level are omitted from their collection, even if the collection is visible', async () => {
  const path = `/v1/collections/${ids.collectionId}/spaces`;
  const before = await titles('read', path, 2);
  expect(before).toEqual(await titles('admin', path, 2));
  await at.patch(`/v1/spaces/${ids.spaceId}`, { defaultLevel: null });
  expect(await titles('read', path, 2)).toEqual(before.filter((title) => title !== 'Home'));
  expect((await at.as('read').get(`${path}?limit=1`)).count).toBe(before.length - 1);
  expect((await at.get(`${path}?limit=1`)).count).toBe(before.length);
  expect(await refusedOf('read', 'GET', `/v1/spaces/${ids.spaceId}`)).toBe(404);
  expect(await refusedOf('read', 'GET', `/v1/spaces/${ids.spaceId}/comments`)).toBe(404);
  const reach = await at.as('read').list(`~/members/${(await me('oli')).id}/spaces`);
  expect(reach.map(({ space }) => space.title)).not.toContain('Home');
  expect((await me('oli')).spaces).toBe(reach.length);
});

const me = async (name: string) => {
  const [member] = await at.list(`~/members?search=${name}@acme.dev`);
  return member ?? expect.fail(name);
};

test('a level of a space or collection overrides the role, and null stops inheritance', async () => {
  const level = async (person: Person, space: string | undefined) => {
    const { status, body } = await at.as(person).send('GET', `/v1/spaces/${space}`);
    return status === 200 ? Object.keys(body.permissions).filter((name) => body.permissions[name]).length : status;
  };
  expect(await level('read', ids.guide)).toBe(await level('create', ids.guide));
  expect(await level('create', ids.runbook)).toBe(404);
  await at.patch(`/v1/collections/${ids.internal}`, { defaultLevel: 'admin' });
  expect((await at.as('read').patch(`/v1/spaces/${ids.runbook}`, { title: 'Mine' })).title).toBe('Mine');
  expect(await refusedOf('guest', 'GET', `/v1/spaces/${ids.runbook}`)).toBe(404);
  await at.patch(`/v1/collections/${ids.archive}`, { defaultLevel: null });
  expect(await refusedOf('create', 'GET', `/v1/collections/${ids.archive}`)).toBe(404);
});

test('without access to a space, a site shows only its title', async () => {
  const path = `~/sites/${ids.internalSite}`;
  const [shown] = await at.as('read').list(`${path}/site-spaces`);
  expect(shown).toMatchObject({ title: 'Runbook', path: 'runbook' });
  expect(shown).not.toHaveProperty('space');
  expect((await at.list(`${path}/site-spaces`))[0]?.space.id).toBe(ids.runbook);
  const { structure } = await at.as('read').get(`${path}/published`);
  expect(structure.structure[0]).not.toHaveProperty('space');
  expect(await at.as('create').list(`~/sites?space=${ids.runbook}`)).toEqual([]);
  expect(await at.list(`~/sites?space=${ids.runbook}`)).toHaveLength(1);
});

test('a body cannot name objects that the caller cannot see', async () => {
  const site = `~/sites/${ids.siteId}`;
  for (const [path, body] of [
    [`${site}/sections`, { spaceId: ids.runbook }],
    [`${site}/site-spaces`, { spaceId: ids.runbook }],
    ['~/sites', { spaces: [ids.runbook] }],
    ['~/collections', { parent: ids.internal }],
  ] as const) {
    expect(await refusedOf('create', 'POST', path, body), path).toBe(404);
    await at.post(path, body);
  }
});

test('creating in or moving into a collection needs the level `create` there, at the top level the role', async () => {
  await at.patch(`/v1/collections/${ids.bare}`, { defaultLevel: 'create' });
  await at.patch(`/v1/collections/${ids.archive}`, { defaultLevel: 'edit' });
  await at.patch(`/v1/spaces/${ids.alone}`, { defaultLevel: 'admin' });
  expect((await at.as('read').post('~/collections', { parent: ids.bare })).parent).toBe(ids.bare);
  expect(await refusedOf('read', 'POST', '~/collections')).toBe(403);
  expect(await refusedOf('create', 'POST', '~/collections', { parent: ids.archive })).toBe(403);
  const refused = await at.as('create').send('POST', '~/collections', { parent: ids.archive });
  expect(JSON.stringify(refused.body)).toContain('this needs the permission create there; your permission is edit');
  const move = `/v1/spaces/${ids.alone}/move`;
  expect(await refusedOf('read', 'POST', move, { parent: ids.archive })).toBe(403);
  expect(await refusedOf('read', 'POST', move, { parent: ids.internal })).toBe(404);
  expect((await at.as('read').post(move, { parent: ids.bare })).parent).toBe(ids.bare);
  expect(await refusedOf('read', 'POST', move, { parent: null })).toBe(403);
  expect((await at.as('create').post(move, { parent: null })).id).toBe(ids.alone);
  expect(await refusedOf('read', 'POST', `/v1/spaces/${ids.alone}/duplicate`)).toBe(403);
});

test('a transfer needs `create` in the other organization and `admin` of everything that moves', async () => {
  const transfer = (path: string) => [`${path}/transfer`, { organization: ids.globex }] as const;
  await at.patch(`/v1/spaces/${ids.alone}`, { defaultLevel: 'admin' });
  expect(await refusedOf('create', 'POST', ...transfer(`/v1/spaces/${ids.alone}`))).toBe(404);
  expect(await refusedOf('create', 'POST', `/v1/spaces/${ids.alone}/transfer`, { organization: 'unknown' })).toBe(404);
  const globex = `/v1/orgs/${ids.globex}/members/${(await me('ana')).id}`;
  for (const [role, status] of [
    [null, 403],
    ['edit', 403],
    ['create', 200],
  ] as const) {
    await at.as('stranger').patch(globex, { role });
    expect((await at.send('POST', ...transfer(`/v1/spaces/${ids.alone}`))).status).toBe(status);
  }
});

test('a collection is transferred with all its members, by an admin of all of them', async () => {
  const ida = speak({ ...at.platform, token: at.platform.tokenFor('ida@acme.dev') });
  await at.patch(`/v1/collections/${ids.bare}`, { defaultLevel: 'admin' });
  await at.post(`/v1/spaces/${ids.alone}/move`, { parent: ids.bare });
  await at.patch(`/v1/spaces/${ids.alone}`, { defaultLevel: 'create' });
  await at.patch(`~/members/${(await me('ana')).id}`, { role: 'read' });
  const transfer = [`/v1/collections/${ids.bare}/transfer`, { organization: ids.globex }] as const;
  expect(await at.refused('DELETE', `/v1/collections/${ids.bare}`)).toBe(412);
  expect(await at.refused('POST', ...transfer)).toBe(403);
  await ida.patch(`/v1/spaces/${ids.alone}`, { defaultLevel: 'inherit' });
  expect((await at.post(...transfer)).organization).toBe(ids.globex);
  expect((await at.get(`/v1/spaces/${ids.alone}`)).organization).toBe(ids.globex);
  expect(await ida.refused('GET', `/v1/spaces/${ids.alone}`)).toBe(404);
});

test('only an admin can change the visibility of a site', async () => {
  const path = `~/sites/${ids.siteId}`;
  expect(await refusedOf('create', 'PATCH', path, { visibility: 'share-link' })).toBe(403);
  expect((await at.as('create').patch(path, { visibility: 'public', title: 'Docs' })).title).toBe('Docs');
  expect((await at.patch(path, { visibility: 'unlisted' })).visibility).toBe('unlisted');
});

test('the list of organizations contains only those of the caller', async () => {
  expect(await titles('admin', '/v1/orgs', 1)).toEqual(['Acme', 'Globex']);
  expect(await titles('guest', '/v1/orgs')).toEqual(['Acme']);
  expect(await titles('stranger', '/v1/orgs')).toEqual(['Globex']);
  expect((await at.as('stranger').get('/v1/orgs?limit=1')).count).toBe(1);
  const eve = at.as('guest');
  await at.delete(`~/members/${(await me('eve')).id}`);
  expect(await eve.list('/v1/orgs')).toEqual([]);
  expect(await eve.refused('GET', '~')).toBe(404);
});

test('everyone can read their own data, and guests nothing else', async () => {
  const [eve, oli] = [await me('eve'), await me('oli')];
  for (const [person, own, other] of [
    ['guest', eve, oli],
    ['read', oli, eve],
  ] as const) {
    const path = `~/members/${own.id}`;
    expect(await at.as(person).get(path)).toMatchObject({ id: own.id });
    expect((await at.as(person).list(`${path}/spaces`)).length).toBe(own.spaces);
    await at.as(person).list(`${path}/teams`);
    expect((await at.as(person).send('GET', `~/members/${other.id}`)).status).toBe(person === 'guest' ? 403 : 200);
    expect(await refusedOf(person, 'GET', `~/members/${other.id}/spaces`)).toBe(403);
  }
});

test('an owner can manage roster and title of their own team only, also as a guest', async () => {
  const [docs] = await at.list('~/teams?title=docs');
  expect(await refusedOf('owner', 'PATCH', `~/teams/${docs?.id}`, { title: 'X' })).toBe(403);
  expect(await refusedOf('owner', 'PATCH', '~/teams/unknown', { title: 'X' })).toBe(404);
  const [eve, bo] = [await me('eve'), await me('bo')];
  const team = `~/teams/${ids.teamId}`;
  expect(await refusedOf('guest', 'PUT', `${team}/members`, {})).toBe(403);
  await at.put(`${team}/members/${eve.id}`, { role: 'owner' });
  const guest = at.as('guest');
  await guest.put(`${team}/members`, { memberships: { [bo.id]: { role: 'member' } } });
  expect(
    (await guest.list(`${team}/members`)).map(({ organization }) => (organization as { id: string }).id),
  ).toContain(bo.id);
  expect((await guest.patch(team, { title: 'Guests' })).permissions).toEqual({ admin: true, view: true });
  expect((await guest.get('~')).permissions).toMatchObject({ ownTeam: true });
  expect((await at.list(`~/teams?owner=${eve.id}`)).map(({ title }) => title)).toEqual(['Guests']);
  expect(await refusedOf('guest', 'DELETE', team)).toBe(403);
  for (const path of [`~/teams/${docs?.id}`, `~/teams/${docs?.id}/members`, '~/teams', '~/members'])
    expect(await refusedOf('guest', 'GET', path)).toBe(403);
  await at.delete(`~/members/${eve.id}`);
  expect(await guest.refused('PATCH', team, { title: 'X' })).toBe(404);
  await at.as('owner').put(`~/teams/${ids.teamId}/members/${(await me('bo')).id}`, { role: 'owner' });
  expect((await at.as('edit').patch(`~/teams/${ids.teamId}`, { title: 'Mine' })).permissions).toEqual({
    admin: true,
    view: true,
  });
});
