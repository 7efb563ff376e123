/** The command line as real processes: the platform on a port, signals, pipes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { directoryWith } from '../support/directory.ts';

const entry = new URL('../../src/cli/main.ts', import.meta.url).pathname;
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(argv: readonly string[], environment: { readonly [name: string]: string } = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, ...argv], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      output[name] += String(chunk);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => output.stdout.includes('\n') && resolve(output.stdout.split('\n')[0] ?? ''));
    child.on('close', () => reject(new Error(`it ended: ${output.stderr}`)));
  });
  firstLine.catch(() => undefined);
  return { child, output, ended, firstLine };
}

test('platform serve prints exactly one JSON line, answers, and ends on SIGTERM with its state kept', async () => {
  const data = join(directoryWith(), 'p.db');
  const first = start(['platform', 'serve', '--port', '0', '--data', data, '--seed', 'small', '--token', 'given-token']);
  const served = JSON.parse(await first.firstLine) as { readonly url: string; readonly organization: string; readonly token: string };
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
  const again = JSON.parse(await second.firstLine) as typeof served;
  expect(again).toMatchObject({ organization: served.organization, token: 'given-token' });
  const teams = (await (await fetch(`${again.url}/v1/orgs/${again.organization}/teams?limit=1000`, { headers })).json()) as {
    readonly items: readonly { readonly title: string }[];
  };
  expect(teams.items.map((team) => team.title)).toContain('Kept');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(second.output.stdout.trim().split('\n')).toHaveLength(1);
  expect(second.output.stderr).toContain('Serving');
});

test('a port that is taken is one message, not a trace', async () => {
  const first = start(['platform', 'serve', '--port', '0']);
  const { port } = new URL((JSON.parse(await first.firstLine) as { readonly url: string }).url);
  const second = start(['platform', 'serve', '--port', port]);
  expect(await second.ended).toBe(1);
  expect(second.output.stderr).toMatch(/^error\[E-SYSTEM\]: .*EADDRINUSE/);
  expect(second.output.stderr).not.toMatch(/\n +at /);
});

test('nobody reading the output is no fault', async () => {
  const child = start(['help', 'apply']);
  child.child.stdout.destroy();
  expect(await child.ended).toBe(0);
  expect(child.output.stderr).toBe('');
});
