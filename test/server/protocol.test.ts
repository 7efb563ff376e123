/** Tests the protocol: routes, tokens, bodies, limits, methods, refusals. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import { choices, createPlatform, type Platform } from '../../src/server/index.ts';
import { routes } from '../../src/server/resources/index.ts';
import { type Opened, open } from './open.ts';

let at: Opened;

beforeEach(() => {
  at = open({ seed: 'medium' });
});
afterEach(() => at.platform.close());

test('every operation of the contract has exactly one route, and none fails', async () => {
  expect(routes.map(({ endpoint }) => endpoint.name).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  expect(endpoints).toHaveLength(127);
  for (const { method, path, name } of endpoints) {
    const filled = path.replace('{organizationId}', at.platform.organization).replace(/\{\w+\}/g, 'x1');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    expect((await at.send(method, filled, body)).status, name).toBeLessThan(500);
  }
});

const request = (platform: Platform, headers: Record<string, string>): Promise<Response> =>
  platform.fetch(new Request('http://platform.test/v1/orgs', { headers }));

test('without a valid token, every operation is 401', async () => {
  const { platform } = at;
  const wrong = ['', 'Bearer', 'Bearer wrong', `Basic ${platform.token}`, platform.token, `Bearer ${platform.token}x`];
  for (const authorization of wrong) {
    const response = await request(platform, authorization === '' ? {} : { authorization });
    expect([authorization, response.status]).toEqual([authorization, 401]);
    expect(((await response.json()) as { error: { code: number } }).error.code).toBe(401);
  }
  expect((await request(platform, { authorization: `bearer ${platform.token}` })).status).toBe(200);
  expect((await request(platform, { authorization: 'Bearer wrong' })).status).toBe(401);
  const nowhere = await platform.fetch(new Request('http://platform.test/v2/nothing'));
  expect(nowhere.status).toBe(401);
});

test('the token is the given one, or a new one each time', () => {
  const given = createPlatform({ token: 'secret-token' });
  expect(given.token).toBe('secret-token');
  given.close();
  const [one, two] = [createPlatform(), createPlatform()];
  expect(one.token).not.toBe(two.token);
  one.close();
  two.close();
});

test('unknown paths are 404, and unknown methods 405', async () => {
  for (const path of [
    '/',
    '/v1',
    '/v1/nothing',
    '/v1/orgs/',
    '/v1/orgs/unknown',
    '~/teams/unknown',
    '~/nothing',
    '/v1/spaces/unknown',
  ]) {
    expect(await at.refused('GET', path), path).toBe(404);
  }
  expect(await at.refused('PATCH', '/v1/orgs')).toBe(405);
  expect(await at.refused('POST', '~/teams', { title: 'X' })).toBe(405);
  const [, globex] = await at.list('/v1/orgs');
  const [team] = await at.list('~/teams');
  expect(await at.refused('GET', `/v1/orgs/${globex?.id}/teams/${team?.id}`)).toBe(404);
});

test('paths are exact: no trailing or double slash, and percent-encoding in parameters only', async () => {
  for (const path of ['~/teams/', '/v1//orgs', '~/teams/a%2Fb', '~/teams/%2e%2e%2f', '~/te%61ms']) {
    expect(await at.refused('GET', path), path).toBe(404);
  }
  expect(await at.refused('GET', '/v1/orgs/%zz')).toBe(400);
  const [team] = await at.list('~/teams');
  expect(await at.get(`~/teams/%${team?.id.charCodeAt(0).toString(16)}${team?.id.slice(1)}`)).toEqual(team);
});

test('other HTTP methods are 405, with the allowed methods', async () => {
  const { platform } = at;
  for (const method of ['HEAD', 'OPTIONS', 'PROPFIND']) {
    const response = await platform.fetch(
      new Request(`http://platform.test/v1/orgs/${platform.organization}/teams`, {
        method,
        headers: { authorization: `Bearer ${platform.token}` },
      }),
    );
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, PUT']);
  }
});

test('of simultaneous writes of one name, one succeeds and the others are 409', async () => {
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await at.send('POST', '~/custom-fields', { name: 'wanted', type: 'text' })).status,
    ),
  );
  expect(statuses.sort()).toEqual([201, ...Array(19).fill(409)]);
});

test('limits and patterns are 400 with the place in the message', async () => {
  const [site] = await at.list('~/sites');
  const [section] = await at.list(`~/sites/${site?.id}/sections`);
  const cases: readonly (readonly [string, string, unknown, string])[] = [
    ['PUT', '~/teams', {}, 'body'],
    ['PUT', '~/teams', { title: '' }, 'body.title'],
    ['PUT', '~/teams', { title: 'x'.repeat(65) }, 'body.title'],
    ['PUT', '~/teams', { title: 7 }, 'body.title'],
    ['PUT', '~/teams', [], 'body'],
    ['PATCH', '~', { title: 'x' }, 'body.title'],
    ['PATCH', '~', { defaultRole: 'boss' }, 'body.defaultRole'],
    ['POST', `~/sites/${site?.id}/sections`, { spaceId: 'x', title: 'x'.repeat(65) }, 'body.title'],
    ['PATCH', `~/sites/${site?.id}/sections/${section?.id}`, { path: '' }, 'body.path'],
    ['PATCH', `~/sites/${site?.id}/sections/${section?.id}`, { path: null }, 'body.path'],
    ['PATCH', `~/sites/${site?.id}/sections/${section?.id}`, { condition: 'x'.repeat(1025) }, 'body.condition'],
    ['POST', '~/collections', { title: 'x'.repeat(51) }, 'body.title'],
    ['POST', '~/custom-fields', { name: 'a b', type: 'text' }, 'body.name'],
    ['POST', '~/custom-fields', { name: 'a', type: 'select:single', options: [] }, 'body.options'],
    ['POST', '~/custom-fields', { name: 'a', type: 'colour' }, 'body.type'],
    ['POST', '~/custom-fields', { name: 'a', type: 'constructor' }, 'body.type'],
    ['POST', '~/openapi', { slug: 'a', source: { url: 'not an address' } }, 'body.source.url'],
    ['GET', '~/collections?nested=maybe', undefined, 'query.nested'],
  ];
  for (const [method, path, body, place] of cases) {
    const answer = await at.send(method, path, body);
    expect(
      [answer.status, answer.message.slice(0, place.length + 1)],
      `${method} ${path} ${JSON.stringify(body)}`,
    ).toEqual([400, `${place}:`]);
  }
});

test('malformed JSON is 400, and an empty body is an empty object', async () => {
  const { platform } = at;
  const send = (method: string, path: string, body: string): Promise<Response> =>
    platform.fetch(
      new Request(`http://platform.test/v1/orgs/${platform.organization}${path}`, {
        method,
        body,
        headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' },
      }),
    );
  for (const body of ['{', '{"title":}', 'title', '{"title":"x"} more'])
    expect((await send('PUT', '/teams', body)).status, body).toBe(400);
  expect((await send('POST', '/collections', '')).status).toBe(201);
  expect((await send('PUT', '/teams', '')).status).toBe(400);
});

test('unknown members are ignored, or refused if the platform is strict', async () => {
  expect(await at.put('~/teams', { title: 'Known', colour: 'red' })).not.toHaveProperty('colour');
  await at.get('~/teams?colour=red');
  const strict = open({ seed: 'medium', strict: true });
  const answer = await strict.send('PUT', '~/teams', { title: 'Known', colour: 'red' });
  expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('colour') });
  expect(await strict.refused('GET', '~/teams?colour=red')).toBe(400);
  expect(await strict.refused('GET', '~?colour=red')).toBe(400);
  const [space] = await strict.list('~/collections');
  expect(
    await strict.refused('POST', `/v1/collections/${space?.id}/move`, {
      position: { after: { type: 'space', space: 'x', more: 1 } },
    }),
  ).toBe(400);
  await strict.put('~/teams', { title: 'Known' });
  const [team] = await strict.list('~/teams?title=known');
  const [member] = await strict.list('~/members?search=bo@');
  await strict.put(`~/teams/${team?.id}/members`, { memberships: { [member?.id ?? '']: { role: 'owner' } } });
});

test('a refused write changes nothing', async () => {
  const before = await at.list('~/teams');
  expect(await at.refused('PUT', '~/teams', { title: 'New', members: ['unknown'] })).toBe(404);
  expect(await at.list('~/teams')).toEqual(before);
});

test('requests are counted by method and reported to onRequest', async () => {
  const seen: string[] = [];
  const told = open({
    seed: 'empty',
    onRequest: ({ method, path, status }) => seen.push(`${method} ${path.split('/').at(-1)} ${status}`),
  });
  await told.get('~/teams');
  await told.put('~/teams', { title: 'X' });
  await told.refused('PUT', '~/teams', {});
  expect(seen).toEqual(['GET teams 200', 'PUT teams 201', 'PUT teams 400']);
  expect(told.platform.requests).toEqual({ GET: 1, PUT: 2 });
});

test('every choice has a unique subject and a reason', () => {
  expect(new Set(choices.map(({ subject }) => subject)).size).toBe(choices.length);
  expect(choices.every(({ choice, reason }) => choice.length > 3 && reason.length > 5)).toBe(true);
});
