/** Tests the command line in separate processes with ports, signals and pipes. */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';
import { openApplying, writesNeeded } from './applying.ts';
import { endSpawned, spawnCli } from './spawned.ts';

afterEach(endSpawned);

function start(argv: readonly string[]) {
  const spawned = spawnCli(argv, directoryWith(), {});
  const { child, output } = spawned;
  const line = new Promise<string>((resolve) => {
    child.stdout.on('data', () => output.stdout.includes('\n') && resolve(output.stdout.split('\n')[0] ?? ''));
  });
  return { ...spawned, firstLine: () => spawned.until(line) };
}

test('platform serve prints exactly one JSON line, responds, and keeps its state after SIGTERM', async () => {
  const data = join(directoryWith(), 'p.db');
  const first = start([
    'platform',
    'serve',
    '--port',
    '0',
    '--data',
    data,
    '--seed',
    'small',
    '--token',
    'given-token',
  ]);
  const served = JSON.parse(await first.firstLine()) as {
    readonly url: string;
    readonly organization: string;
    readonly token: string;
  };
  expect(served).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    organization: expect.any(String),
    token: 'given-token',
  });
  const path = `${served.url}/v1/orgs/${served.organization}/teams`;
  const headers = { authorization: 'Bearer given-token', 'content-type': 'application/json' };
  expect((await fetch(path)).status).toBe(401);
  expect((await fetch(path, { method: 'PUT', headers, body: '{"title":"Kept"}' })).status).toBe(201);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = start(['platform', 'serve', '--port', '0', '--data', data]);
  const again = JSON.parse(await second.firstLine()) as typeof served;
  expect(again).toMatchObject({ organization: served.organization, token: 'given-token' });
  const teams = (await (
    await fetch(`${again.url}/v1/orgs/${again.organization}/teams?limit=1000`, { headers })
  ).json()) as {
    readonly items: readonly { readonly title: string }[];
  };
  expect(teams.items.map((team) => team.title)).toContain('Kept');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(second.output.stdout.trim().split('\n')).toHaveLength(1);
  expect(second.output.stderr).toContain('Serving');
});

interface Served {
  readonly url: string;
  readonly organization: string;
  readonly token: string;
  readonly control: string;
}

test('platform serve rejects a data file in use, also by a stopped process, and takes over from a killed one', async () => {
  const data = join(directoryWith(), 'p.db');
  const serve = () => start(['platform', 'serve', '--port', '0', '--data', data]);
  const first = serve();
  await first.firstLine();
  first.child.kill('SIGSTOP');
  const second = serve();
  expect(await second.ended).toBe(1);
  expect(second.output.stderr).toMatch(
    new RegExp(
      `^error\\[E-SYSTEM\\]: the data file \\S+ is already served by \\S+, process ${first.child.pid}, since \\S+\\n +\\S help: use the URL`,
    ),
  );
  await first.kill();
  const third = serve();
  await third.firstLine();
  third.child.kill('SIGTERM');
  expect(await third.ended).toBe(0);
  const fourth = serve();
  await fourth.firstLine();
});

test('platform serve finishes requests that a fault delays before it ends', async () => {
  const serving = start(['platform', 'serve', '--port', '0', '--control']);
  const { url, organization, token, control } = JSON.parse(await serving.firstLine()) as Served;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const fault = { match: { method: 'PUT' }, effect: { type: 'latency', ms: 1_000 } };
  await fetch(`${control}faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
  const answer = fetch(`${url}/v1/orgs/${organization}/teams`, { method: 'PUT', headers, body: '{"title":"Late"}' });
  const calls = async () =>
    ((await (await fetch(`${control}faults`, { headers })).json()) as { items: { calls: number }[] }).items[0]?.calls;
  await expect.poll(calls).toBe(1);
  serving.child.kill('SIGTERM');
  expect((await answer).status).toBe(201);
  expect(await serving.ended).toBe(0);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'apply finishes the request in flight on %s, records it and starts no new request',
  async (signal) => {
    const applying = await openApplying();
    try {
      const { gate, spawn } = applying;
      const isHeld = gate.hold(3, 'after');
      const apply = spawn(['apply', '--yes', '--concurrency', '1']);
      await apply.until(isHeld);
      apply.child.kill(signal);
      await apply.said(/interrupted: waiting for 1 running request/);
      gate.letGo();
      expect(await apply.ended).toBe(130);
      expect(gate.writes).toHaveLength(3);
      const [ledger, journal] = await applying.files();
      expect([ledger, journal]).toEqual([expect.stringContaining('"resources"'), '']);
      await applying.expectWhole();
      expect(gate.writes).toHaveLength(writesNeeded);
    } finally {
      await applying.close();
    }
  },
);

test('a port in use causes one message without a stack trace', async () => {
  const first = start(['platform', 'serve', '--port', '0']);
  const { port } = new URL((JSON.parse(await first.firstLine()) as { readonly url: string }).url);
  const second = start(['platform', 'serve', '--port', port]);
  expect(await second.ended).toBe(1);
  expect(second.output.stderr).toMatch(/^error\[E-SYSTEM\]: .*EADDRINUSE/);
  expect(second.output.stderr).not.toMatch(/\n +at /);
});

test('a closed output pipe is not an error', async () => {
  const child = start(['help', 'apply']);
  child.child.stdout.destroy();
  expect(await child.ended).toBe(0);
  expect(child.output.stderr).toBe('');
});
