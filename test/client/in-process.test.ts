/** The transport without a socket. */
import { expect, test } from 'vitest';
import type { WireRequest } from '../../src/contract/transport.ts';
import { createInProcessTransport, type FetchHandler } from '../../src/remote/client/in-process.ts';
import { createPlatform } from '../../src/server/index.ts';

const token = 'secret-token-1';
const write: WireRequest = {
  method: 'PATCH',
  path: '/v1/orgs/o%2F1',
  query: [
    ['a', '1'],
    ['a', '2'],
  ],
  body: { title: 'Ü' },
};
const open = (fetch: FetchHandler) => createInProcessTransport({ fetch, token, userAgent: 'docform/1' });

test('the handler gets a standard request', async () => {
  const seen: unknown[] = [];
  const transport = open(async (request) => {
    const { pathname, search } = new URL(request.url);
    const names = ['authorization', 'accept', 'content-type', 'user-agent'];
    seen.push([request.method, pathname, search, names.map((name) => request.headers.get(name)), await request.json()]);
    return Response.json({ ok: true }, { status: 202, headers: { 'X-RateLimit-Remaining': '3' } });
  });
  expect(await transport(write)).toMatchObject({
    status: 202,
    body: { ok: true },
    headers: { 'x-ratelimit-remaining': '3' },
  });
  expect(seen).toEqual([
    [
      'PATCH',
      '/v1/orgs/o%2F1',
      '?a=1&a=2',
      [`Bearer ${token}`, 'application/json', 'application/json', 'docform/1'],
      { title: 'Ü' },
    ],
  ]);
});

test.each([204, 205])('a %i response has no body', async (status) => {
  expect(await open(() => new Response(null, { status }))({ ...write, method: 'DELETE', body: undefined })).toEqual({
    status,
    headers: {},
    body: undefined,
  });
});

test('a body that is not JSON is malformed', async () => {
  expect(await open(() => new Response('oops', { status: 500 }))(write)).toMatchObject({
    status: 500,
    isMalformed: true,
  });
});

test('a request whose handler throws counts as sent, and its error omits the token', async () => {
  const transport = open(() => {
    throw new Error(`crash with ${token}`);
  });
  await expect(transport(write)).rejects.toMatchObject({
    name: 'TransportError',
    wasSent: true,
    message: 'the platform in this process failed: crash with [token]',
  });
});

test('a cancelled request does not reach the handler', async () => {
  let calls = 0;
  const transport = open(() => {
    calls += 1;
    return new Response();
  });
  await expect(transport(write, { signal: AbortSignal.abort() })).rejects.toMatchObject({ wasSent: false });
  expect(calls).toBe(0);
});

test('the reference platform gives plain and standard requests the same answers', async () => {
  const reference = createPlatform({ token, control: true, now: () => Date.UTC(2026, 1, 3) });
  const ways = [
    createInProcessTransport({ fetch: reference.fetch, token }),
    createInProcessTransport({ ...reference, token }),
  ];
  const root = `/v1/orgs/${reference.organization}`;
  const get = (path: string): WireRequest => ({ method: 'GET', path, query: [] });
  const requests: readonly WireRequest[] = [
    ...[
      '/v1/orgs',
      `${root}/../${reference.organization}/teams`,
      `${root}/teams/${encodeURIComponent('ü/../%')}`,
      '/v1/nothing',
    ].map(get),
    {
      method: 'GET',
      path: `${root}/teams`,
      query: [
        ['limit', '1'],
        ['title', 'é&'],
      ],
    },
    { method: 'GET', path: `${root}/teams`, query: [['limit', 'none']] },
    { method: 'PUT', path: `${root}/teams`, query: [], body: { title: 'Ü' } },
    { method: 'PUT', path: `${root}/teams`, query: [], body: { title: 1 } },
    { method: 'DELETE', path: `${root}/teams/none`, query: [] },
    { ...get('/_platform/state'), query: [] },
  ];
  const effects = [
    undefined,
    { type: 'status', status: 503, headers: { 'Retry-After': '1' }, message: `of ${token}` },
    { type: 'drop', when: 'before' },
    { type: 'drop', when: 'after' },
    { type: 'truncate', cleanly: true },
    { type: 'truncate', cleanly: false, bytes: 3 },
  ] as const;
  for (const effect of effects) {
    for (const request of requests) {
      const ends: unknown[] = [];
      for (const send of ways) {
        reference.reset();
        if (effect !== undefined) reference.faults.add({ effect });
        ends.push(await send(request).catch((error: unknown) => error));
      }
      expect(ends[1], JSON.stringify([effect, request])).toEqual(ends[0]);
    }
  }
  reference.close();
});
