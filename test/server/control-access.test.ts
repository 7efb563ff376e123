/** Tests access to the control API: off by default, closed to other origins and hosts, strict about types, methods and paths. */
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPlatform } from '../../src/server/index.ts';
import { type Controlled, openControlled } from './controlled.ts';

let at: Controlled;

beforeEach(async () => {
  at = await openControlled('on a port');
});
afterEach(() => at.close());

interface Sent {
  readonly status: number;
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** Sends any headers, unlike fetch. */
function sendRaw(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string | string[]>,
  body = '',
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = httpRequest(
      { hostname: hostname.replace(/[[\]]/g, ''), port, method, path, headers, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test('without the option control, its URLs are unknown', async () => {
  const platform = createPlatform();
  for (const path of ['/_platform', '/_platform/', '/_platform/state', '/_platform/requests/stream']) {
    const without = await platform.fetch(new Request(`http://platform.test${path}`));
    const headers = { authorization: `Bearer ${platform.token}` };
    const within = await platform.fetch(new Request(`http://platform.test${path}`, { headers }));
    expect([path, without.status, within.status]).toEqual([path, 401, 404]);
  }
  platform.close();
});

test('the control API accepts only names of this machine', async () => {
  const port = new URL(at.url).port;
  const names = {
    localhost: 200,
    LOCALHOST: 200,
    '127.0.0.1': 200,
    '127.0.0.2': 200,
    '[::1]': 200,
    '127.0.0.1.nip.example': 403,
    'evil.example': 403,
    '192.168.1.7': 403,
  };
  for (const [name, status] of Object.entries({
    ...names,
    'localhost.evil.example': 403,
    '127.0.0.1.evil.example': 403,
  })) {
    for (const host of [name, `${name}:${port}`]) {
      expect([host, (await sendRaw(at.url, 'GET', '/_platform/state', { host })).status]).toEqual([host, status]);
    }
  }
  expect((await sendRaw(at.url, 'GET', '/v1/orgs', { host: 'evil.example' })).status).toBe(401);
});

test('on other addresses, the control API accepts any host, but no other origin', async () => {
  const listening = await at.platform.listen({ port: 0, host: '0.0.0.0' });
  const url = `http://127.0.0.1:${listening.port}`;
  expect((await sendRaw(url, 'GET', '/_platform/state', { host: 'platform:4010' })).status).toBe(200);
  const other = await sendRaw(url, 'GET', '/_platform/state', { host: 'platform:4010', origin: 'http://evil.example' });
  expect(other.status).toBe(403);
  await listening.close();
});

test('pages of other origins are refused, and pages of the platform are accepted', async () => {
  const own = at.url;
  const headers = { 'content-type': 'application/json' };
  const post = async (extra: Record<string, string>): Promise<number> =>
    (await sendRaw(at.url, 'POST', '/_platform/reset', { ...headers, ...extra }, '{}')).status;
  expect(await post({ origin: own })).toBe(200);
  for (const origin of [
    'http://evil.example',
    'null',
    own.replace('http:', 'https:'),
    own.replace(/\d$/, ''),
    `${own}.evil.example`,
  ]) {
    expect([origin, await post({ origin })]).toEqual([origin, 403]);
  }
  const state = async (extra: Record<string, string>): Promise<number> =>
    (await sendRaw(at.url, 'GET', '/_platform/state', extra)).status;
  expect(await state({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200);
  expect(await state({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' })).toBe(200);
  expect(await state({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(200);
  expect(await state({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).toBe(403);
  expect(await state({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' })).toBe(403);
  const preflight = await sendRaw(at.url, 'OPTIONS', '/_platform/reset', {
    ...{ origin: 'http://evil.example', 'access-control-request-method': 'POST' },
  });
  expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([403, undefined]);
});

test('writes need the content type JSON, in any spelling, once', async () => {
  const post = async (headers: Record<string, string | string[]>): Promise<number> =>
    (await sendRaw(at.url, 'POST', '/_platform/reset', headers, '{}')).status;
  for (const type of ['application/json', 'APPLICATION/JSON', 'application/json; charset=utf-8']) {
    expect([type, await post({ 'content-type': type })]).toEqual([type, 200]);
  }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'text/plain, application/json',
  ]) {
    expect([type, await post({ 'content-type': type })]).toEqual([type, 415]);
  }
  expect(await post({})).toBe(415);
  expect(await post({ 'content-type': ['application/json', 'text/plain'] })).toBe(415);
  const put = await sendRaw(at.url, 'PUT', '/_platform/snapshots/x', {});
  expect([put.status, at.platform.snapshots.list()]).toEqual([415, []]);
});

test('unknown paths are 404, other methods 405, invalid bodies 400, and browsers neither store nor frame any answer', async () => {
  for (const path of ['/nothing', '/state/more', '/clock/', '/faults/a/b', '/%zz']) {
    const { status, body } = await at.control('GET', path);
    expect([path, status < 500 && status >= 400, body.error.code]).toEqual([path, true, status]);
  }
  const allowed = {
    '/state': 'GET',
    '/clock': 'DELETE, GET, PUT',
    '/faults': 'DELETE, GET, POST',
    '/reset': 'POST',
    '/faults/x': 'DELETE',
  };
  for (const [path, allow] of Object.entries(allowed)) {
    const { status, headers } = await at.control('PATCH', path, {});
    expect([path, status, headers.get('allow')]).toEqual([path, 405, allow]);
  }
  const head = await sendRaw(at.url, 'HEAD', '/_platform/state', {});
  expect([head.status, head.headers.allow, head.body]).toEqual([405, 'GET', '']);
  const page = await at.control('POST', '/', {});
  expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET']);
  for (const body of ['{', '[]', '"x"', '{"seed":5}']) {
    const sent = await sendRaw(at.url, 'POST', '/_platform/reset', { 'content-type': 'application/json' }, body);
    expect([body, sent.status, JSON.parse(sent.body).error.message.slice(0, 4)]).toEqual([body, 400, 'body']);
  }
  expect((await at.control('GET', '/state?x=1')).status).toBe(400);
  const { headers } = await at.control('GET', '/state');
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
});

test('the page has a URL with a slash', async () => {
  const bare = await sendRaw(at.url, 'GET', '/_platform', {});
  expect([bare.status, bare.headers.location]).toEqual([308, '/_platform/']);
  const page = await sendRaw(at.url, 'GET', '/_platform/', {});
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['x-frame-options']).toBe('DENY');
});

test('tokens can be created, listed and revoked', async () => {
  const made = await at.control('POST', '/tokens', { user: 'ana@acme.dev' });
  expect(made).toMatchObject({ status: 201, body: { token: expect.any(String), user: expect.any(String) } });
  const { items } = (await at.control('GET', '/tokens')).body;
  expect(items.map(({ token }: { token: string }) => token)).toEqual([at.platform.token, made.body.token]);
  expect((await at.control('DELETE', `/tokens/${encodeURIComponent(made.body.token)}`)).status).toBe(204);
  expect((await at.control('DELETE', `/tokens/${encodeURIComponent(made.body.token)}`)).status).toBe(404);
  expect((await at.control('POST', '/tokens', { user: 'nobody@acme.dev' })).status).toBe(404);
  expect((await at.control('POST', '/tokens', {})).status).toBe(400);
  expect(() => at.platform.tokenFor('nobody')).toThrow('nobody');
});
