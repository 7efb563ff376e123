/** Retries, their waits, and requests that are never repeated. */
import { expect, test } from 'vitest';
import { createTeam } from '../../src/contract/2025-06/teams.ts';
import type { Call } from '../../src/contract/endpoint.ts';
import { createCall } from '../../src/contract/endpoint.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import { ApiError } from '../../src/core/docform-error.ts';
import { onlyReads } from '../../src/remote/client/guarded.ts';
import {
  createWaiting,
  defaultRetryPolicy,
  type RetryPolicy,
  sendWithRetries,
  type Timing,
} from '../../src/remote/client/retry.ts';
import { answer, create, manualTiming, type Reply, read, refused, remove, scripted } from './scripted.ts';

const lost = new TransportError('closed', true);
const unsent = new TransportError('connection refused', false);
const ok = answer(200, { id: 's1' });

type Limits = Partial<RetryPolicy> & { readonly maxWaitMs?: number };

function partsOf(
  transport: Transport,
  timing: Timing = manualTiming(),
  { maxWaitMs = 300_000, ...policy }: Limits = {},
) {
  const waiting = createWaiting({ maxWaitMs, timing });
  return { transport, timing, waiting, policy: { ...defaultRetryPolicy, ...policy } };
}

/** Sends the call against the script, and returns the result. */
async function outcomeOf(target: Call, replies: readonly Reply[], limits: Limits = {}, startMs?: number) {
  const { transport, requests } = scripted(...replies);
  const timing = manualTiming(startMs);
  const result = await sendWithRetries(partsOf(transport, timing, limits), target).catch((error: unknown) => error);
  return { result, sent: requests.length, slept: timing.slept };
}

test.each([
  ['a read after 500', read, refused(500, 'no'), 2],
  ['a read after 503', read, refused(503, 'no'), 2],
  ['a delete after 502', remove, refused(502, 'no'), 2],
  ['a read whose answer was lost', read, lost, 2],
  ['a read that is not JSON', read, { status: 200, headers: {}, body: undefined, isMalformed: true as const }, 2],
  ['a create that was never sent', create, unsent, 2],
  ['a create after 429', create, refused(429, 'slow'), 2],
  ['a create after 500', create, refused(500, 'no'), 1],
  ['a create whose answer was lost', create, lost, 1],
  [
    'a create whose answer is not JSON',
    create,
    { status: 201, headers: {}, body: undefined, isMalformed: true as const },
    1,
  ],
  [
    'a PUT that makes a team each time',
    createCall(createTeam, { path: { organizationId: 'o' }, body: { title: 'T' } }),
    lost,
    1,
  ],
  ['a read after 404', read, refused(404, 'no'), 1],
  ['a create after 409', create, refused(409, 'no'), 1],
  ['a read after 400', read, refused(400, 'no'), 1],
  ['a read after a redirect', read, answer(302), 1],
])('%s: the client repeats only requests that are safe to repeat', async (_, target, first, sent) => {
  const outcome = await outcomeOf(target, [first, ok]);
  expect(outcome.sent).toBe(sent);
  if (sent === 2) expect(outcome.result).toEqual(ok);
  else expect(outcome.result).toBeInstanceOf(ApiError);
});

test('a delete of a missing object succeeds', async () => {
  const outcome = await outcomeOf(remove, [refused(404, 'not found')]);
  expect(outcome.result).toMatchObject({ status: 404 });
  expect(outcome.sent).toBe(1);
});

test('waits between retries double, with a random factor from 0.5 to 1', async () => {
  const outcome = await outcomeOf(read, [refused(500, 'no')], { attempts: 4, firstDelayMs: 1000 });
  expect(outcome.slept).toEqual([750, 1500, 3000]);
  expect(outcome.sent).toBe(4);
  expect(outcome.result).toMatchObject({ status: 500, serverMessage: 'no' });
});

test.each([
  ['Retry-After in seconds', { 'retry-after': '3' }, 3000],
  ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 1970 00:16:45 GMT' }, 5000],
  ['X-RateLimit-Reset', { 'x-ratelimit-reset': '1007' }, 7000],
  ['Retry-After before X-RateLimit-Reset', { 'retry-after': '2', 'x-ratelimit-reset': '1007' }, 2000],
  ['an unreadable Retry-After as none', { 'retry-after': 'soon' }, 50],
  ['a reset in the past as none', { 'x-ratelimit-reset': '900' }, 50],
])('a retry respects %s', async (_, headers, waitMs) => {
  const outcome = await outcomeOf(
    create,
    [refused(429, 'slow', headers), answer(201, { id: 'l1' })],
    { firstDelayMs: 100 },
    1_000_000,
  );
  const spreadMs = waitMs === 50 ? 25 : 50;
  expect(outcome.slept).toEqual([waitMs + spreadMs]);
});

test('after a 500, only Retry-After delays the retry', async () => {
  const headers = { 'x-ratelimit-reset': '1060' };
  expect((await outcomeOf(read, [refused(500, 'no', headers), ok], { firstDelayMs: 100 })).slept).toEqual([75]);
  expect(
    (await outcomeOf(read, [refused(503, 'no', { ...headers, 'retry-after': '4' }), ok], { firstDelayMs: 100 })).slept,
  ).toEqual([4050]);
});

test('a refusal is not retried if the wait exceeds the budget', async () => {
  const outcome = await outcomeOf(read, [refused(429, 'slow', { 'retry-after': '3600' }), ok], { maxWaitMs: 60_000 });
  expect(outcome).toMatchObject({ sent: 1, slept: [], result: { status: 429 } });
});

test('the waits of one call share the budget', async () => {
  const outcome = await outcomeOf(read, [refused(429, 'slow', { 'retry-after': '10' })], {
    maxWaitMs: 25_000,
    attempts: 100,
  });
  expect(outcome.sent).toBe(3);
});

test('a request refused by a read-only transport is not repeated', async () => {
  const { transport, requests } = scripted(ok);
  const parts = partsOf(onlyReads(transport));
  await expect(sendWithRetries(parts, create)).rejects.toThrow('refused to send POST');
  expect(requests).toHaveLength(0);
  await expect(sendWithRetries(parts, read)).resolves.toEqual(ok);
});

test('every attempt is reported', async () => {
  const seen: unknown[] = [];
  const { transport } = scripted(unsent, refused(503, 'no'), ok);
  await sendWithRetries(
    { ...partsOf(transport), onAttempt: (a) => seen.push([a.number, a.status ?? a.failure?.message]) },
    read,
  );
  expect(seen).toEqual([
    [1, 'connection refused'],
    [2, 503],
    [3, 200],
  ]);
});

test('a cancelled call is not retried', async () => {
  const controller = new AbortController();
  const { transport, requests } = scripted(refused(503, 'no'));
  const timing = { ...manualTiming(), sleep: async () => controller.abort() };
  await expect(sendWithRetries(partsOf(transport, timing), read, controller.signal)).rejects.toMatchObject({
    status: 503,
  });
  expect(requests).toHaveLength(1);
});
