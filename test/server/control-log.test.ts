/** Tests the request log: entries, reading, following, assertions. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Controlled, type Json, openControlled, ways } from './controlled.ts';

let at: Controlled;
const startMs = Date.parse('2026-03-01T09:00:00.000Z');

const entries = async (query = ''): Promise<readonly Json[]> =>
  (await at.control('GET', `/requests${query}`)).body.items;

describe.each(ways)('%s', (way) => {
  beforeEach(async () => {
    at = await openControlled(way, { seed: 'medium', now: () => startMs });
  });
  afterEach(() => at.close());

  test('the log contains no share keys', async () => {
    await at.send('GET', '~/sites?limit=1&shareKey=canary-key', undefined);
    const [entry] = await entries();
    expect(entry?.query).toBe('limit=1&shareKey=hidden');
  });

  test('an entry contains request and answer, but not the token', async () => {
    const made = await at.send('PUT', '~/teams?x=1', { title: 'New' });
    await at.raw('GET', '/v1/nothing', undefined, { headers: { authorization: 'Bearer wrong-token-text' } });
    const home = `/v1/orgs/${at.platform.organization}`;
    const [first, second, ...others] = await entries();
    expect(first).toEqual({
      ...{
        number: 1,
        at: '2026-03-01T09:00:00.000Z',
        method: 'PUT',
        path: `${home}/teams`,
        query: 'x=1',
        operation: 'createTeam',
      },
      ...{ status: 201, ms: expect.any(Number), user: expect.any(String), body: { title: 'New' } },
    });
    expect(made.status).toBe(201);
    const { ms: _, ...rest } = second;
    expect(rest).toEqual({
      ...{
        number: 2,
        at: '2026-03-01T09:00:00.000Z',
        method: 'GET',
        path: '/v1/nothing',
        query: '',
        operation: null,
        status: 401,
        user: null,
      },
    });
    expect(others).toEqual([]);
    expect(JSON.stringify([first, second])).not.toMatch(new RegExp(`wrong-token-text|${at.platform.token}|earer`));
  });

  test('bodies are kept as JSON or text, and truncated at 64 KB', async () => {
    await at.raw('PUT', '~/teams', undefined, { body: '{"title":' });
    await at.send('PUT', '~/teams', { title: 'é'.repeat(40_000) });
    const [text, cut] = await entries();
    expect(text.body).toBe('{"title":');
    expect([cut.isBodyCut, Buffer.byteLength(cut.body) <= 64 * 1024, cut.body.slice(0, 11)]).toEqual([
      true,
      true,
      '{"title":"é',
    ]);
    expect(Buffer.byteLength(cut.body)).toBeGreaterThan(64 * 1024 - 4);
    expect(text).not.toHaveProperty('isBodyCut');
  });

  test('the log can be followed as server-sent events, from now or from a number', async () => {
    await at.send('GET', '~');
    const seen = await follow('', async () => void (await at.send('GET', '~/teams')), 1);
    expect(seen).toEqual([{ id: '2', operation: 'listTeams' }]);
    expect(await follow('?after=0', async () => undefined, 2)).toEqual([
      { id: '1', operation: 'getOrganization' },
      { id: '2', operation: 'listTeams' },
    ]);
    expect(await follow('?after=0', async () => undefined, 1, { 'last-event-id': '1' })).toEqual([
      { id: '2', operation: 'listTeams' },
    ]);
    const odd = await follow('?after=1', async () => undefined, 1, { 'last-event-id': 'odd' });
    expect(odd).toEqual([{ id: '2', operation: 'listTeams' }]);
    expect((await at.control('GET', '/requests/stream?after=x')).status).toBe(400);
  });

  test('closing the platform ends an idle stream', async () => {
    const response = await at.raw('GET', '/_platform/requests/stream');
    const text = response.text();
    await at.close();
    expect(await text).toBe('retry: 1000\n\n');
  });
});

async function follow(
  query: string,
  work: () => Promise<void>,
  count: number,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const end = new AbortController();
  const response = await at.raw('GET', `/_platform/requests/stream${query}`, undefined, {
    headers,
    signal: end.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const reader = response.body?.getReader();
  let text = '';
  const read = async (): Promise<void> => {
    const { value } = (await reader?.read()) ?? {};
    text += new TextDecoder().decode(value);
  };
  while (!text.includes('\n\n')) await read();
  await work();
  while ((text.match(/^id: /gm) ?? []).length < count) await read();
  end.abort();
  return [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, line]) => ({
    id,
    operation: JSON.parse(line ?? '').operation,
  }));
}

describe('kept and counted', () => {
  beforeEach(async () => {
    at = await openControlled('in process', { seed: 'medium', logSize: 5 });
  });
  afterEach(() => at.close());

  test('entries are filtered by operation, method, path, status and number', async () => {
    await at.send('GET', '~');
    await at.send('GET', '~/teams');
    await at.send('PUT', '~/teams', { title: 'New' });
    await at.send('PUT', '~/teams', {});
    const numbers = async (query: string): Promise<unknown> => (await entries(query)).map(({ number }) => number);
    expect(await numbers('')).toEqual([1, 2, 3, 4]);
    expect(await numbers('?operation=createTeam')).toEqual([3, 4]);
    expect(await numbers('?method=get')).toEqual([1, 2]);
    expect(await numbers('?path=**/teams')).toEqual([2, 3, 4]);
    expect(await numbers('?status=400')).toEqual([4]);
    expect(await numbers('?after=2')).toEqual([3, 4]);
    expect(await numbers('?after=1&limit=2')).toEqual([2, 3]);
    expect(await numbers('?limit=2')).toEqual([3, 4]);
    expect((await at.control('GET', '/requests?method=PUT&limit=1')).body).toMatchObject({ total: 2, dropped: 0 });
    for (const query of ['?operation=createTeams', '?status=many', '?limit=-1', '?colour=red']) {
      expect([query, (await at.control('GET', `/requests${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('a full log drops and counts the oldest entries, and numbers continue', async () => {
    for (let count = 0; count < 8; count += 1) await at.send('GET', '~');
    const { body } = await at.control('GET', '/requests');
    expect([body.items.map(({ number }: Json) => number), body.total, body.dropped]).toEqual([[4, 5, 6, 7, 8], 5, 3]);
    expect((await at.control('DELETE', '/requests')).status).toBe(204);
    expect((await at.control('GET', '/requests')).body).toEqual({ items: [], total: 0, dropped: 0 });
    await at.send('GET', '~');
    expect((await entries())[0].number).toBe(9);
  });

  test('a log with large bodies drops entries earlier', async () => {
    const roomy = await openControlled('in process', { seed: 'empty' });
    const body = { title: 'x'.repeat(64 * 1024 - 20) };
    for (let count = 0; count < 520; count += 1) await roomy.send('PUT', '~/teams', body);
    const { total, dropped } = roomy.platform.log.read({ limit: 0 });
    expect([total + dropped, dropped > 0, total > 400]).toEqual([520, true, true]);
    await roomy.close();
  });

  test('the log does not contain requests to the control API', async () => {
    await at.control('GET', '/state');
    await at.control('PUT', '/snapshots/x');
    expect(await entries()).toEqual([]);
    expect(at.platform.requests).toEqual({});
  });

  test('a failed assertion lists the number of matches and the nearest requests', async () => {
    const assert = async (body: object): Promise<unknown> => {
      const { status, body: said } = await at.control('POST', '/requests/assert', body);
      return status === 200 ? said : [status, said.error.message];
    };
    expect(await assert({ match: { operation: 'createTeam' } })).toEqual([
      409,
      'expected at least 1 requests with {"operation":"createTeam"}, found 0; no request was sent',
    ]);
    await at.send('GET', '~/teams');
    await at.send('PUT', '~/teams', { title: 'New' });
    await at.send('PUT', '~/teams', {});
    expect(await assert({ match: { operation: 'createTeam' } })).toEqual({ matched: 2 });
    expect(await assert({ match: { operation: 'createTeam', status: 201 }, count: 1 })).toEqual({ matched: 1 });
    expect(await assert({ match: { operation: 'deleteTeamById' }, count: 0 })).toEqual([
      400,
      expect.stringContaining('body.match.operation:'),
    ]);
    expect(await assert({ match: { method: 'PATCH' }, count: 0 })).toEqual({ matched: 0 });
    expect(await assert({ match: { method: 'PUT' }, atLeast: 1, atMost: 3 })).toEqual({ matched: 2 });
    expect(await assert({ match: { method: 'PUT' }, atLeast: 3 })).toEqual([
      409,
      expect.stringContaining('expected at least 3 requests'),
    ]);
    expect(await assert({ match: {}, atMost: 2 })).toEqual([
      409,
      expect.stringContaining('expected at most 2 requests'),
    ]);
    const home = `/v1/orgs/${at.platform.organization}`;
    expect(await assert({ match: { operation: 'createTeam', status: 500 }, count: 1 })).toEqual([
      409,
      'expected exactly 1 requests with {"operation":"createTeam","status":500}, found 0; the nearest: ' +
        `#3 PUT ${home}/teams -> 400 (createTeam); #2 PUT ${home}/teams -> 201 (createTeam); #1 GET ${home}/teams -> 200 (listTeams)`,
    ]);
    for (let count = 0; count < 5; count += 1) await at.send('GET', '~');
    expect(await assert({ match: { operation: 'createTeam' } })).toEqual([
      409,
      expect.stringContaining('3 older requests are no longer in the log'),
    ]);
    expect(await assert({})).toEqual([400, expect.stringContaining('body:')]);
    expect(await assert({ match: {}, count: -1 })).toEqual([400, expect.stringContaining('body.count:')]);
  });
});
