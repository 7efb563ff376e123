/** Tests the state as a whole: digest, reset and snapshots, across restarts and processes. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFixture, createPlatform, type Platform, type PlatformOptions } from '../../src/server/index.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { directoryWith } from '../support/directory.ts';
import { type Controlled, openControlled } from './controlled.ts';

let directory: string;
let data: string;
let at: Controlled;
const open: Platform[] = [];

const openFile = (options: PlatformOptions = {}): Platform => {
  const platform = createPlatform({ data, seed: 'small', ...options });
  open.push(platform);
  return platform;
};

beforeEach(async () => {
  directory = directoryWith();
  data = join(directory, 'state.db');
  at = await openControlled('in process', { seed: 'medium' });
});
afterEach(async () => {
  for (const platform of open.splice(0)) platform.close();
  await at.close();
});

const digest = async (): Promise<string> => (await at.control('GET', '/state')).body.digest;
const makeTeam = async (title: string): Promise<string> => (await at.send('PUT', '~/teams', { title })).body.id;

test('the state contains its seed, organizations, digest and counts', async () => {
  await makeTeam('New');
  await at.control('POST', '/faults', { effect: { type: 'latency', ms: 0 } });
  await at.control('PUT', '/snapshots/one');
  const { status, body } = await at.control('GET', '/state');
  expect([status, body]).toEqual([
    200,
    {
      seed: 'medium',
      seedNumber: 1,
      organizations: [
        expect.objectContaining({ id: at.platform.organization, title: 'Acme' }),
        expect.objectContaining({ title: 'Globex' }),
      ],
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      objects: expect.any(Number),
      clock: { now: expect.any(String), isFrozen: false, offsetMs: 0 },
      faults: 1,
      requests: 1,
      snapshots: 1,
    },
  ]);
  expect(at.platform.state().digest).toBe(body.digest);
});

test('only writes to objects change the digest, and reverting restores it', async () => {
  const before = await digest();
  await at.send('GET', '~/teams');
  expect((await at.send('PUT', '~/teams', { title: 'New', members: ['unknown'] })).status).toBe(404);
  await at.control('POST', '/tokens', { user: 'bo@acme.dev' });
  expect(await digest()).toBe(before);
  const id = await makeTeam('New');
  expect(await digest()).not.toBe(before);
  await at.send('DELETE', `~/teams/${id}`);
  expect(await digest()).toBe(before);
  const [same, other] = [createPlatform({ seed: 'medium' }), createPlatform({ seed: 'medium', seedNumber: 2 })];
  expect([same.state().digest === before, other.state().digest === before]).toEqual([true, false]);
  same.close();
  other.close();
});

test('reset restores objects, ids and real time, and removes faults and the log', async () => {
  const before = await digest();
  const made = await makeTeam('New');
  await at.control('PUT', '/clock', { now: '2030-01-01T00:00:00Z', isFrozen: true });
  await at.control('POST', '/faults', { match: { operation: 'listTeams' }, effect: { type: 'drop', when: 'before' } });
  await at.control('PUT', '/snapshots/kept');
  const { status, body } = await at.control('POST', '/reset', {});
  expect([status, body]).toMatchObject([
    200,
    { seed: 'medium', digest: before, faults: 0, requests: 0, snapshots: 1, clock: { isFrozen: false, offsetMs: 0 } },
  ]);
  expect((await at.send('GET', '~/teams')).body.items.map(({ title }: { title: string }) => title)).not.toContain(
    'New',
  );
  expect(await makeTeam('New')).toBe(made);
});

test('reset can select another seed and number, and defaults to the first', async () => {
  const before = await digest();
  const small = await at.control('POST', '/reset', { seed: 'small', seedNumber: 7 });
  expect(small.body).toMatchObject({ seed: 'small', seedNumber: 7 });
  expect(small.body.digest).not.toBe(before);
  expect(small.body.organizations[0].id).toBe(at.platform.organization);
  expect((await at.send('GET', '~')).status).toBe(200);
  at.platform.reset();
  expect(at.platform.state()).toMatchObject({ seed: 'medium', seedNumber: 1, digest: before });
  for (const body of [{ seed: 'huge' }, { seedNumber: -1 }, { seedNumber: 1.5 }, { other: 1 }]) {
    expect((await at.control('POST', '/reset', body)).status).toBe(400);
  }
  expect(await digest()).toBe(before);
});

test('the main token always works, other tokens as long as their user exists', async () => {
  const bo = at.platform.tokenFor('bo@acme.dev');
  const withToken = async (token: string): Promise<number> =>
    (await at.raw('GET', '/v1/orgs', undefined, { headers: { authorization: `Bearer ${token}` } })).status;
  at.platform.reset();
  expect([await withToken(bo), await withToken(at.platform.token)]).toEqual([200, 200]);
  at.platform.reset({ seedNumber: 99 });
  expect([await withToken(bo), await withToken(at.platform.token)]).toEqual([401, 200]);
  expect((await at.send('GET', '~')).body.permissions.admin).toBe(true);
});

test('reset restores a custom fixture while it is available', () => {
  const first = openFile({ seed: createFixture('medium', 3) });
  const before = first.state();
  expect(before).toMatchObject({ seed: 'custom', seedNumber: 3 });
  first.reset({ seed: 'empty' });
  expect(first.state().seed).toBe('empty');
  first.reset();
  expect(first.state()).toMatchObject({ seed: 'custom', digest: before.digest });
  const second = openFile();
  expect(() => second.reset()).toThrow('name a seed');
  expect(second.state()).toMatchObject({ seed: 'custom', digest: before.digest });
});

test('snapshots can be taken, replaced, restored and removed, and contain the clock, but not log and faults', async () => {
  await at.control('PUT', '/clock', { now: '2030-01-01T00:00:00Z', isFrozen: true });
  const taken = await at.control('PUT', '/snapshots/one.a-b_1');
  const objects = at.platform.state().objects;
  expect(taken).toMatchObject({
    status: 200,
    body: { name: 'one.a-b_1', takenAt: '2030-01-01T00:00:00.000Z', objects },
  });
  const before = await digest();
  await at.control('DELETE', '/clock');
  const made = await makeTeam('New');
  at.platform.faults.add({ effect: { type: 'latency', ms: 0 } });
  const restored = await at.control('POST', '/snapshots/one.a-b_1/restore');
  expect(restored.body).toMatchObject({
    digest: before,
    clock: { now: '2030-01-01T00:00:00.000Z', isFrozen: true },
    faults: 1,
    requests: 1,
  });
  expect(await makeTeam('Other')).toBe(made);
  await at.control('PUT', '/snapshots/one.a-b_1');
  expect((await at.control('GET', '/snapshots')).body.items).toEqual([{ ...taken.body, objects: objects + 1 }]);
  expect((await at.control('DELETE', '/snapshots/one.a-b_1')).status).toBe(204);
  expect((await at.control('GET', '/snapshots')).body.items).toEqual([]);
  for (const [method, path, status] of [
    ['DELETE', '/snapshots/none', 404],
    ['POST', '/snapshots/none/restore', 404],
    ['PUT', '/snapshots/a%20b', 400],
    ['PUT', `/snapshots/${'x'.repeat(101)}`, 400],
  ] as const) {
    expect([path, (await at.control(method, path)).status]).toEqual([path, status]);
  }
});

test('changes of another connection are visible: objects, clock, snapshots, reset', async () => {
  const [one, two] = [openFile(), openFile()];
  const store = openStore(data);
  const digests = new Set([store.digest()]);
  one.snapshots.take('shared');
  expect(two.snapshots.list().map(({ name }) => name)).toEqual(['shared']);
  one.clock.freeze('2030-01-01T00:00:00Z');
  expect(two.clock.read().now).toBe('2030-01-01T00:00:00.000Z');
  const before = two.state();
  one.reset({ seed: 'medium', seedNumber: 5 });
  digests.add(store.digest());
  expect(two.state()).toMatchObject({ seed: 'medium', seedNumber: 5, clock: { isFrozen: false } });
  expect(two.organization).toBe(one.organization);
  two.snapshots.restore('shared');
  expect(digests).toContain(store.digest());
  expect(one.state()).toMatchObject({
    seed: before.seed,
    seedNumber: before.seedNumber,
    digest: before.digest,
    objects: before.objects,
  });
  expect(digests.size).toBe(2);
  store.close();
});

test('reset and restore of this connection change the objects in memory', () => {
  const store = openStore(':memory:');
  const team = { kind: 'team', id: 't', parent: 'o', scope: 'o', position: 1, target: '', uniqueKey: null } as const;
  store.insert({ ...team, data: { title: 'Docs', createdAt: '' } });
  store.transact('write', () => store.takeSnapshot('a', ''));
  store.transact('write', () => store.removeState());
  expect(store.find('team', 't')).toBeUndefined();
  store.transact('write', () => store.restoreSnapshot('a'));
  expect(store.find('team', 't')?.data.title).toBe('Docs');
  store.close();
});

test('a reverted write restores the objects in memory', () => {
  const store = openStore(':memory:');
  const team = { kind: 'team', id: 't', parent: 'o', scope: 'o', position: 1, target: '', uniqueKey: null } as const;
  store.insert({ ...team, data: { title: 'Docs', createdAt: '' } });
  const refused = (): void =>
    store.transact('write', () => {
      store.removeState();
      expect(store.find('team', 't')).toBeUndefined();
      throw new Error('refused');
    });
  expect(refused).toThrow('refused');
  expect(store.find('team', 't')?.data.title).toBe('Docs');
  store.close();
});

test('a restart keeps snapshots and the first seed, and closing leaves one complete file', async () => {
  const first = openFile({ seed: 'medium', seedNumber: 4 });
  const before = first.state();
  first.snapshots.take('old');
  first.reset({ seed: 'empty' });
  first.close();
  const second = openFile({ seed: 'small' });
  expect(second.snapshots.list().map(({ name }) => name)).toEqual(['old']);
  expect(second.state().seed).toBe('empty');
  second.snapshots.restore('old');
  expect(second.state()).toMatchObject({ seed: 'medium', seedNumber: 4, digest: before.digest });
  second.reset({ seed: 'large' });
  second.reset();
  expect(second.state()).toMatchObject({ seed: 'medium', seedNumber: 4, digest: before.digest });
});
