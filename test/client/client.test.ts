/** The client: requests, results and counts. */
import { expect, test } from 'vitest';
import { spaceComments } from '../../src/contract/2025-06/comments.ts';
import { createCall } from '../../src/contract/endpoint.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { systemTiming } from '../../src/remote/client/retry.ts';
import { answer, create, manualTiming, read, refused, remove, scripted } from './scripted.ts';

test('send sends method, path, query and body, and returns the response body', async () => {
  const { transport, requests } = scripted(answer(201, { id: 'l1' }), answer(205));
  const client = createClient({ transport, timing: manualTiming() });
  expect(await client.send(create)).toEqual({ id: 'l1' });
  expect(await client.send(remove)).toBeUndefined();
  expect(requests).toEqual([
    { method: 'POST', path: '/v1/orgs/o1/sites/s1/share-links', query: [], body: { name: 'Globex' } },
    { method: 'DELETE', path: '/v1/orgs/o1/sites/s1/share-links/l1', query: [] },
  ]);
});

test('arrays repeat their key in the query', async () => {
  const { transport, requests } = scripted(answer(200, { items: [] }));
  const comments = createCall(spaceComments.list, {
    path: { spaceId: 'sp' },
    query: { authors: ['u1', 'u2'], limit: 5 },
  });
  await createClient({ transport, timing: manualTiming() }).send(comments);
  expect(requests[0]?.query).toEqual([
    ['authors', 'u1'],
    ['authors', 'u2'],
    ['limit', '5'],
  ]);
});

test('a delete returns nothing, although its answer has a body', async () => {
  const { transport } = scripted(answer(200, { id: 'l1' }));
  expect(await createClient({ transport, timing: manualTiming() }).send(remove)).toBeUndefined();
});

test('a 404 is an error for a delete, because the operation can be missing instead of the object', async () => {
  const { transport } = scripted(refused(404, 'not found'));
  await expect(createClient({ transport, timing: manualTiming() }).send(remove)).rejects.toThrow('404 not found');
});

test('the client counts requests by method, including retries, and reports each', async () => {
  const seen: unknown[] = [];
  const { transport } = scripted(
    new TransportError('refused', false),
    refused(503, 'no'),
    answer(200, { id: 's1' }),
    new TransportError('closed', true),
  );
  const client = createClient({
    transport,
    timing: manualTiming(),
    onRequest: ({ call: target, status }) => seen.push([target.endpoint.name, status]),
  });
  await client.send(read);
  await expect(client.send(create)).rejects.toMatchObject({
    isAmbiguous: true,
    message: expect.stringContaining('no response: closed') as string,
  });
  expect(client.requestCounts()).toEqual({ GET: 2, POST: 1, PUT: 0, PATCH: 0, DELETE: 0 });
  expect(seen).toEqual([
    ['getSite', undefined],
    ['getSite', 503],
    ['getSite', 200],
    ['createShareLink', undefined],
  ]);
});

test('a lasting rate limit is an error, and waits are not part of the request duration', async () => {
  const timing = manualTiming(1_000_000);
  const { transport } = scripted(refused(429, 'slow down', { 'x-ratelimit-reset': '5000' }));
  await expect(createClient({ transport, timing }).send(read)).rejects.toMatchObject({
    status: 429,
    serverMessage: 'slow down',
  });
  expect(timing.slept).toEqual([]);
});

test('the real clock sleeps, and stops sleeping when cancelled', async () => {
  const controller = new AbortController();
  const sleeping = systemTiming.sleep(60_000, controller.signal);
  controller.abort();
  await sleeping;
  await systemTiming.sleep(60_000, AbortSignal.abort());
  const beforeMs = systemTiming.now();
  await systemTiming.sleep(5);
  expect(systemTiming.now() - beforeMs).toBeGreaterThanOrEqual(4);
  expect(systemTiming.random()).toBeLessThan(1);
});

test.each([
  [undefined, 24],
  [4, 4],
] as const)('with a concurrency of %s, %i reads are in flight', async (concurrency, expected) => {
  let [running, most] = [0, 0];
  const transport: Transport = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return answer(200, {});
  };
  const timing = manualTiming();
  const client = createClient({ transport, timing, ...(concurrency === undefined ? {} : { concurrency }) });
  await Promise.all(Array.from({ length: 60 }, () => client.send(read)));
  expect({ most, told: client.concurrency }).toEqual({ most: expected, told: expected });
});
