/** Waits of a run: one budget for all requests, reported, and ended by an interrupt. */
import { describe, expect, test } from 'vitest';
import { getOrganization as organizationEndpoint } from '../../src/contract/2025-06/organizations.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { createWaiting, type Wait } from '../../src/remote/client/retry.ts';
import { answer, create, type Reply, read, refused, remove, scripted, virtualTiming } from './scripted.ts';

const ok = answer(201, { id: 'l1' });

/** Refuses requests beyond the limit until the window ends; its headers contain the end, or nothing. */
function limited(
  most: number,
  windowMs: number,
  timing: { readonly now: () => number },
  hasHeader = true,
): Transport & { sent: number } {
  let left = most;
  let opensAtMs = 0;
  const transport = async () => {
    state.sent += 1;
    if (timing.now() >= opensAtMs && left === 0) left = most;
    if (left > 0) {
      left -= 1;
      if (left === 0) opensAtMs = timing.now() + windowMs;
      return ok;
    }
    return refused(
      429,
      'slow down',
      hasHeader ? { 'retry-after': String(Math.ceil((opensAtMs - timing.now()) / 1000)) } : {},
    );
  };
  const state = Object.assign(transport, { sent: 0 });
  return state;
}

async function sendMany(number: number, transport: Transport, maxWaitMs: number, timing = virtualTiming()) {
  const waits: Wait[] = [];
  const waiting = createWaiting({ maxWaitMs, timing });
  const client = createClient({ transport, timing, waiting, concurrency: 4, onWait: (wait) => waits.push(wait) });
  const startMs = timing.now();
  const ended = await Promise.allSettled(Array.from({ length: number }, () => client.send(create)));
  const refusals = ended.flatMap((each) =>
    each.status === 'rejected' ? [each.reason as { message: string; status: number }] : [],
  );
  return { done: number - refusals.length, refusals, waits, usedMs: waiting.usedMs(), tookMs: timing.now() - startMs };
}

describe('a rate limit', () => {
  test('all requests share one wait budget: with Retry-After 3 and a limit of 10 s, there are three pauses', async () => {
    const { transport, requests } = scripted(refused(429, 'slow down', { 'retry-after': '3' }));
    const run = await sendMany(30, transport, 10_000);
    expect(run.done).toBe(0);
    expect(run.usedMs).toBeLessThanOrEqual(10_000);
    expect(run.usedMs).toBeGreaterThan(6_000);
    expect(run.tookMs).toBeLessThanOrEqual(10_000 + 1_000);
    expect(requests.length).toBeLessThan(30 * 6);
    expect(run.refusals[0]).toMatchObject({ status: 429 });
    expect(run.refusals[0]?.message).toMatch(
      /429 slow down \(waited 9(\.\d)? s; the next wait would exceed the limit of 10 s\)$/,
    );
  });

  test('simultaneous waits count once', async () => {
    const timing = virtualTiming();
    const run = await sendMany(200, limited(20, 5_000, timing), 120_000, timing);
    expect(run).toMatchObject({ done: 200, refusals: [] });
    expect(run.usedMs).toBeLessThan(9 * 5_000 + 5_000);
  });

  test('after a 429 without a time, pauses grow, and all 200 requests succeed', async () => {
    const timing = virtualTiming();
    const transport = limited(64, 20_000, timing, false);
    const run = await sendMany(200, transport, 120_000, timing);
    expect(run).toMatchObject({ done: 200, refusals: [] });
    expect(run.usedMs).toBeGreaterThan(40_000);
    expect(run.usedMs).toBeLessThanOrEqual(120_000);
    expect(transport.sent).toBeLessThan(200 + 100);
  });

  test('the error of an endless rate limit contains the waited and the allowed time', async () => {
    const run = await sendMany(1, scripted(refused(429, 'slow down')).transport, 20_000);
    expect(run.usedMs).toBeGreaterThan(5_000);
    expect(run.refusals[0]?.message).toMatch(/\(waited \d+(\.\d)? s; the next wait would exceed the limit of 20 s\)$/);
  });

  test('a long wait is reported once with its end, a short wait is not', async () => {
    const timing = virtualTiming();
    const long = await sendMany(
      4,
      scripted(refused(429, 'slow', { 'retry-after': '7' }), ok).transport,
      60_000,
      timing,
    );
    expect(long.waits).toHaveLength(1);
    expect(long.waits[0]).toMatchObject({ reason: 'rate-limit' });
    expect(long.waits[0]?.untilMs).toBeGreaterThanOrEqual(1_007_000);
    expect((await sendMany(1, scripted(refused(429, 'slow'), ok).transport, 60_000)).waits).toEqual([]);
  });

  test('a wait beyond the budget is neither started nor reported', async () => {
    const run = await sendMany(4, scripted(refused(429, 'slow', { 'retry-after': '3600' })).transport, 60_000);
    expect(run).toMatchObject({ done: 0, usedMs: 0, waits: [] });
  });
});

describe('a platform that is not available', () => {
  test.each([502, 503, 504])('idempotent requests are repeated after %i within the budget', async (status) => {
    const timing = virtualTiming();
    const { transport, requests } = scripted(...Array(9).fill(refused(status, 'no')), answer(204));
    const client = createClient({ transport, timing });
    await client.send(remove);
    expect(requests).toHaveLength(10);
    const pauses = timing.slept.filter((ms) => ms > 0);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  });

  test('the client does not repeat a create', async () => {
    const { transport, requests } = scripted(refused(503, 'no'), ok);
    await expect(createClient({ transport, timing: virtualTiming() }).send(create)).rejects.toMatchObject({
      isAmbiguous: true,
    });
    expect(requests).toHaveLength(1);
  });

  test('a 500 is retried only a few times', async () => {
    const { transport, requests } = scripted(refused(500, 'no'));
    await expect(createClient({ transport, timing: virtualTiming() }).send(read)).rejects.toMatchObject({
      status: 500,
    });
    expect(requests).toHaveLength(5);
  });
});

describe('an interrupt', () => {
  /** Sleeps until the signal, like a real clock during a long wait. */
  const endless = () => ({
    ...virtualTiming(),
    sleep: (_: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
  });

  test('an interrupt ends all waits at once, and nothing more is sent', async () => {
    const { transport, requests } = scripted(refused(429, 'slow', { 'retry-after': '60' }));
    const interruption = new AbortController();
    const timing = endless();
    const waiting = createWaiting({ maxWaitMs: 120_000, timing, signal: interruption.signal });
    const client = createClient({ transport, timing, waiting, concurrency: 2 });
    const all = Promise.allSettled(Array.from({ length: 20 }, () => client.send(create)));
    await new Promise((resolve) => setImmediate(resolve));
    const before = requests.length;
    interruption.abort();
    const ended = await all;
    expect(
      ended.every(
        (each) => each.status === 'rejected' && each.reason.isInterrupted === true && !each.reason.isAmbiguous,
      ),
    ).toBe(true);
    expect(requests).toHaveLength(before);
  });

  test('an interrupt lets requests in flight and their successors finish', async () => {
    const interruption = new AbortController();
    const timing = virtualTiming();
    const waiting = createWaiting({ maxWaitMs: 120_000, timing, signal: interruption.signal });
    let answerIt: (() => void) | undefined;
    const transport: Transport = () => new Promise((resolve) => (answerIt = () => resolve(ok)));
    const client = createClient({ transport, timing, waiting });
    const sent = client.send(create);
    await new Promise((resolve) => setImmediate(resolve));
    interruption.abort();
    answerIt?.();
    await expect(sent).resolves.toEqual({ id: 'l1' });
  });

  test('an interrupt prevents a waiting retry', async () => {
    const { transport, requests } = scripted(refused(503, 'no'));
    const interruption = new AbortController();
    const timing = endless();
    const waiting = createWaiting({ maxWaitMs: 120_000, timing, signal: interruption.signal });
    const sent = createClient({ transport, timing, waiting }).send(read);
    await new Promise((resolve) => setImmediate(resolve));
    interruption.abort();
    await expect(sent).rejects.toMatchObject({ status: 503, isInterrupted: true });
    expect(requests).toHaveLength(1);
  });
});

describe('a platform that never answers', () => {
  const timeout = new TransportError('no complete response within 30000 ms', true, { failure: 'timeout' });
  /** Each request times out. */
  function mute(timing: ReturnType<typeof virtualTiming>, answers: (path: string) => boolean = () => false) {
    const paths: string[] = [];
    const transport: Transport = async ({ path }) => {
      paths.push(path);
      if (answers(path)) return answer(200, { id: 's1' });
      await timing.sleep(30_000);
      throw timeout;
    };
    return { transport, paths };
  }
  const reads = (number: number) =>
    Array.from({ length: number }, (_, at) => ({ ...read, path: { organizationId: 'o', siteId: `s${at}` } }));

  test('three timeouts in a row end the run with one error', async () => {
    const timing = virtualTiming();
    const { transport, paths } = mute(timing);
    const client = createClient({ transport, timing, concurrency: 8 });
    const ended = await Promise.allSettled(reads(90).map((each) => client.send(each)));
    expect(paths.length).toBeLessThan(30);
    const errors = ended.map((each) => (each.status === 'rejected' ? each.reason : undefined));
    expect(new Set(errors.map((error) => error?.code))).toEqual(new Set(['E-UNREACHABLE']));
    expect(errors[0]?.message).toMatch(
      /^the platform does not respond: \d+ requests in a row got no response \(no complete response within/,
    );
    // Without a status, the error ends the run instead of making the list unknown.
    await expect(client.list(read)).rejects.toMatchObject({ code: 'E-UNREACHABLE' });
  });

  test('a list without an answer affects no other list', async () => {
    const timing = virtualTiming();
    const { transport } = mute(timing, (path) => !path.endsWith('/s3'));
    const client = createClient({ transport, timing, concurrency: 1 });
    const ended = await Promise.allSettled(reads(6).map((each) => client.send(each)));
    expect(ended.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(ended[3]).toMatchObject({ reason: { name: 'ApiError' } });
  });

  test('timeouts do not open the circuit breaker if the platform answers in between, even with a refusal', async () => {
    const timing = virtualTiming();
    let number = 0;
    const transport: Transport = async () => {
      number += 1;
      if (number % 3 === 0) return refused(404, 'not here');
      await timing.sleep(30_000);
      throw timeout;
    };
    const client = createClient({ transport, timing, concurrency: 1 });
    const ended = await Promise.allSettled(reads(9).map((each) => client.send(each)));
    expect(ended.every((each) => each.status === 'rejected' && each.reason.name === 'ApiError')).toBe(true);
  });

  test('a create without an answer is ambiguous', async () => {
    const timing = virtualTiming();
    const client = createClient({ transport: mute(timing).transport, timing, concurrency: 1 });
    for (const _ of [1, 2, 3]) await expect(client.send(create)).rejects.toMatchObject({ isAmbiguous: true });
    await expect(client.send(create)).rejects.toMatchObject({ code: 'E-UNREACHABLE' });
  });
});

describe('an error that no wait can fix', () => {
  const getOrganization = { ...read, endpoint: organizationEndpoint, path: { organizationId: 'o' } };

  /** The first request fails permanently; all others are rate-limited. */
  async function failOnce(first: Reply, call = read) {
    const timing = virtualTiming();
    const waits: Wait[] = [];
    const { transport, requests } = scripted(...Array(3).fill(refused(503, 'no')), first, refused(503, 'no'));
    const client = createClient({ transport, timing, concurrency: 4, onWait: (wait) => waits.push(wait) });
    const ended = await Promise.allSettled(Array.from({ length: 30 }, () => client.send(call)));
    const errors = ended.map((each) => (each.status === 'rejected' ? each.reason : undefined));
    return { requests, waits, errors, slept: timing.slept };
  }

  test.each([
    ['a token that is not accepted', refused(401, 'no'), { status: 401, exit: 4 }],
    [
      'an untrusted certificate',
      new TransportError('no', false, { failure: 'certificate' }),
      { code: 'E-UNREACHABLE' },
    ],
    ['an unknown host', new TransportError('no', false, { failure: 'unknown-host' }), { code: 'E-UNREACHABLE' }],
    [
      'a proxy that wants a password',
      new TransportError('no', false, { failure: 'proxy-authentication' }),
      { code: 'E-UNREACHABLE' },
    ],
  ])('the error %s cancels all waiting requests', async (_, first, expected) => {
    const { requests, waits, errors, slept } = await failOnce(first);
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([]);
    expect(slept.length).toBeLessThanOrEqual(3);
    for (const error of errors) expect(error).toMatchObject({ ...expected, hint: expect.any(String) });
  });

  test.each([403, 404])('a refused organization (%i) cancels all waiting requests', async (status) => {
    const { requests, errors } = await failOnce(refused(status, 'no'), getOrganization);
    expect(requests).toHaveLength(4);
    for (const error of errors) expect(error).toMatchObject({ status, exit: 4 });
  });

  test('a refused site does not affect other requests', async () => {
    const { requests } = await failOnce(refused(403, 'no'));
    expect(requests.length).toBeGreaterThan(30);
  });

  test('reads in flight are cancelled, writes in flight are completed', async () => {
    const timing = virtualTiming();
    const transport: Transport = async ({ method }, { signal } = {}) => {
      if (method === 'DELETE') return refused(401, 'no');
      if (method === 'POST') return timing.sleep(60_000).then(() => ok);
      await timing.sleep(120_000, signal);
      throw new TransportError('cancelled', true);
    };
    const client = createClient({ transport, timing });
    const startMs = timing.now();
    const reading = client.send(read).catch((error: unknown) => ({ error, atMs: timing.now() - startMs }));
    const writing = client.send(create);
    await expect(client.send(remove)).rejects.toMatchObject({ status: 401 });
    expect(await reading).toMatchObject({ error: { status: 401 }, atMs: 0 });
    expect(await writing).toEqual({ id: 'l1' });
  });

  test('a write without an answer stays ambiguous', async () => {
    const timing = virtualTiming();
    const lost = new TransportError('the connection was closed', true, { failure: 'connection' });
    const { transport } = scripted(lost, refused(401, 'no'));
    const client = createClient({ transport, timing });
    const removing = client.send(remove).catch((error: unknown) => error);
    await client.send(read).catch(() => undefined);
    expect(await removing).toMatchObject({
      name: 'ApiError',
      message: expect.stringContaining('the connection was closed'),
    });
  });
});
