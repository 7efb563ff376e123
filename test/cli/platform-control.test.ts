/** Tests the commands for the control plane of a running platform: state, reset, snapshots, clock and tokens. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPlatform, type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { type Ran, run } from './harness.ts';

let platform: StartedPlatform;

beforeEach(async () => {
  platform = await startPlatform({ seed: 'small', now: () => Date.UTC(2026, 2, 1, 9) });
});

afterEach(() => platform.close());

/** Runs `docform platform …` with the URL in the environment. */
async function command(...argv: readonly string[]): Promise<Ran> {
  return run(['platform', ...argv], { environment: { DOCFORM_PLATFORM_URL: platform.url } });
}

async function json(...argv: readonly string[]): Promise<{ readonly [field: string]: unknown }> {
  const { stdout, stderr } = await command(...argv, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

async function makeTeam(title: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const made = await platform.fetch(`/v1/orgs/${platform.organization}/teams`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ title }),
  });
  expect(made.status).toBe(201);
}

test('state prints the contents of the platform', async () => {
  const { exit, stdout, stderr } = await command('state');
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  const lines = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(Object.fromEntries(lines.map(([name, ...words]) => [name, words.join(' ')]))).toMatchObject({
    Organization: `${platform.organization} Acme`,
    Fixture: 'small (number 1)',
    Objects: `${platform.state().objects} (digest ${platform.state().digest})`,
    Clock: '2026-03-01T09:00:00.000Z (real time)',
    Faults: '0',
  });
  expect(await json('state')).toEqual({ schemaVersion: 1, kind: 'platform-state', ...platform.state() });
});

test('reset restores the initial state or loads another fixture', async () => {
  const { digest } = platform.state();
  await makeTeam('Extra');
  expect(platform.state().digest).not.toBe(digest);
  expect(await command('reset')).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^Reset to the fixture small \(number 1\): \d+ objects/),
  });
  expect(platform.state().digest).toBe(digest);
  expect(await json('reset', '--seed', 'medium', '--seed-number', '7')).toMatchObject({
    kind: 'platform-reset',
    seed: 'medium',
    seedNumber: 7,
  });
  expect(await command('reset', '--seed', 'huge')).toMatchObject({ exit: 3, stdout: '' });
});

test('snapshots can be taken, listed and restored', async () => {
  expect((await command('snapshots')).stdout).toBe('No snapshots.\n');
  const { digest } = platform.state();
  expect((await command('snapshot', 'before')).stdout).toContain('docform platform restore before');
  await makeTeam('Extra');
  expect(await json('snapshots')).toMatchObject({ kind: 'platform-snapshots', items: [{ name: 'before' }] });
  expect((await command('snapshots')).stdout).toMatch(/^before {2}2026-03-01T09:00:00\.000Z\n$/);
  expect(await command('restore', 'before')).toMatchObject({ exit: 0, stdout: 'Restored before.\n' });
  expect(platform.state().digest).toBe(digest);
  const { exit, stderr } = await command('restore', 'nothing');
  expect(exit).toBe(1);
  expect(stderr).toMatch(/^error\[E-CONTROL\]: .*nothing.*\n {2}= help: `docform platform snapshots` lists/);
});

describe('the clock', () => {
  test('can be shown, stopped, advanced and resumed', async () => {
    const shown = async (...argv: readonly string[]) => (await command('clock', ...argv)).stdout.trim();
    expect(await shown()).toBe('2026-03-01T09:00:00.000Z (real time)');
    expect(await shown('freeze')).toBe('2026-03-01T09:00:00.000Z (frozen)');
    expect(await shown('freeze', '2026-04-01')).toBe('2026-04-01T00:00:00.000Z (frozen)');
    expect(await shown('advance', '8d')).toBe('2026-04-09T00:00:00.000Z (frozen)');
    expect(await shown('real')).toBe('2026-03-01T09:00:00.000Z (real time)');
    expect(await shown('advance', '26h')).toBe('2026-03-02T11:00:00.000Z (1d 2h ahead of real time)');
    expect(await json('clock')).toMatchObject({ kind: 'platform-clock', isFrozen: false, offsetMs: 26 * 3_600_000 });
  });

  test.each([
    [['stop'], /unknown action stop\n.*show, freeze \[TIME\], advance DURATION or real/],
    [['advance'], /clock advance is not a duration\n.*8d/],
    [['advance', '8 days'], /clock advance 8 days is not a duration/],
    [['freeze', 'tomorrow'], /tomorrow is not a valid time\n.*2026-03-01/],
    [['real', '8d'], /clock real does not accept a value/],
  ])('is not changed by %j, which is a usage error', async (argv, message) => {
    const { exit, stdout, stderr } = await command('clock', ...argv);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

test('token prints only a token, which has the permissions of its user', async () => {
  const { exit, stdout } = await command('token', 'eve@acme.dev');
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^\S+\n$/);
  const headers = { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' };
  const teams = `${platform.url}/v1/orgs/${platform.organization}/teams`;
  expect((await fetch(teams, { headers })).status).toBe(200);
  expect((await fetch(teams, { method: 'PUT', headers, body: '{"title":"Extra"}' })).status).toBe(403);
  expect(await json('token', 'bo@acme.dev')).toMatchObject({
    kind: 'platform-token',
    token: expect.any(String),
    user: expect.any(String),
  });
  expect(await command('token', 'nobody@acme.dev')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/nobody@acme\.dev.*\n.*e-mail address or id/),
  });
  expect(await command('token')).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/USER is missing\n.*docform platform token --help/),
  });
});

describe('without a control plane', () => {
  let others: Server[] = [];

  afterEach(() => {
    for (const server of others) server.close();
    others = [];
  });

  /** Another server that gives the same response to every request. */
  async function answering(status: number, body: string): Promise<string> {
    const server = createServer((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end(body));
    others.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('the error for a platform with a disabled control plane explains how to enable it', async () => {
    const plain = createPlatform({ seed: 'empty' });
    const listening = await plain.listen({ port: 0 });
    for (const argv of [['state'], ['reset'], ['restore', 'x'], ['faults'], ['log']]) {
      const { exit, stdout, stderr } = await run(['platform', ...argv, '--url', listening.url]);
      expect({ exit, stdout }, argv.join(' ')).toEqual({ exit: 1, stdout: '' });
      expect(stderr).toMatch(/^error\[E-CONTROL-OFF\]: .* has no control plane\n.*docform platform serve --control/);
    }
    await listening.close();
    plain.close();
  });

  test('the error for another server reports that it is not a platform', async () => {
    for (const [status, body] of [
      [200, '<html>'],
      [404, 'not here'],
      [302, ''],
    ] as const) {
      const { exit, stderr } = await run(['platform', 'reset', '--url', await answering(status, body)]);
      expect(exit).toBe(1);
      expect(stderr).toContain('E-CONTROL-OFF');
    }
  });

  test('the error for a closed port explains how to start a platform', async () => {
    const url = await answering(200, '');
    for (const server of others) await new Promise((resolve) => server.close(resolve));
    const { exit, stderr } = await run(['platform', 'state', '--url', url]);
    expect(exit).toBe(1);
    expect(stderr).toMatch(
      /^error\[E-PLATFORM\]: no answer from http:.*refused.*\n.*docform platform serve --control.*DOCFORM_PLATFORM_URL/,
    );
    const failed = JSON.parse((await run(['platform', 'state', '--json', '--url', url])).stdout);
    expect(failed).toMatchObject({ kind: 'error', error: { code: 'E-PLATFORM' } });
  });

  test.each([['nonsense'], ['http://platform.example'], ['ftp://localhost'], ['http://user:secret@localhost']])(
    '%s is rejected as a platform URL',
    async (url) => {
      const { exit, stderr } = await run(['platform', 'state', '--url', url]);
      expect(exit).toBe(3);
      expect(stderr).toMatch(/^error\[E-USAGE\]: the platform URL .*\n.*--url or DOCFORM_PLATFORM_URL/);
      expect(stderr).not.toContain('secret');
    },
  );

  test('the URL of the control plane is accepted too', async () => {
    expect(await run(['platform', 'clock', '--url', `${platform.url}/_platform/`])).toMatchObject({ exit: 0 });
  });
});
