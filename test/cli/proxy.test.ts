/** Through a proxy goes what HTTPS_PROXY says, and what NO_PROXY names does not; a proxy never sees the token, and loopback never has one. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proxyFor } from '../../src/cli/proxy.ts';
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
afterAll(() => {
  proxy.close();
});

const directory = directoryWith({ 'docform.yaml': 'version: 1\norganization: acme\nteams: {}\n' });
const secret = 'token-of-the-platform';

test('the proxy is asked for a tunnel to the platform, and sees neither token nor path', async () => {
  heard.length = 0;
  const environment = { DOCFORM_API_URL: 'https://docform.invalid', DOCFORM_TOKEN: secret, HTTPS_PROXY: address };
  const { exit, stdout, stderr } = await run(['plan', '--max-wait', '50ms', '--debug'], { directory, environment });
  expect(exit).toBe(1);
  expect(new Set(heard.map(({ target }) => target))).toEqual(new Set(['docform.invalid:443']));
  expect(heard.filter(({ headers }) => headers.includes(secret) || headers.includes('acme'))).toEqual([]);
  expect(heard[0]?.headers).toContain(`Basic ${Buffer.from('user:proxy-password').toString('base64')}`);
  expect(stdout + stderr).not.toMatch(/token-of-the-platform|proxy-password/);
  expect(stderr).toContain('the proxy opened no tunnel');
});

test('NO_PROXY and loopback go straight', async () => {
  heard.length = 0;
  const around = { DOCFORM_TOKEN: secret, HTTPS_PROXY: address, HTTP_PROXY: address };
  const named = { ...around, DOCFORM_API_URL: 'https://docform.invalid', NO_PROXY: 'invalid' };
  expect((await run(['plan', '--max-wait', '50ms'], { directory, environment: named })).exit).toBe(1);
  const platform = await startPlatform({ seed: 'small' });
  try {
    const here = { ...around, DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token, DOCFORM_ORG: platform.organization };
    const open = directoryWith({ 'docform.yaml': 'version: 1\nteams: {}\n' });
    expect((await run(['plan'], { directory: open, environment: here })).exit).toBe(0);
  } finally {
    await platform.close();
  }
  expect(heard).toEqual([]);
});

test.each([
  ['http://api.acme.dev', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['http://api.acme.dev', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'api.acme.dev:80' }, undefined],
  ['http://api.acme.dev', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'api.acme.dev:443' }, 'http://p:1'],
  ['https://api.acme.dev', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'API.ACME.DEV' }, undefined],
  ['https://[2001:db8::1]', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '[2001:db8::1]' }, undefined],
  ['https://[2001:db8::1]:8443', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '[2001:db8::1]:443' }, 'http://p:1'],
  ['https://localhost:8443', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['https://[::1]', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['https://api.acme.dev', { HTTP_PROXY: 'http://p:1' }, undefined],
])('proxy for %s with %j', (url, environment, expected) => {
  expect(proxyFor(url, environment)).toBe(expected);
});
