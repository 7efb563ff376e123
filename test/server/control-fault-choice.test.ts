/** Tests which calls a fault affects: by operation, method, path, number, maximum and probability. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FaultInput } from '../../src/server/index.ts';
import { type Controlled, openControlled } from './controlled.ts';

let at: Controlled;

beforeEach(async () => {
  at = await openControlled('in process', { seed: 'medium' });
});
afterEach(() => at.close());

const busy = { type: 'status', status: 503 } as const;
const add = (fault: Omit<FaultInput, 'effect'>): string => at.platform.faults.add({ effect: busy, ...fault }).id;
/** Numbers of the affected calls, counted from 1. */
const struck = async (count: number, path = '~/teams'): Promise<readonly number[]> => {
  const numbers: number[] = [];
  for (let number = 1; number <= count; number += 1)
    if ((await at.send('GET', path)).status === 503) numbers.push(number);
  return numbers;
};

test('nth selects calls by number, times limits the hits, and both can be combined', async () => {
  const cases: readonly (readonly [Omit<FaultInput, 'effect'>, readonly number[]])[] = [
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ nth: 2 }, [2]],
    [{ nth: [1, 4, 6] }, [1, 4, 6]],
    [{ times: 2 }, [1, 2]],
    [{ nth: [2, 3, 5], times: 2 }, [2, 3]],
    [{ probability: 0 }, []],
    [{ probability: 1 }, [1, 2, 3, 4, 5, 6]],
  ];
  for (const [fault, expected] of cases) {
    const id = add(fault);
    expect([fault, await struck(6)]).toEqual([fault, expected]);
    const [{ calls, hits }] = (await at.control('GET', '/faults')).body.items;
    expect([calls, hits]).toEqual([6, expected.length]);
    expect((await at.control('DELETE', `/faults/${id}`)).status).toBe(204);
  }
});

test('probability affects about that share of calls, and the same calls for the same seed', async () => {
  const draw = async (seed: number): Promise<readonly number[]> => {
    const id = add({ probability: 0.3, seed });
    const numbers = await struck(200);
    at.platform.faults.remove(id);
    return numbers;
  };
  const [one, two, other] = [await draw(5), await draw(5), await draw(6)];
  expect(two).toEqual(one);
  expect(other).not.toEqual(one);
  expect(one.length).toBeGreaterThan(35);
  expect(one.length).toBeLessThan(85);
});

test('path patterns match whole paths: * within a part, ** across parts', async () => {
  const home = `/v1/orgs/${at.platform.organization}`;
  const cases: readonly (readonly [string, boolean])[] = [
    [`${home}/teams`, true],
    ['/v1/orgs/*/teams', true],
    ['/v1/orgs/*/te*s', true],
    ['/v1/**', true],
    ['**', true],
    ['**/teams', true],
    ['/v1/**/teams', true],
    ['/v1/**/t*', true],
    ['/v1/orgs/*', false],
    ['/v1/*/teams', false],
    ['/v1/orgs/*/team', false],
    ['/v1/orgs/*/teams/', false],
    ['/v1.orgs/*/teams', false],
    ['/V1/**', false],
  ];
  for (const [path, isMatch] of cases) {
    const id = add({ match: { path } });
    expect([path, (await struck(1)).length === 1]).toEqual([path, isMatch]);
    at.platform.faults.remove(id);
  }
  add({ match: { path: `/${'**a'.repeat(160)}b` } });
  expect(await struck(1, `/v1/${'a'.repeat(5_000)}`)).toEqual([]);
});

test('operations and methods match one name or several', async () => {
  add({ match: { operation: ['listTeams', 'getOrganization'], method: 'get' } });
  expect((await at.send('GET', '~/teams')).status).toBe(503);
  expect((await at.send('GET', '~')).status).toBe(503);
  expect((await at.send('GET', '~/members')).status).toBe(200);
  expect((await at.send('PUT', '~/teams', { title: 'New' })).status).toBe(201);
  expect((await at.send('GET', '/v1/nothing')).status).toBe(404);
});

test('the first matching fault affects a call, and all matching faults count it', async () => {
  add({ id: 'first', nth: 2 });
  at.platform.faults.add({ id: 'second', effect: { type: 'status', status: 500 }, times: 2 });
  const statuses = [];
  for (let number = 1; number <= 4; number += 1) statuses.push((await at.send('GET', '~/teams')).status);
  expect(statuses).toEqual([500, 503, 500, 200]);
  expect(at.platform.faults.list().map(({ id, calls, hits }) => [id, calls, hits])).toEqual([
    ['first', 4, 1],
    ['second', 4, 2],
  ]);
  const { items } = (await at.control('GET', '/requests')).body;
  expect(items.map(({ fault }: { fault?: string }) => fault)).toEqual(['second', 'first', 'second', undefined]);
});

test('faults do not affect the control API', async () => {
  add({ match: { path: '**' } });
  expect((await at.control('GET', '/state')).body.faults).toBe(1);
});

test('faults can be named, listed and removed, and invalid ones are refused with the place', async () => {
  expect(add({})).toBe('fault-1');
  expect(add({})).toBe('fault-2');
  at.platform.faults.remove('fault-1');
  expect(add({})).not.toBe('fault-2');
  expect(add({ id: 'mine' })).toBe('mine');
  expect((await at.control('POST', '/faults', { id: 'mine', effect: busy })).status).toBe(409);
  expect((await at.control('DELETE', '/faults/unknown')).status).toBe(404);
  const count = at.platform.faults.list().length;
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'body:'],
    [{ effect: {} }, 'body.effect:'],
    [{ effect: { type: 'storm' } }, 'body.effect.type:'],
    [{ effect: { type: 'latency' } }, 'body.effect:'],
    [{ effect: { type: 'latency', ms: -1 } }, 'body.effect.ms:'],
    [{ effect: { type: 'latency', ms: 5, status: 500 } }, 'body.effect:'],
    [{ effect: { type: 'status', status: 99 } }, 'body.effect.status:'],
    [{ effect: { ...busy, headers: { 'a b': 'x' } } }, 'body.effect.headers:'],
    [{ effect: { ...busy, headers: { a: 'x\ny' } } }, 'body.effect.headers.a:'],
    [{ effect: { ...busy, headers: { 'Content-Length': '5' } } }, 'body.effect.headers.Content-Length:'],
    [{ effect: { type: 'drop', when: 'never' } }, 'body.effect.when:'],
    [{ effect: { type: 'truncate' } }, 'body.effect:'],
    [{ effect: busy, match: { operation: 'listTeam' } }, 'body.match.operation:'],
    [{ effect: busy, match: { path: 'v1' } }, 'body.match.path:'],
    [{ effect: busy, match: { colour: 'red' } }, 'body.match:'],
    [{ effect: busy, nth: 0 }, 'body.nth:'],
    [{ effect: busy, times: 0 }, 'body.times:'],
    [{ effect: busy, probability: 2 }, 'body.probability:'],
    [{ effect: busy, id: 'a b' }, 'body.id:'],
    [{ effect: busy, more: 1 }, 'body:'],
  ];
  for (const [fault, place] of cases) {
    const { status, body } = await at.control('POST', '/faults', fault);
    expect(
      [status, body.error.message.slice(0, place.length)],
      `${JSON.stringify(fault)} ${JSON.stringify(body)}`,
    ).toEqual([400, place]);
  }
  expect(at.platform.faults.list()).toHaveLength(count);
  expect((await at.control('DELETE', '/faults')).status).toBe(204);
  expect(at.platform.faults.list()).toEqual([]);
});

test('faults work in the process without the control API', async () => {
  const quiet = await openControlled('in process', { control: false });
  quiet.platform.faults.add({ effect: busy, times: 1 });
  expect([(await quiet.send('GET', '~/teams')).status, (await quiet.send('GET', '~/teams')).status]).toEqual([
    503, 200,
  ]);
  expect((await quiet.control('GET', '/faults')).status).toBe(401);
  expect(quiet.platform.log.read().total).toBe(0);
  await quiet.close();
});
