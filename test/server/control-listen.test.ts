/** Tests the port with unusual clients: bytes on a socket are answered or disconnected, and never stop the platform. */
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPlatform, type Listening, type Platform } from '../../src/server/index.ts';

let platform: Platform;
let listening: Listening;
const faults: unknown[] = [];

beforeEach(async () => {
  platform = createPlatform({ control: true, token: 'known', onFault: (error) => faults.push(error) });
  listening = await platform.listen({ port: 0 });
});
afterEach(async () => {
  platform.endWaiting();
  await listening.close();
  platform.close();
  expect(faults.splice(0)).toEqual([]);
});

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const end = ['Host: localhost', 'Authorization: Bearer known', 'Connection: close'];

function open(): Socket {
  return connect(listening.port, '127.0.0.1');
}

/** Everything that the server sends until the connection ends. */
function exchange(...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = open();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
    });
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
    const next = ([first, ...others]: readonly string[]): void => {
      if (first === undefined) return;
      socket.write(first, () => setTimeout(next, 5, others));
    };
    next(pieces);
  });
}

const statusOf = (text: string): number => Number(text.split(' ')[1] ?? 0);
const bodyOf = (text: string): string => text.split('\r\n\r\n').slice(1).join('\r\n\r\n');
const isAlive = async (): Promise<void> =>
  expect(statusOf(await exchange(lines('GET /v1/orgs HTTP/1.1', ...end)))).toBe(200);

test('targets can be absolute, with a query, or without a path', async () => {
  const status = async (target: string): Promise<number> =>
    statusOf(await exchange(lines(`GET ${target} HTTP/1.1`, ...end)));
  expect(await status('http://localhost/v1/orgs')).toBe(200);
  expect(await status('HTTP://other.example:99/v1/orgs?limit=1')).toBe(200);
  expect(await status('/v1/orgs?limit=1&=&&?')).toBe(200);
  expect(await status('/v1/orgs?limit=x')).toBe(400);
  expect(await status('http://localhost')).toBe(404);
  expect(await status('//v1/orgs')).toBe(404);
  expect(await status('/v1/orgs#part')).toBe(404);
});

test('invalid percent-encoding is refused in paths, and kept in queries', async () => {
  const status = async (target: string): Promise<number> =>
    statusOf(await exchange(lines(`GET ${target} HTTP/1.1`, ...end)));
  for (const part of ['%', '%z1', '%c3', '%ff%fe'])
    expect([part, await status(`/v1/orgs/${part}`)]).toEqual([part, 400]);
  expect(await status('/v1/orgs?page=%zz')).toBe(400);
  expect(await status('/v1/orgs?other=%zz%c3')).toBe(200);
  expect(await status('/v1/orgs/%00')).toBe(404);
});

test('unsupported methods are 405, and HEAD has no body', async () => {
  for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']) {
    const text = await exchange(lines(`${method} /v1/orgs HTTP/1.1`, ...end));
    expect([method, statusOf(text), /\r\nallow: GET\r\n/i.test(text)]).toEqual([method, 405, true]);
    expect(bodyOf(text) === '').toBe(method === 'HEAD');
  }
  expect(statusOf(await exchange(lines('OPTIONS * HTTP/1.1', ...end)))).toBe(404);
  expect(await exchange(lines('CONNECT localhost:1 HTTP/1.1', ...end))).not.toMatch(/^HTTP\/1.1 2/);
  await isAlive();
});

test('bodies can be chunked, in pieces, with a byte order mark, and with two content types', async () => {
  const put = `PUT /v1/orgs/${platform.organization}/teams HTTP/1.1`;
  const chunked = await exchange(
    lines(put, 'Transfer-Encoding: chunked', ...end),
    '7\r\n{"title\r\n',
    'a\r\n":"Chunk"}\r\n0\r\n\r\n',
  );
  expect([statusOf(chunked), JSON.parse(bodyOf(chunked)).title]).toEqual([201, 'Chunk']);
  const body = Buffer.from('\uFEFF{"title":"Märk"}');
  const marked = await exchange(
    lines(put, 'Content-Type: text/plain', 'Content-Type: application/json', `Content-Length: ${body.length}`, ...end),
    `${body}`,
  );
  expect([statusOf(marked), JSON.parse(bodyOf(marked)).title]).toEqual([201, 'Märk']);
  const slow = await exchange(lines(put, 'Content-Length: 16', ...end), '{"tit', 'le"', ':"Slow"', '}');
  expect(statusOf(slow)).toBe(201);
  expect(
    statusOf(await exchange(lines(put, 'Content-Length: 5', 'Transfer-Encoding: chunked', ...end), '0\r\n\r\n')),
  ).toBe(400);
  expect(statusOf(await exchange(lines(put, 'Transfer-Encoding: chunked', ...end), 'zz\r\n'))).toBe(400);
});

test('too many headers, invalid lines and other protocols are refused or disconnected', async () => {
  const flood = Array.from({ length: 5000 }, (_, number) => `X-${number}: ${'x'.repeat(50)}`);
  expect(statusOf(await exchange(lines('GET /v1/orgs HTTP/1.1', ...flood, ...end)))).toBe(431);
  expect(statusOf(await exchange(lines(`GET /${'x'.repeat(100_000)} HTTP/1.1`, ...end)))).toBe(431);
  for (const text of [
    'GET\r\n\r\n',
    '\u0016\u0003\u0001 hello\r\n\r\n',
    lines('GET /v1/orgs HTTP/9.9'),
    lines('GET /v1/orgs HTTP/1.1', 'No colon'),
  ]) {
    expect([0, 400, 505]).toContain(statusOf(await exchange(text)));
  }
  expect(
    statusOf(await exchange(lines('GET /v1/orgs HTTP/1.1', 'Authorization: Bearer known', 'Connection: close'))),
  ).toBe(400);
  const twoHosts = await exchange(
    lines('GET /_platform/state HTTP/1.1', 'Host: localhost', 'Host: evil.example', 'Connection: close'),
  );
  expect([400, 403]).toContain(statusOf(twoHosts));
  await isAlive();
});

test('pipelined requests on one connection are answered in order', async () => {
  const text = await exchange(
    lines('GET /v1/orgs HTTP/1.1', 'Host: localhost') + lines('GET /v1/nothing HTTP/1.1', ...end),
  );
  expect([...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '404']);
});

test('idle connections stay open longer than clients keep them', async () => {
  const { headers } = await fetch(`${listening.url}/v1/orgs`, { headers: { authorization: 'Bearer known' } });
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(60);
});

test('aborted clients leave nothing behind', async () => {
  const put = lines(`PUT /v1/orgs/${platform.organization}/teams HTTP/1.1`, 'Content-Length: 1000', ...end);
  for (const text of ['', 'PUT /v1', put, `${put}{"title"`, lines('GET /_platform/requests/stream HTTP/1.1', ...end)]) {
    const socket = open();
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.write(text, () => setTimeout(resolve, 20)));
    socket.resetAndDestroy();
  }
  await isAlive();
  expect(platform.log.read().items.map(({ method }) => method)).toEqual(['GET']);
});

test('closing the port waits for open requests, ends streams, and accepts no new requests', async () => {
  platform.faults.add({ match: { operation: 'listOrganizations' }, effect: { type: 'latency', ms: 80 } });
  const kept = exchange(lines('GET /v1/orgs HTTP/1.1', 'Host: localhost', 'Authorization: Bearer known'));
  const stream = exchange(lines('GET /_platform/requests/stream HTTP/1.1', 'Host: localhost'));
  const silent = exchange();
  const halfSent = exchange('GET /v1/orgs HTTP/1.1\r\nHost: loc');
  await new Promise((resolve) => setTimeout(resolve, 40));
  await Promise.all([listening.close(), listening.close()]);
  expect(await Promise.all([silent, halfSent])).toEqual(['', '']);
  expect(statusOf(await kept)).toBe(200);
  expect(await stream).toContain('retry:');
  expect(await exchange(lines('GET /v1/orgs HTTP/1.1', ...end))).toBe('');
});
