/** Concurrency and pauses of requests. */
import { expect, test } from 'vitest';
import type { Transport, WireRequest, WireResponse } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import { paceTransport } from '../../src/remote/client/pace.ts';
import { createWaiting } from '../../src/remote/client/retry.ts';
import { answer, manualTiming, refused, scripted } from './scripted.ts';

const request: WireRequest = { method: 'GET', path: '/v1/orgs', query: [] };

/** Holds all requests until the test releases them. */
function held() {
  const open: ((response: WireResponse) => void)[] = [];
  const transport: Transport = () => new Promise((resolve) => open.push(resolve));
  return { transport, open };
}

const paces = (maxWaitMs: number, timing = manualTiming()) => ({
  timing,
  waiting: createWaiting({ maxWaitMs, timing }),
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('requests keep to the concurrency, in order of arrival', async () => {
  const { transport, open } = held();
  const pace = paceTransport(transport, { concurrency: 3, ...paces(1000) });
  const done: number[] = [];
  const all = Array.from({ length: 8 }, (_, index) => pace(request).then(() => done.push(index)));
  await turn();
  expect(open).toHaveLength(3);
  open[0]?.(answer(200));
  await turn();
  expect(open).toHaveLength(4);
  for (let index = 1; index < 8; index += 1) {
    open[index]?.(answer(200));
    await turn();
  }
  await Promise.all(all);
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('the concurrency halves after 429, 5xx and lost answers, and grows back one by one', async () => {
  const allowed: number[] = [];
  const lost = new TransportError('closed', true);
  const { transport } = scripted(refused(429, 'slow'), refused(503, 'no'), lost, ...Array(20).fill(answer(200)));
  const pace = paceTransport(transport, { concurrency: 8, ...paces(1000), onConcurrency: (now) => allowed.push(now) });
  for (let index = 0; index < 20; index += 1) await pace(request).catch(() => undefined);
  expect(allowed).toEqual([4, 2, 1, 2, 3, 4, 5, 6]);
});

test('the concurrency stays at least 1, and unsent requests do not reduce it', async () => {
  const allowed: number[] = [];
  const { transport } = scripted(
    new TransportError('refused', false),
    refused(500, 'no'),
    refused(500, 'no'),
    refused(500, 'no'),
  );
  const pace = paceTransport(transport, { concurrency: 2, ...paces(1000), onConcurrency: (now) => allowed.push(now) });
  for (let index = 0; index < 4; index += 1) await pace(request).catch(() => undefined);
  expect(allowed).toEqual([1]);
});

test('requests wait for the reset of an exhausted rate limit', async () => {
  const timing = manualTiming(1_000_000);
  const { transport } = scripted(
    answer(200, {}, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1030' }),
    answer(200, {}, { 'x-ratelimit-remaining': '99' }),
  );
  const pace = paceTransport(transport, { concurrency: 4, ...paces(60_000, timing) });
  await pace(request);
  await Promise.all([pace(request), pace(request)]);
  expect(timing.now()).toBe(1_030_000);
  expect(timing.slept[0]).toBe(30_000);
});

test('a 429 delays all requests', async () => {
  const timing = manualTiming(1_000_000);
  const { transport } = scripted(refused(429, 'slow', { 'retry-after': '5' }), answer(200));
  const pace = paceTransport(transport, { concurrency: 4, ...paces(60_000, timing) });
  await pace(request);
  await pace(request);
  expect(timing.slept).toEqual([5000]);
});

test('requests do not wait for a reset beyond the wait budget', async () => {
  const timing = manualTiming(1_000_000);
  const { transport, requests } = scripted(refused(429, 'slow', { 'retry-after': '3600' }));
  const pace = paceTransport(transport, { concurrency: 4, ...paces(60_000, timing) });
  await pace(request);
  await pace(request);
  expect(timing.slept).toEqual([]);
  expect(requests).toHaveLength(2);
});

test('a cancelled request leaves the queue without being sent', async () => {
  const { transport, requests } = scripted(answer(200));
  const pace = paceTransport(transport, { concurrency: 1, ...paces(1000) });
  await expect(pace(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    message: 'cancelled',
    wasSent: false,
  });
  await pace(request);
  expect(requests).toHaveLength(1);
});

test('the client sends a burst until the platform asks to slow down, and then keeps to the limit', async () => {
  const allowed: number[] = [];
  const { transport } = scripted(answer(200), refused(429, 'slow'), ...Array(40).fill(answer(200)));
  const pace = paceTransport(transport, {
    concurrency: 4,
    burst: 12,
    ...paces(1000),
    onConcurrency: (now) => allowed.push(now),
  });
  for (let index = 0; index < 40; index += 1) await pace(request).catch(() => undefined);
  expect(allowed).toEqual([4]);
});

test('the burst ends when fewer requests remain than it would send', async () => {
  const allowed: number[] = [];
  const headers = (remaining: number) => ({ 'x-ratelimit-remaining': String(remaining) });
  const { transport } = scripted(answer(200, {}, headers(500)), answer(200, {}, headers(11)));
  const pace = paceTransport(transport, {
    concurrency: 4,
    burst: 12,
    ...paces(1000),
    onConcurrency: (now) => allowed.push(now),
  });
  await pace(request);
  expect(allowed).toEqual([]);
  await pace(request);
  expect(allowed).toEqual([4]);
});
