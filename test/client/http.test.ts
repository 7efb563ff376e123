/** The transport over a socket, against a real server on a loopback port. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { WireRequest } from '../../src/contract/transport.ts';
import { requireLock } from '../../src/remote/client/guarded.ts';
import { createHttpTransport, type HttpOptions } from '../../src/remote/client/http.ts';

const token = 'secret-token-1';
const read: WireRequest = { method: 'GET', path: '/v1/orgs', query: [] };
const write: WireRequest = { method: 'POST', path: '/v1/orgs/o/sites', query: [], body: { title: 'Ü' } };
const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(baseUrl: string, options: Partial<HttpOptions> = {}) {
  const { transport, close } = createHttpTransport({ baseUrl, token, ...options });
  closers.push(close);
  return transport;
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json', 'X-Request-Id': 'r1' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

test('the transport sends token, user agent, query and JSON, and reads status, headers and JSON', async () => {
  const seen: unknown[] = [];
  const baseUrl = await serve(async (request, response) => {
    const { authorization, accept, 'user-agent': agent, 'content-type': type } = request.headers;
    seen.push({
      method: request.method,
      url: request.url,
      authorization,
      accept,
      agent,
      type,
      body: await textOf(request),
    });
    json(response, 201, { title: 'Ü' });
  });
  const transport = open(`${baseUrl}/api/`, { userAgent: 'docform/1' });
  expect(
    await transport({
      ...write,
      query: [
        ['authors', 'a b'],
        ['authors', 'c&d'],
      ],
    }),
  ).toMatchObject({
    status: 201,
    body: { title: 'Ü' },
    headers: { 'x-request-id': 'r1' },
  });
  await transport(read);
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/api/v1/orgs/o/sites?authors=a+b&authors=c%26d',
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      agent: 'docform/1',
      type: 'application/json',
      body: '{"title":"Ü"}',
    },
    {
      method: 'GET',
      url: '/api/v1/orgs',
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      agent: 'docform/1',
      body: '',
    },
  ]);
});

test.each([204, 205])('a %i response has no body', async (status) => {
  const transport = open(await serve((_, response) => response.writeHead(status).end()));
  expect(await transport({ ...read, method: 'DELETE' })).toMatchObject({ status, body: undefined });
});

test('the transport does not follow redirects', async () => {
  let visits = 0;
  const elsewhere = await serve((_, response) => {
    visits += 1;
    json(response, 200, {});
  });
  const transport = open(await serve((_, response) => response.writeHead(307, { location: elsewhere }).end()));
  expect(await transport(read)).toMatchObject({ status: 307 });
  expect(visits).toBe(0);
});

test.each([
  ['text that is not JSON', Buffer.from('<html>')],
  ['JSON cut in half', Buffer.from('{"items":[')],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
])('%s is malformed', async (_, bytes) => {
  const transport = open(await serve((_request, response) => response.writeHead(200).end(bytes)));
  expect(await transport(read)).toMatchObject({ status: 200, body: undefined, isMalformed: true });
});

test('the token is removed from an error body', async () => {
  const transport = open(
    await serve((request, response) =>
      json(response, 401, { error: { code: 401, message: `bad ${request.headers.authorization}` } }),
    ),
  );
  const response = await transport(read);
  expect(response.body).toEqual({ error: { code: 401, message: 'bad Bearer [token]' } });
});

test('a request to a closed port counts as not sent', async () => {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await expect(open(`http://127.0.0.1:${port}`)(write)).rejects.toMatchObject({
    name: 'TransportError',
    wasSent: false,
    message: 'connection refused (ECONNREFUSED)',
  });
});

test('a request through an unreachable proxy counts as not sent', async () => {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const transport = open('https://api.example.com', { proxyUrl: `http://127.0.0.1:${port}` });
  await expect(transport(write)).rejects.toMatchObject({ wasSent: false });
});

test('requests go through the configured proxy', async () => {
  const targets: unknown[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    targets.push(request.url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closers.push(() => void proxy.close());
  const transport = open('https://api.example.com', {
    proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  });
  await expect(transport(write)).rejects.toMatchObject({ wasSent: false });
  expect(targets).toEqual(['api.example.com:443']);
});

test.each([
  ['is closed before an answer', (response: ServerResponse) => response.socket?.destroy()],
  [
    'is closed in the middle of a counted body',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a":1}', () => response.socket?.destroy());
    },
  ],
  [
    'is closed in the middle of a chunked body',
    (response: ServerResponse) => {
      response.writeHead(200);
      response.write('{"a":1}', () => response.socket?.destroy());
    },
  ],
])('a request on a connection that %s counts as sent', async (_, breakOff) => {
  const transport = open(await serve((_request, response) => breakOff(response)));
  await expect(transport(write)).rejects.toMatchObject({ name: 'TransportError', wasSent: true });
});

test('a request that times out counts as sent, and the next request works', async () => {
  let requests = 0;
  const baseUrl = await serve((_, response) => {
    requests += 1;
    if (requests > 1) json(response, 200, { ok: true });
  });
  const transport = open(baseUrl, { timeoutMs: 60, connections: 1 });
  await expect(transport(write)).rejects.toMatchObject({ wasSent: true, message: 'no complete response within 60 ms' });
  expect(await transport(read)).toMatchObject({ body: { ok: true } });
});

test('a response that never ends is cancelled', async () => {
  const transport = open(
    await serve((_, response) => {
      const drip = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(drip));
    }),
    { timeoutMs: 100 },
  );
  await expect(transport(read)).rejects.toMatchObject({ wasSent: true });
});

test('responses that are too large together are cancelled', async () => {
  const baseUrl = await serve((_, response) => json(response, 200, { title: 'x'.repeat(50) }));
  const transport = open(baseUrl, { maxBytesInAll: 100 });
  expect(await transport(read)).toMatchObject({ status: 200 });
  await expect(transport(read)).rejects.toThrow('all responses together are larger than');
});

test('a cancelled request counts as sent only if it was in flight', async () => {
  let requests = 0;
  const baseUrl = await serve(() => {
    requests += 1;
  });
  const transport = open(baseUrl, { connections: 1 });
  await expect(transport(read, { signal: AbortSignal.abort() })).rejects.toMatchObject({ wasSent: false });
  const inFlight = new AbortController();
  const queued = new AbortController();
  const first = transport(write, { signal: inFlight.signal });
  const second = transport(write, { signal: queued.signal });
  while (requests === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  queued.abort();
  await expect(second).rejects.toMatchObject({ message: 'cancelled', wasSent: false });
  inFlight.abort();
  await expect(first).rejects.toMatchObject({ message: 'cancelled', wasSent: true });
  expect(requests).toBe(1);
});

test('connections are reused and limited', async () => {
  const sockets = new Set<unknown>();
  const baseUrl = await serve((request, response) => {
    sockets.add(request.socket);
    json(response, 200, {});
  });
  const transport = open(baseUrl, { connections: 3 });
  await Promise.all(Array.from({ length: 30 }, () => transport(read)));
  expect(sockets.size).toBeLessThanOrEqual(3);
});

test('an unused transport can be closed', async () => {
  await createHttpTransport({ baseUrl: 'https://api.example.com', token }).close();
});

test('a request whose permission ends while the connection opens is not sent', async () => {
  const received: string[] = [];
  const url = await serve((message, response) => {
    received.push(message.method ?? '');
    json(response, 200, {});
  });
  // Held at the first check, and no longer when the connection is open.
  const lost = [true, false];
  const taken = requireLock(open(url), {
    isHeld: () => lost.shift() ?? false,
    hold: async () => {
      throw new Error('another run has the lock');
    },
  });
  await expect(taken(write)).rejects.toThrow('another run has the lock');
  expect(received).toEqual([]);
  const renewed = [true, false, true, true];
  await requireLock(open(url), { isHeld: () => renewed.shift() ?? false, hold: async () => undefined })(write);
  expect(received).toEqual(['POST']);
});
