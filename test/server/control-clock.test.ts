/** Tests the platform's clock: real, shifted and frozen, over HTTP and in the process, across restarts. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { type Controlled, openControlled } from './controlled.ts';

const realMs = Date.parse('2026-03-01T09:00:00.000Z');
const dayMs = 86_400_000;
let present = realMs;
let at: Controlled;

beforeEach(async () => {
  present = realMs;
  at = await openControlled('in process', { now: () => present });
});
afterEach(() => at.close());

const read = async (): Promise<unknown> => (await at.control('GET', '/clock')).body;

test('a new platform has the real time', async () => {
  expect(await read()).toEqual({ now: '2026-03-01T09:00:00.000Z', isFrozen: false, offsetMs: 0 });
  present += 1500.7;
  expect(await read()).toEqual({ now: '2026-03-01T09:00:01.500Z', isFrozen: false, offsetMs: 0 });
});

test('the clock can be moved forward and back, and continues from there', async () => {
  const moved = { now: '2026-03-09T09:00:00.000Z', isFrozen: false, offsetMs: 8 * dayMs };
  expect(await at.control('POST', '/clock/advance', { by: '8d' })).toMatchObject({ status: 200, body: moved });
  present += 1000;
  expect(await read()).toEqual({ ...moved, now: '2026-03-09T09:00:01.000Z' });
  for (const [by, ms] of Object.entries({
    '36h': 1.5 * dayMs,
    '90m': 5_400_000,
    '5s': 5000,
    '250ms': 250,
    '0.5s': 500,
  })) {
    const before = Date.parse((await at.control('GET', '/clock')).body.now);
    expect([by, Date.parse((await at.control('POST', '/clock/advance', { by })).body.now) - before]).toEqual([by, ms]);
  }
  expect((await at.control('PUT', '/clock', { now: '2020-02-29T00:00:00+02:00' })).body.now).toBe(
    '2020-02-28T22:00:00.000Z',
  );
  const same = await at.control('POST', '/clock/advance', { ms: 1 });
  expect(same.body.now).toBe('2020-02-28T22:00:00.001Z');
  expect((await at.control('POST', '/clock/advance', { by: { ms: 2 } })).body.now).toBe('2020-02-28T22:00:00.003Z');
});

test('a frozen clock does not advance, can be set, and continues from its time', async () => {
  expect((await at.control('PUT', '/clock', { isFrozen: true })).body).toEqual({
    ...{ now: '2026-03-01T09:00:00.000Z', isFrozen: true, offsetMs: 0 },
  });
  present += 60_000;
  expect(await read()).toEqual({ now: '2026-03-01T09:00:00.000Z', isFrozen: true, offsetMs: -60_000 });
  await at.control('POST', '/clock/advance', { by: '1d' });
  expect(await read()).toMatchObject({ now: '2026-03-02T09:00:00.000Z', isFrozen: true });
  await at.control('PUT', '/clock', { now: '2027-01-01T00:00:00Z' });
  expect(await read()).toMatchObject({ now: '2027-01-01T00:00:00.000Z', isFrozen: true });
  await at.control('PUT', '/clock', { isFrozen: false });
  present += 5000;
  expect(await read()).toMatchObject({ now: '2027-01-01T00:00:05.000Z', isFrozen: false });
  const real = await at.control('DELETE', '/clock');
  expect(real).toMatchObject({
    status: 200,
    body: { isFrozen: false, offsetMs: 0, now: new Date(present).toISOString() },
  });
});

test('objects that are written while the clock is frozen keep their order', async () => {
  await at.control('PUT', '/clock', { now: '2030-05-05T05:05:05.005Z', isFrozen: true });
  for (const title of ['One', 'Two', 'Three']) expect((await at.send('PUT', '~/teams', { title })).status).toBe(201);
  const { items } = (await at.send('GET', '~/teams?limit=100')).body;
  const made = items.slice(-3);
  expect(made.map(({ title }: { title: string }) => title)).toEqual(['One', 'Two', 'Three']);
  expect(new Set(made.map(({ createdAt }: { createdAt: string }) => createdAt))).toEqual(
    new Set(['2030-05-05T05:05:05.005Z']),
  );
});

test('an invalid time is refused with its place, and changes nothing', async () => {
  const cases = [
    ['PUT', '/clock', {}, 'body:'],
    ['PUT', '/clock', { now: 'tomorrow' }, 'body.now:'],
    ['PUT', '/clock', { now: '2026-02-30T99:00:00Z' }, 'body.now:'],
    ['PUT', '/clock', { now: 5 }, 'body.now:'],
    ['PUT', '/clock', { isFrozen: 'yes' }, 'body.isFrozen:'],
    ['PUT', '/clock', { frozen: true }, 'body:'],
    ['POST', '/clock/advance', {}, 'body:'],
    ['POST', '/clock/advance', { by: '8 days' }, 'body.by:'],
    ['POST', '/clock/advance', { by: '-8d' }, 'body.by:'],
    ['POST', '/clock/advance', { by: '1d', ms: 5 }, 'body:'],
    ['POST', '/clock/advance', { ms: -5 }, 'body.ms:'],
    ['POST', '/clock/advance', { by: '99999999d' }, 'body:'],
  ] as const;
  for (const [method, path, body, place] of cases) {
    const { status, body: refusal } = await at.control(method, path, body);
    expect([status, refusal.error.message.slice(0, place.length)], JSON.stringify(body)).toEqual([400, place]);
  }
  expect(await read()).toEqual({ now: '2026-03-01T09:00:00.000Z', isFrozen: false, offsetMs: 0 });
});

test('the same functions work in the process', () => {
  const { clock } = at.platform;
  expect(clock.freeze('2026-01-01T00:00:00Z')).toMatchObject({ now: '2026-01-01T00:00:00.000Z', isFrozen: true });
  expect(clock.advance('1h').now).toBe('2026-01-01T01:00:00.000Z');
  expect(clock.advance(1000).now).toBe('2026-01-01T01:00:01.000Z');
  expect(clock.nowMs()).toBe(Date.parse('2026-01-01T01:00:01.000Z'));
  expect(clock.set({ isFrozen: false }).isFrozen).toBe(false);
  expect(() => clock.advance(-1)).toThrow('negative');
  expect(() => clock.freeze('never')).toThrow('date-time');
  expect(clock.reset()).toEqual({ now: '2026-03-01T09:00:00.000Z', isFrozen: false, offsetMs: 0 });
});

test('a deleted space can be restored for seven days of the platform time', async () => {
  const site = (await at.send('POST', '~/sites', { title: 'Site', spaces: 'empty' })).body;
  const [{ space }] = (await at.send('GET', `~/sites/${site.id}/site-spaces`)).body.items;
  await at.send('DELETE', `~/sites/${site.id}`);
  expect((await at.send('DELETE', `/v1/spaces/${space.id}`)).status).toBeLessThan(300);
  await at.control('POST', '/clock/advance', { by: '6d' });
  expect((await at.send('GET', `/v1/spaces/${space.id}`)).body.deletedAt).toBe('2026-03-01T09:00:00.000Z');
  await at.control('POST', '/clock/advance', { by: '25h' });
  expect((await at.send('GET', `/v1/spaces/${space.id}`)).status).toBe(404);
});

test('the data file keeps the clock across restarts, with and without the control API', () => {
  const directory = directoryWith();
  const data = join(directory, 'state.db');
  const open = () => createPlatform({ data, now: () => present });
  const first = open();
  first.clock.advance('1d');
  first.close();
  const second = open();
  expect(second.clock.read()).toMatchObject({ offsetMs: dayMs, isFrozen: false });
  second.clock.freeze();
  second.close();
  present += 1000;
  const third = open();
  expect(third.clock.read()).toMatchObject({ now: '2026-03-02T09:00:00.000Z', isFrozen: true });
  third.close();
});
