/** Tests that `docform platform control` sends requests to the control plane of a running platform. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPlatform, type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { type Ran, run } from './harness.ts';

let platform: StartedPlatform;

beforeEach(async () => {
  platform = await startPlatform({ seed: 'small', now: () => Date.UTC(2026, 2, 1, 9) });
});

afterEach(() => platform.close());

/** Runs `docform platform control …` with the URL in the environment. */
async function command(...argv: readonly string[]): Promise<Ran> {
  return run(['platform', 'control', ...argv], { environment: { DOCFORM_PLATFORM_URL: platform.url } });
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

test('control sends a request and prints the answer, or the part that a pointer selects', async () => {
  const { exit, stdout, stderr } = await command('GET', 'state');
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(platform.state());
  expect((await command('GET', '/_platform/state', '--select', '/digest')).stdout).toBe(`${platform.state().digest}\n`);
  expect(await json('GET', 'state')).toEqual({ schemaVersion: 1, kind: 'platform-control', body: platform.state() });
  expect(await command('GET', 'state', '--select', 'digest')).toMatchObject({ exit: 3, stdout: '' });
  expect(await command('GET', 'state', '--select', '/nothing')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('E-API-SELECT'),
  });
});

test('the platform is reset, saved and restored', async () => {
  const { digest } = platform.state();
  expect((await command('PUT', 'snapshots/before')).exit).toBe(0);
  await makeTeam('Extra');
  expect(platform.state().digest).not.toBe(digest);
  expect((await command('POST', 'snapshots/before/restore')).exit).toBe(0);
  expect(platform.state().digest).toBe(digest);
  expect((await command('POST', 'reset', '--field', 'seed=medium', '--field', 'seedNumber:=7')).exit).toBe(0);
  expect(platform.state()).toMatchObject({ seed: 'medium', seedNumber: 7 });
  expect(await command('POST', 'snapshots/nothing/restore')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/^error\[E-CONTROL\]: .*nothing/),
  });
});

test('the clock advances, and faults are read from a file, from stdin and from fields', async () => {
  expect((await command('POST', 'clock/advance', '--field', 'by=8d')).exit).toBe(0);
  expect((await command('GET', 'clock', '--select', '/now')).stdout).toBe('2026-03-09T09:00:00.000Z\n');
  const fault = { match: { operation: 'listTeams' }, effect: { type: 'status', status: 503 } };
  const directory = directoryWith({ 'fault.json': JSON.stringify(fault), 'broken.json': '{' });
  const environment = { DOCFORM_PLATFORM_URL: platform.url };
  const add = (...argv: readonly string[]) =>
    run(['platform', 'control', 'POST', 'faults', ...argv], { directory, environment, input: JSON.stringify(fault) });
  expect((await add('--body', 'fault.json')).exit).toBe(0);
  expect((await add('--body', '-')).exit).toBe(0);
  expect((await add('--field', 'effect:={"type":"drop","when":"before"}')).exit).toBe(0);
  expect(platform.faults.list()).toHaveLength(3);
  expect(await add('--body', 'broken.json')).toMatchObject({ exit: 3, stdout: '' });
  expect(await add('--body', 'fault.json', '--field', 'times:=1')).toMatchObject({ exit: 3, stdout: '' });
  expect(await command('DELETE', 'faults', '--body', 'fault.json')).toMatchObject({ exit: 3, stdout: '' });
  expect((await command('DELETE', 'faults')).exit).toBe(0);
  expect(platform.faults.list()).toEqual([]);
});

test('a selected token is printed alone, and has the permissions of its user', async () => {
  const { exit, stdout } = await command('POST', 'tokens', '--field', 'user=eve@acme.dev', '--select', '/token');
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^\S+\n$/);
  const headers = { authorization: `Bearer ${stdout.trim()}`, 'content-type': 'application/json' };
  const teams = `${platform.url}/v1/orgs/${platform.organization}/teams`;
  expect((await fetch(teams, { headers })).status).toBe(200);
  expect((await fetch(teams, { method: 'PUT', headers, body: '{"title":"Extra"}' })).status).toBe(403);
  expect(await command('POST', 'tokens', '--field', 'user=nobody@acme.dev')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('nobody@acme.dev'),
  });
  expect(await command('FETCH', 'state')).toMatchObject({ exit: 3, stderr: expect.stringContaining('FETCH') });
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
    for (const argv of [
      ['control', 'GET', 'state'],
      ['control', 'POST', 'reset'],
      ['control', 'POST', 'snapshots/x/restore'],
      ['log'],
    ]) {
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
      const { exit, stderr } = await run([
        'platform',
        'control',
        'POST',
        'reset',
        '--url',
        await answering(status, body),
      ]);
      expect(exit).toBe(1);
      expect(stderr).toContain('E-CONTROL-OFF');
    }
  });

  test('the error for a closed port explains how to start a platform', async () => {
    const url = await answering(200, '');
    for (const server of others) await new Promise((resolve) => server.close(resolve));
    const { exit, stderr } = await run(['platform', 'control', 'GET', 'state', '--url', url]);
    expect(exit).toBe(1);
    expect(stderr).toMatch(
      /^error\[E-PLATFORM\]: no answer from http:.*refused.*\n.*docform platform serve --control.*DOCFORM_PLATFORM_URL/,
    );
    const failed = JSON.parse((await run(['platform', 'control', 'GET', 'state', '--json', '--url', url])).stdout);
    expect(failed).toMatchObject({ kind: 'error', error: { code: 'E-PLATFORM' } });
  });

  test.each([['nonsense'], ['http://platform.example'], ['ftp://localhost'], ['http://user:secret@localhost']])(
    '%s is rejected as a platform URL',
    async (url) => {
      const { exit, stderr } = await run(['platform', 'control', 'GET', 'state', '--url', url]);
      expect(exit).toBe(3);
      expect(stderr).toMatch(/^error\[E-USAGE\]: the platform URL .*\n.*--url or DOCFORM_PLATFORM_URL/);
      expect(stderr).not.toContain('secret');
    },
  );

  test('the URL of the control plane is accepted too', async () => {
    expect(await run(['platform', 'control', 'GET', 'clock', '--url', `${platform.url}/_platform/`])).toMatchObject({
      exit: 0,
    });
  });
});
