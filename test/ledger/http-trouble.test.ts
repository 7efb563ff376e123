/** A failing state service: repeated requests, time limits, and remaining locks. */
import { afterEach, describe, expect, test } from 'vitest';
import type { DocformError } from '../../src/core/docform-error.ts';
import { systemClock } from '../../src/ledger/state-lock.ts';
import { ana, bo, intent } from './entries.ts';
import { closeServices, started } from './started-service.ts';
import type { StateServiceFake } from './state-service.ts';

const now = { waitMs: 0, ttlMs: 1_000 };
afterEach(closeServices);

/** Answers all requests until the fault is removed. */
function always(service: StateServiceFake, method: string, answer: number | 'cut'): void {
  for (let time = 0; time < 500; time += 1) service.faults.push({ method, answer });
}

describe('a failing service', () => {
  test.each([503, 500, 429, 'cut'] as const)(
    'an unlock answered with %s is retried until it is confirmed, with a message',
    async (answer) => {
      const { service, open, said } = await started('plain', 409);
      const lock = await open().acquire(ana, now);
      service.faults.push({ method: 'UNLOCK', answer }, { method: 'UNLOCK', answer });
      await lock.release();
      expect(service.state.lock).toBeUndefined();
      expect(service.log.filter((line) => line.startsWith('UNLOCK'))).toHaveLength(3);
      expect(said).toEqual([expect.stringContaining(`unlocking ${lock.fencingToken} failed`)]);
    },
  );

  test.each([503, 409, 404, 'cut'] as const)(
    'an unlock that is always answered with %s fails with the lock id and the command that removes the lock',
    async (answer) => {
      const { service, open } = await started('plain', 409);
      const lock = await open().acquire(ana, now);
      service.state.lock = { ...service.state.lock, ID: lock.fencingToken };
      if (answer === 'cut') service.faults.push({ method: 'UNLOCK', answer: 502 });
      always(service, 'UNLOCK', answer === 'cut' ? 502 : answer);
      await expect(lock.release()).rejects.toMatchObject({
        code: 'E-UNLOCK',
        message: expect.stringContaining(`lock ${lock.fencingToken} may remain`),
        hint: expect.stringContaining(`docform ledger unlock ${lock.fencingToken}`),
      });
      expect(lock.isHeld()).toBe(false);
      service.faults.splice(0);
      await open().unlock?.(lock.fencingToken, bo);
      expect(service.state.lock).toBeUndefined();
    },
  );

  test('a lost lock is released too, and a new lock of another run is not reported', async () => {
    const { service, open } = await started('plain', 423);
    const lock = await open().acquire(ana, now);
    service.state.lock = { ID: 'another' };
    await expect(lock.append(intent('teams/a'))).rejects.toMatchObject({ code: 'E-LOCK-LOST' });
    await lock.release();
    expect(service.state.lock).toEqual({ ID: 'another' });
  });

  test('lock and state requests answered with 503 are retried with pauses until the time is over', async () => {
    const { service, open, said } = await started('plain', 423);
    for (let time = 0; time < 5; time += 1)
      service.faults.push({ method: 'LOCK', answer: 503 }, { method: 'GET', answer: 503 });
    const lock = await open({ maxWaitMs: 60_000 }).acquire(ana, now);
    expect(service.log).toHaveLength(12);
    expect(said).toEqual([
      expect.stringContaining('locking failed (status 503)'),
      expect.stringContaining('reading the state failed (status 503)'),
    ]);
    await lock.release();
    for (let time = 0; time < 5; time += 1) service.faults.push({ method: 'LOCK', answer: 503 });
    await (await open({ maxWaitMs: 1 }).acquire(ana, { ...now, waitMs: 60_000 })).release();
    always(service, 'GET', 503);
    await expect(open({ maxWaitMs: 50 }).load()).rejects.toThrow('the service answered a read with 503');
    service.faults.splice(0);
    always(service, 'LOCK', 503);
    await expect(open({ maxWaitMs: 50 }).acquire(ana, now)).rejects.toThrow(
      'the service answered the lock request with 503',
    );
    expect(service.state.lock).toBeUndefined();
  });

  test('a write answered with 500, 429 or not at all is retried like any other request', async () => {
    const { service, open, said } = await started('plain', 423);
    const lock = await open({ maxWaitMs: 60_000 }).acquire(ana, now);
    for (const answer of [500, 429, 500, 'cut', 503, 500] as const) service.faults.push({ method: 'POST', answer });
    await lock.append(intent('teams/a'));
    expect(said).toEqual([expect.stringContaining('writing the state failed (status 500); retrying for up to 60 s')]);
    expect((await open().load()).open).toEqual([intent('teams/a')]);
    await lock.release();
  });

  test('an unlock is retried for at most ten seconds, with any limit for other requests', async () => {
    const { service, open, said } = await started('plain', 409);
    let looks = 0;
    // Each look advances the clock by three seconds.
    const clock = { ...systemClock, monotonicMs: () => 3_000 * looks++ };
    const lock = await open({ maxWaitMs: 300_000, clock }).acquire(ana, { waitMs: 0, ttlMs: Number.MAX_SAFE_INTEGER });
    always(service, 'UNLOCK', 500);
    await expect(lock.release()).rejects.toMatchObject({
      code: 'E-UNLOCK',
      hint: expect.stringContaining(lock.fencingToken),
    });
    expect(service.log.filter((line) => line.startsWith('UNLOCK'))).toHaveLength(4);
    expect(said).toEqual([expect.stringContaining('retrying for up to 10 s')]);
  });

  test('the signal ends the retries of an unlock, and the error names the remaining lock', async () => {
    const { service, open } = await started('plain', 409);
    const lock = await open({ maxWaitMs: 60_000 }).acquire(ana, now);
    always(service, 'UNLOCK', 500);
    const ending = new AbortController();
    const released = lock.release(ending.signal);
    await expect.poll(() => service.log.at(-1)).toMatch(/^UNLOCK/);
    ending.abort(new Error('enough'));
    await expect(released).rejects.toMatchObject({
      code: 'E-UNLOCK',
      message: expect.stringContaining(`lock ${lock.fencingToken} may remain: enough`),
      hint: expect.stringContaining(`docform ledger unlock ${lock.fencingToken}`),
    });
  });

  test('the error names a lock that the service does not release after an aborted wait', async () => {
    const { service, open } = await started('plain', 423);
    always(service, 'LOCK', 503);
    always(service, 'UNLOCK', 503);
    const ending = new AbortController();
    const ids: (string | undefined)[] = [];
    const waiting = open({ maxWaitMs: 60_000 }).acquire(ana, {
      ...now,
      signal: ending.signal,
      onLock: (id) => ids.push(id),
    });
    await expect.poll(() => service.log.length).toBeGreaterThan(1);
    ending.abort(new Error('enough'));
    const error = await waiting.then(
      () => undefined,
      (reason: DocformError) => reason,
    );
    expect(ids).toHaveLength(1);
    expect([error?.message, error?.hint]).toEqual([
      expect.stringContaining(`enough; lock ${ids[0]} may remain`),
      expect.stringContaining(`docform ledger unlock ${ids[0]}`),
    ]);
  });

  test('the signal ends a wait for the service, and no lock remains', async () => {
    const { service, open } = await started('plain', 423);
    always(service, 'LOCK', 503);
    const ending = new AbortController();
    const reason = new Error('enough');
    const waiting = open({ maxWaitMs: 60_000 }).acquire(ana, { ...now, signal: ending.signal });
    await expect.poll(() => service.log.length).toBeGreaterThan(1);
    ending.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(service.log.at(-1)).toBe('UNLOCK /state/docs');
  });
});

describe('unlock', () => {
  test('removes the lock with the id and returns its holder', async () => {
    const { service, open } = await started('plain', 423);
    const lock = await open().acquire(ana, now);
    await expect(open().unlock?.('another-id', bo)).rejects.toMatchObject({
      code: 'E-LOCK-MISMATCH',
      message: expect.stringContaining(`the lock has id ${lock.fencingToken}, not another-id, held by ana@build-7`),
    });
    expect(service.state.lock?.ID).toBe(lock.fencingToken);
    expect(await open().unlock?.(lock.fencingToken, bo)).toMatchObject({
      who: expect.stringContaining('ana@build-7'),
    });
    expect(service.state.lock).toBeUndefined();
    await expect(lock.append(intent('teams/a'))).rejects.toMatchObject({ code: 'E-LOCK-LOST' });
  });

  test('fails without a lock', async () => {
    const { service, open } = await started();
    await expect(open().unlock?.('some-id', bo)).rejects.toMatchObject({ code: 'E-NOT-LOCKED' });
    expect(service.state.lock).toBeUndefined();
  });
});
