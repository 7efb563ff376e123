/** Tests every effect of faults, in the process and on a port. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FaultInput } from '../../src/server/index.ts';
import { type Controlled, openControlled, ways } from './controlled.ts';

let at: Controlled;

const add = async (fault: FaultInput): Promise<string> => {
  const { status, body } = await at.control('POST', '/faults', fault);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
};
const teamCount = async (): Promise<number> => {
  await at.control('DELETE', '/faults');
  return (await at.send('GET', '~/teams?limit=0')).body.count;
};

describe.each(ways)('%s', (way) => {
  beforeEach(async () => {
    at = await openControlled(way, { seed: 'medium', now: () => Date.parse('2026-03-01T09:00:00.250Z') });
  });
  afterEach(() => at.close());

  test('the fault status replaces the answer, with message and headers', async () => {
    const before = await teamCount();
    const headers = { 'Retry-After': '7', 'x-more': 'yes', 'Content-Type': 'application/problem+json' };
    await add({
      match: { operation: 'createTeam' },
      effect: { type: 'status', status: 503, message: 'busy', headers },
    });
    const { status, body, headers: sent } = await at.send('PUT', '~/teams', { title: 'New' });
    expect([status, JSON.parse(body)]).toEqual([503, { error: { code: 503, message: 'busy' } }]);
    expect(['retry-after', 'x-more', 'content-type'].map((name) => sent.get(name))).toEqual([
      '7',
      'yes',
      'application/problem+json',
    ]);
    expect((await at.send('GET', '~/teams')).status).toBe(200);
    expect(await teamCount()).toBe(before);
    await add({ match: {}, effect: { type: 'status', status: 204 } });
    expect((await at.send('GET', '~/teams')).status).toBe(204);
  });

  test('the fault latency delays a call, and later calls are answered first', async () => {
    await add({ match: { operation: 'createTeam' }, effect: { type: 'latency', ms: 1000 } });
    const answered: string[] = [];
    const slow = at.send('PUT', '~/teams', { title: 'New' }).then(({ status }) => answered.push(`slow ${status}`));
    await at.send('GET', '~/teams').then(({ status }) => answered.push(`quick ${status}`));
    await slow;
    expect(answered).toEqual(['quick 200', 'slow 201']);
  });

  test('a client can abort a delayed call', async () => {
    await add({ match: {}, effect: { type: 'latency', ms: 600_000 } });
    const signal = AbortSignal.timeout(20);
    await expect(at.raw('GET', '~/teams', undefined, { signal })).rejects.toThrow(/timeout|abort/i);
  });

  test('the fault drop breaks the connection before or after the operation', async () => {
    const before = await teamCount();
    await add({ match: { operation: 'createTeam' }, effect: { type: 'drop', when: 'before' } });
    await expect(at.send('PUT', '~/teams', { title: 'New' })).rejects.toThrow(new TypeError('fetch failed'));
    expect(await teamCount()).toBe(before);
    await add({ match: { operation: 'createTeam' }, effect: { type: 'drop', when: 'after' } });
    await expect(at.send('PUT', '~/teams', { title: 'New' })).rejects.toThrow(new TypeError('fetch failed'));
    expect(await teamCount()).toBe(before + 1);
    const [last, first] = [...(await at.control('GET', '/requests?operation=createTeam')).body.items].reverse();
    expect([first.status, last.status]).toEqual([null, null]);
  });

  test('the fault rate-limit refuses, with the reset in platform time', async () => {
    await at.control('PUT', '/clock', { now: '2030-01-01T00:00:00.500Z', isFrozen: true });
    await add({ match: {}, effect: { type: 'rate-limit', resetAfterMs: 2000 }, times: 1 });
    const { status, body, headers } = await at.send('GET', '~/teams');
    expect([status, body.error.code]).toEqual([429, 429]);
    const resetMs = Number(headers.get('x-ratelimit-reset')) * 1000;
    expect(resetMs).toBe(Date.parse('2030-01-01T00:00:03Z'));
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['100', '0']);
    expect(headers.get('retry-after')).toBeNull();
    expect((await at.send('GET', '~/teams')).status).toBe(200);
    await add({ match: {}, effect: { type: 'rate-limit', resetAfterMs: 1001, retryAfter: true } });
    expect((await at.send('GET', '~/teams')).headers.get('retry-after')).toBe('2');
  });

  test('the fault truncate breaks the connection after the given number of bytes', async () => {
    const whole = await (await at.raw('GET', '~/teams')).text();
    await add({ match: { method: 'GET' }, effect: { type: 'truncate', cleanly: false, bytes: 20 } });
    const response = await at.raw('GET', '~/teams');
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    let text = '';
    const readAll = async (): Promise<void> => {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
        text += new TextDecoder().decode(read.value);
    };
    await expect(readAll()).rejects.toThrow(new TypeError('terminated'));
    expect(text).toBe(whole.slice(0, 20));
    await expect((await at.raw('GET', '~/teams')).json()).rejects.toThrow();
  });

  test('the fault truncate can end the body cleanly, and the operation is done', async () => {
    const before = await teamCount();
    const whole = await (await at.raw('GET', '~/teams')).text();
    await add({ match: { method: ['get', 'PUT'] }, effect: { type: 'truncate', cleanly: true, bytes: 30 } });
    expect(await (await at.raw('GET', '~/teams')).text()).toBe(whole.slice(0, 30));
    expect((await at.raw('PUT', '~/teams', { title: 'New' })).status).toBe(201);
    await at.control('DELETE', '/faults');
    expect(await teamCount()).toBe(before + 1);
    await add({ match: {}, effect: { type: 'truncate', cleanly: true } });
    const half = await (await at.raw('GET', '~')).text();
    expect(() => JSON.parse(half)).toThrow();
    expect(half.length).toBeGreaterThan(10);
    await at.control('DELETE', '/faults');
    await add({ match: {}, effect: { type: 'truncate', cleanly: true, bytes: 0 } });
    expect(await (await at.raw('GET', '~')).text()).toBe('');
  });

  test('truncation removes an incomplete character', async () => {
    const { id } = (await at.send('PUT', '~/teams', { title: '日本' })).body;
    const whole = await (await at.raw('GET', `~/teams/${id}`)).text();
    const start = Buffer.byteLength(whole.slice(0, whole.indexOf('日')));
    await add({ match: {}, effect: { type: 'truncate', cleanly: true, bytes: start + 4 } });
    expect(await (await at.raw('GET', `~/teams/${id}`)).text()).toBe(whole.slice(0, whole.indexOf('本')));
  });

  test('the fault repeat-cursor repeats the cursor, from the first page on', async () => {
    const real = (await at.send('GET', '~/members?limit=5')).body;
    await add({ match: { operation: 'listMembers' }, effect: { type: 'repeat-cursor' } });
    const first = (await at.send('GET', '~/members?limit=5')).body;
    expect(first.items).toEqual(real.items);
    const again = (await at.send('GET', `~/members?limit=5&page=${first.next.page}`)).body;
    expect(again).toEqual(first);
    const second = (await at.send('GET', `~/members?limit=5&page=${real.next.page}`)).body;
    expect(second.next.page).toBe(real.next.page);
    expect(second.items).not.toEqual(real.items);
    await at.control('DELETE', '/faults');
    expect((await at.send('GET', `~/members?limit=5&page=${first.next.page}`)).body).toEqual(real);
  });

  test('the fault missing-items removes the last items of a page, and its next page', async () => {
    const real = (await at.send('GET', '~/members?limit=5')).body;
    await add({ match: {}, effect: { type: 'missing-items', items: 2 } });
    const fewer = (await at.send('GET', '~/members?limit=5')).body;
    expect(fewer).toEqual({ count: real.count, items: real.items.slice(0, 3) });
    expect((await at.send('GET', '~/members?limit=1')).body.items).toEqual([]);
    expect((await at.send('GET', '~')).body.object).toBe('organization');
    expect((await at.send('GET', '~/members?page=unknown')).status).toBe(400);
  });

  test('closing the platform ends delayed calls', async () => {
    await add({ match: {}, effect: { type: 'latency', ms: 600_000 } });
    const waiting = at.send('GET', '~/teams').catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await at.close();
    expect(await waiting).toBeInstanceOf(TypeError);
  });
});
