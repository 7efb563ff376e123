/** Tests that requests use the proxy of HTTPS_PROXY except for NO_PROXY and loopback, and that the proxy never sees the token. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proxyFor } from '../../src/cli/target/target.ts';
import type { Check } from '../../src/report/doctor.ts';
import { startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

interface Heard {
  readonly target: string | undefined;
  readonly headers: string;
}

const heard: Heard[] = [];
let proxy: Server;
let address: string;
beforeAll(async () => {
  proxy = createServer((request, response) => {
    heard.push({ target: request.url, headers: JSON.stringify(request.headers) });
    response.end();
  });
  proxy.on('connect', (request, socket) => {
    heard.push({ target: request.url, headers: JSON.stringify(request.headers) });
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `http://user:proxy-password@127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
const closers: (() => unknown)[] = [];
afterAll(async () => {
  proxy.close();
  for (const close of closers) await close();
});

const directory = directoryWith({ 'docform.yaml': 'version: 1\norganization: acme\nteams: {}\n' });
const secret = 'token-of-the-platform';

test('the proxy receives a CONNECT request, and sees neither the token nor the path', async () => {
  heard.length = 0;
  const environment = { DOCFORM_API_URL: 'https://docform.invalid', DOCFORM_TOKEN: secret, HTTPS_PROXY: address };
  const { exit, stdout, stderr } = await run(['plan', '--max-wait', '50ms', '--debug'], { directory, environment });
  expect(exit).toBe(1);
  expect(new Set(heard.map(({ target }) => target))).toEqual(new Set(['docform.invalid:443']));
  expect(heard.filter(({ headers }) => headers.includes(secret) || headers.includes('acme'))).toEqual([]);
  expect(heard[0]?.headers).toContain(`Basic ${Buffer.from('user:proxy-password').toString('base64')}`);
  expect(stdout + stderr).not.toMatch(/token-of-the-platform|proxy-password/);
  expect(stderr).toContain(`proxy ${new URL(address).host} opened no tunnel (502)`);
});

test('doctor prints all checks if the proxy does not answer, and names the proxy in the failed one', async () => {
  const environment = {
    ...{ DOCFORM_API_URL: 'https://docform.invalid', DOCFORM_TOKEN: secret },
    HTTPS_PROXY: 'http://127.0.0.1:1',
  };
  const { exit, stdout, stderr } = await run(['doctor', '--json'], { directory, environment });
  const { checks } = JSON.parse(stdout) as { readonly checks: readonly Check[] };
  expect([exit, stderr]).toEqual([1, '']);
  expect(Object.fromEntries(checks.map(({ name, status }) => [name, status]))).toEqual({
    ...{ program: 'ok', configuration: 'ok', 'api-url': 'ok', proxy: 'ok', connection: 'failed' },
    ...{ token: 'skipped', organization: 'skipped', permissions: 'skipped', dialect: 'skipped', clock: 'skipped' },
    ...{ ledger: 'ok', lock: 'ok' },
  });
  expect(checks.find(({ status }) => status === 'failed')).toMatchObject({
    message: expect.stringContaining('cannot reach proxy 127.0.0.1:1'),
    fix: expect.stringContaining('check HTTPS_PROXY'),
  });
});

test('NO_PROXY hosts and loopback are contacted directly', async () => {
  heard.length = 0;
  const around = { DOCFORM_TOKEN: secret, HTTPS_PROXY: address, HTTP_PROXY: address };
  const named = { ...around, DOCFORM_API_URL: 'https://docform.invalid', NO_PROXY: 'invalid' };
  expect((await run(['plan', '--max-wait', '50ms'], { directory, environment: named })).exit).toBe(1);
  const platform = await startPlatform({ seed: 'small' });
  try {
    const here = {
      ...around,
      DOCFORM_API_URL: platform.url,
      DOCFORM_TOKEN: platform.token,
      DOCFORM_ORG: platform.organization,
    };
    const open = directoryWith({ 'docform.yaml': 'version: 1\nteams: {}\n' });
    expect((await run(['plan'], { directory: open, environment: here })).exit).toBe(0);
  } finally {
    await platform.close();
  }
  expect(heard).toEqual([]);
});

test.each([
  ['http://api.acme.dev', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['http://api.acme.dev', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['https://api.acme.dev', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'API.ACME.DEV' }, undefined],
  ['https://[2001:db8::1]', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '[2001:db8::1]' }, undefined],
  ['https://[2001:db8::1]:8443', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '[2001:db8::1]:443' }, 'http://p:1'],
  ['https://localhost:8443', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['https://[::1]', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['https://api.acme.dev', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['https://api.acme.dev', { HTTPS_PROXY: 'p:1' }, 'http://p:1'],
  ['https://api.acme.dev', { https_proxy: 'ana:pass@p:1' }, 'http://ana:pass@p:1'],
  ['HTTPS://api.acme.dev', { HTTPS_PROXY: 'https://p:1' }, 'https://p:1'],
  ['postgres://api.acme.dev/db', { HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://p:1' }, undefined],
])('proxyFor with %s and %j returns the expected proxy', (url, environment, expected) => {
  expect(proxyFor(url, environment)).toBe(expected);
});

test.each([
  ['HTTPS_PROXY', '::::', 'is not the URL of an http or https proxy'],
  ['HTTPS_PROXY', 'socks5://ana:kanarie@127.0.0.1:1', 'is not the URL of an http or https proxy'],
  ['https_proxy', 'ana:kanarie%pass@127.0.0.1:1', 'contains a character that must be percent-encoded'],
  ['HTTPS_PROXY', 'http://ana:12/kanarie@127.0.0.1:1', 'contains a character that must be percent-encoded'],
])('%s=%s is a usage error that names the variable, in doctor too', async (name, value, message) => {
  const environment = { DOCFORM_API_URL: 'https://docform.invalid', DOCFORM_TOKEN: secret, [name]: value };
  const planned = await run(['plan', '--debug'], { directory, environment });
  expect(planned.exit).toBe(3);
  expect(planned.stderr).toContain(`error[E-USAGE]: ${name} ${message}`);
  const examined = await run(['doctor'], { directory, environment });
  expect(examined.stdout).toContain(`failed   proxy         ${name} ${message}`);
  expect(planned.stderr + examined.stdout).not.toContain('kanarie');
});

/** Answers each CONNECT request with these bytes, or closes the connection. */
async function proxyThat(answer: string | undefined) {
  let tunnels = 0;
  const server = createTcpServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        tunnels += 1;
        if (answer === undefined) socket.end();
        else socket.end(answer);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, tunnels: () => tunnels };
}

const required = 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n';

test.each(['plan', 'doctor'])('%s reports a proxy that requires a password, without a retry', async (command) => {
  const { host, tunnels } = await proxyThat(required);
  const environment = {
    DOCFORM_API_URL: 'https://docform.invalid',
    DOCFORM_TOKEN: secret,
    HTTPS_PROXY: `http://ana:kanarie@${host}`,
  };
  const { exit, stdout, stderr } = await run([command], { directory, environment });
  expect(exit).toBe(1);
  expect(stdout + stderr).toContain(`proxy ${host}: proxy authentication required (407)`);
  expect(stdout + stderr).toContain('= help: set HTTPS_PROXY with user and password: http://USER:PASSWORD@HOST:PORT');
  expect(stdout + stderr).not.toMatch(/kanarie|Waiting|waiting/);
  expect(tunnels()).toBe(1);
});

test('a backend behind a proxy that requires a password is requested once', async () => {
  const { host, tunnels } = await proxyThat(required);
  const platform = await startPlatform({ seed: 'empty' });
  closers.push(() => platform.close());
  const open = directoryWith({ 'docform.yaml': 'version: 1\nname: docs\nteams: {}\n' });
  const own = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token, DOCFORM_ORG: platform.organization };
  const environment = { ...own, DOCFORM_BACKEND: 'https://state.invalid/docs', HTTPS_PROXY: host };
  const { exit, stderr } = await run(['plan'], { directory: open, environment });
  expect(exit).toBe(1);
  expect(stderr).toContain('proxy authentication required (407)');
  expect(tunnels()).toBe(1);
});

test.each([
  ['closes the connection', undefined, 'the connection was closed'],
  ['speaks no HTTP', 'SSH-2.0\r\n\r\n', 'the connection failed'],
])('a proxy that %s is reported, and not retried forever', async (_, answer, message) => {
  const { host, tunnels } = await proxyThat(answer);
  const environment = { DOCFORM_API_URL: 'https://docform.invalid', DOCFORM_TOKEN: secret, HTTPS_PROXY: host };
  const { exit, stderr } = await run(['plan', '--max-wait', '50ms'], { directory, environment });
  expect(exit).toBe(1);
  expect(stderr).toContain(`cannot reach proxy ${host}: ${message}`);
  expect(stderr).toContain(
    '= help: check HTTPS_PROXY and that the proxy is running, or add the host of the platform to NO_PROXY',
  );
  expect(tunnels()).toBeLessThan(10);
});
