/** Tests startPlatform. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';

let platform: StartedPlatform;

beforeEach(async () => {
  platform = await startPlatform({ seed: 'medium' });
});
afterEach(() => platform.close());

const headers = (token: string): { readonly headers: { readonly authorization: string } } => ({
  headers: { authorization: `Bearer ${token}` },
});

test('startPlatform listens on a free port with the control API and its token', async () => {
  expect(platform.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${platform.url}/v1/orgs/${platform.organization}`, headers(platform.token))).status).toBe(200);
  expect((await fetch(`${platform.url}/_platform/state`)).status).toBe(200);
  const [given, plain] = [
    await startPlatform({ token: 'given', seed: 'empty' }),
    await startPlatform({ control: false }),
  ];
  expect((await fetch(`${given.url}/v1/orgs`, headers('given'))).status).toBe(200);
  expect((await fetch(`${plain.url}/_platform/state`)).status).toBe(401);
  await Promise.all([given.close(), plain.close()]);
});

test('fetch of a started platform needs neither socket nor token', async () => {
  const home = `/v1/orgs/${platform.organization}`;
  const made = await platform.fetch(`${home}/teams`, { method: 'PUT', body: JSON.stringify({ title: 'New' }) });
  expect(made.status).toBe(201);
  const own = new Request(`${platform.url}${home}`, headers('wrong'));
  expect((await platform.fetch(own)).status).toBe(401);
  expect((await platform.fetch(new URL(home, platform.url))).status).toBe(200);
  const { id } = (await made.json()) as { readonly id: string };
  expect((await fetch(`${platform.url}${home}/teams/${id}`, headers(platform.token))).status).toBe(200);
});

test('users have tokens of their own', async () => {
  const bo = platform.tokenFor('bo@acme.dev');
  expect(bo).not.toBe(platform.token);
  expect((await platform.fetch('/v1/orgs', headers(bo))).status).toBe(200);
  expect(platform.requests.read().items.at(-1)?.user).toBeTruthy();
});

test('functions of the started platform and its control API have the same effect', async () => {
  const before = platform.state().digest;
  platform.clock.freeze('2030-01-01T00:00:00Z');
  platform.faults.add({ match: { operation: 'listTeams' }, effect: { type: 'status', status: 503 }, times: 1 });
  const list = (): Promise<Response> =>
    fetch(`${platform.url}/v1/orgs/${platform.organization}/teams`, headers(platform.token));
  expect([(await list()).status, (await list()).status]).toEqual([503, 200]);
  expect(platform.requests.assert({ operation: 'listTeams' }, { count: 2 })).toEqual({ matched: 2 });
  expect(platform.requests.assert({ operation: 'listTeams', status: 503 })).toEqual({ matched: 1 });
  expect(() => platform.requests.assert({ operation: 'createTeam' })).toThrow('expected at least 1 requests');
  expect(platform.requests.read().items.map(({ at }) => at)).toEqual([
    '2030-01-01T00:00:00.000Z',
    '2030-01-01T00:00:00.000Z',
  ]);
  platform.snapshots.take('one');
  await platform.fetch(`/v1/orgs/${platform.organization}/teams`, { method: 'PUT', body: '{"title":"New"}' });
  expect(platform.state().digest).not.toBe(before);
  platform.snapshots.restore('one');
  expect(platform.state().digest).toBe(before);
  platform.reset({ seed: 'small', seedNumber: 3 });
  expect(platform.state()).toMatchObject({
    seed: 'small',
    seedNumber: 3,
    faults: 0,
    requests: 0,
    clock: { isFrozen: false },
  });
  expect((await fetch(`${platform.url}/v1/orgs/${platform.organization}`, headers(platform.token))).status).toBe(200);
});

test('close ends at once with waiting calls, and only once', async () => {
  platform.faults.add({ effect: { type: 'latency', ms: 600_000 } });
  const waiting = fetch(`${platform.url}/v1/orgs`, headers(platform.token)).catch((error: unknown) => error);
  const stream = await fetch(`${platform.url}/_platform/requests/stream`);
  const followed = platform.requests.follow();
  const next = followed.next();
  await new Promise((resolve) => setTimeout(resolve, 30));
  await Promise.all([platform.close(), platform.close()]);
  expect(await waiting).toBeInstanceOf(TypeError);
  expect(await stream.text()).toContain('retry');
  expect(await next).toEqual({ done: true, value: undefined });
  await expect(fetch(platform.url)).rejects.toThrow();
});

test('a port in use is an error, and the state is closed', async () => {
  await expect(startPlatform({ port: Number(new URL(platform.url).port) })).rejects.toThrow('EADDRINUSE');
});

test('an iterator over the log returns new entries', async () => {
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { operation } of platform.requests.follow()) {
      seen.push(operation ?? '');
      if (seen.length === 2) return;
    }
  })();
  await platform.fetch('/v1/orgs');
  await platform.fetch('/v1/nothing');
  await reading;
  expect(seen).toEqual(['listOrganizations', '']);
});

test('an unknown seed is an error that lists the seeds', async () => {
  const options = (seed: unknown) => ({ seed }) as unknown as Parameters<typeof startPlatform>[0];
  await expect(startPlatform(options('huge'))).rejects.toThrow(
    'unknown seed "huge": seeds are empty, small, medium, large',
  );
  await expect(startPlatform(options('constructor'))).rejects.toThrow('unknown seed "constructor"');
});
