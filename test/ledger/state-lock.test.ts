/** The state lock with clocks that the test controls. */

import { expect, test } from 'vitest';
import type { DocformError } from '../../src/core/docform-error.ts';
import {
  type Clock,
  createStateLock,
  type LockActions,
  type LockControl,
  lostError,
} from '../../src/ledger/state-lock.ts';
import { ana, done, intent } from './entries.ts';

function manualClock() {
  const sleepers: { readonly untilMs: number; readonly wake: () => void }[] = [];
  const time = { monotonicMs: 1_000, wallMs: 1_800_000_000_000 };
  const clock: Clock = {
    monotonicMs: () => time.monotonicMs,
    wallMs: () => time.wallMs,
    sleep: (durationMs, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        sleepers.push({ untilMs: time.monotonicMs + durationMs, wake });
        signal?.addEventListener('abort', wake);
      }),
  };
  /** Advances both clocks. With `wakes` false no timer runs, as in a suspended process. */
  const pass = async (durationMs: number, wakes = true) => {
    time.monotonicMs += durationMs;
    time.wallMs += durationMs;
    if (wakes) for (const { untilMs, wake } of sleepers) if (untilMs <= time.monotonicMs) wake();
    await settle();
  };
  return { clock, time, pass };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function opened(actions: Partial<LockActions> = {}) {
  const manual = manualClock();
  const log: string[] = [];
  const given: { control?: LockControl } = {};
  const all: LockActions = {
    renew: async () => void log.push('renew'),
    append: async (entries) =>
      void log.push(`append ${entries.map((entry) => ('step' in entry ? entry.step : entry.type)).join(' ')}`),
    save: async (ledger) => void log.push(`save ${Object.keys(ledger.resources)}`),
    release: async (isHeld) => void log.push(`release ${isHeld}`),
    ...actions,
  };
  const askedAt = { monotonicMs: manual.clock.monotonicMs(), wallMs: manual.clock.wallMs() };
  const options = { place: 'backend', fencingToken: '7', holder: ana, ttlMs: 30_000, clock: manual.clock, askedAt };
  const lock = createStateLock({
    ...options,
    actions: (control) => {
      given.control = control;
      return all;
    },
  });
  return {
    lock,
    log,
    ...manual,
    lose: (reason: string) => given.control?.lose(reason),
    check: () => given.control?.check(),
  };
}

test('the lock extends itself after each third of its time', async () => {
  const { lock, log, pass } = opened();
  for (let third = 0; third < 12; third += 1) await pass(10_000);
  expect(lock.isHeld()).toBe(true);
  expect(log.length).toBe(12);
  await lock.release();
  await pass(10_000);
  expect(log.at(-1)).toBe('release true');
  expect(lock.isHeld()).toBe(false);
});

test('a failed extension is repeated, and the lock ends shortly before the backend can give it away', async () => {
  const tried: number[] = [];
  const { lock, pass } = opened({
    renew: async () => {
      tried.push(1);
      throw new Error('no network');
    },
  });
  await pass(10_000);
  await pass(10_000);
  expect([tried.length, lock.isHeld()]).toEqual([2, true]);
  await pass(8_900);
  expect(lock.isHeld()).toBe(true);
  await pass(200);
  expect(lock.isHeld()).toBe(false);
  await expect(lock.hold()).rejects.toThrow('not extended within 30000 ms: no network');
  expect((lock.signal.reason as DocformError).message).toContain('not extended within 30000 ms');
});

test('a suspended process learns of its expiry at the first call, and writes nothing if another run took the lock', async () => {
  const { lock, log, pass } = opened({
    renew: async () => {
      throw lostError('backend', 'somebody else has it');
    },
  });
  await pass(29_500, false);
  expect(lock.isHeld()).toBe(false);
  await expect(lock.hold()).rejects.toThrow(expect.objectContaining({ code: 'E-LOCK-LOST' }));
  expect(lock.signal.aborted).toBe(true);
  await pass(10_000);
  await expect(lock.append(intent('a'))).rejects.toThrow(expect.objectContaining({ code: 'E-LOCK-LOST' }));
  await expect(lock.save({ resources: {}, lists: [] })).rejects.toThrow(
    expect.objectContaining({ code: 'E-LOCK-LOST' }),
  );
  await lock.release();
  expect(log).toEqual(['release false']);
});

test.each([
  ['a request', ({ lock }: ReturnType<typeof opened>) => lock.hold(), []],
  ['an append', ({ lock }: ReturnType<typeof opened>) => lock.append(intent('a')), ['append a']],
  ['a save', ({ lock }: ReturnType<typeof opened>) => lock.save({ resources: {}, lists: [] }), ['save ']],
] as const)(
  'a holder that was too busy to extend its lock extends it before %s, if no other run took it',
  async (_, work, written) => {
    const one = opened();
    await one.pass(95_000, false);
    expect([one.lock.isHeld(), one.lock.signal.aborted]).toEqual([false, false]);
    await work(one);
    expect([one.lock.isHeld(), one.log]).toEqual([true, ['renew', ...written]]);
    await one.lock.release();
    expect(one.log.at(-1)).toBe('release true');
  },
);

test('an expired lock is released too', async () => {
  const { lock, log, pass } = opened();
  await pass(95_000, false);
  await lock.release();
  expect(log).toEqual(['renew', 'release true']);
});

test('many simultaneous calls extend the lock once', async () => {
  const { lock, log, pass } = opened();
  await pass(95_000, false);
  await Promise.all([lock.hold(), lock.hold(), lock.append(intent('a')), lock.hold()]);
  expect(log).toEqual(['renew', 'append a']);
});

test('a backend that extends more slowly than the lock lasts does not block callers for ever', async () => {
  const one = opened({
    renew: async () => {
      one.time.monotonicMs += 31_000;
    },
  });
  await one.pass(95_000, false);
  await expect(one.lock.append(intent('a'))).rejects.toThrow('not extended within 30000 ms');
  expect([one.log, one.lock.signal.aborted]).toEqual([[], true]);
});

test('a write that finds the lock expired before it changed anything is repeated after an extension', async () => {
  let isSlow = true;
  const one = opened({
    append: async () => {
      if (isSlow) one.time.monotonicMs += 31_000;
      isSlow = false;
      one.check();
      one.log.push('append');
    },
  });
  await one.lock.append(intent('a'));
  expect(one.log).toEqual(['renew', 'append']);
});

test.each(['monotonicMs', 'wallMs'] as const)('either clock can end the lock: %s', (name) => {
  const { lock, time } = opened();
  time[name] += 29_500;
  expect(lock.isHeld()).toBe(false);
});

test('an append that ran during a suspension succeeds only if no other run took the lock', async () => {
  const isTaken = { now: true };
  const one = () =>
    opened({
      append: async () => {
        manual.time.monotonicMs += 60_000;
      },
      renew: async () => {
        if (isTaken.now) throw lostError('backend', 'somebody else has it');
      },
    });
  let manual = one();
  await expect(manual.lock.append(intent('a'))).rejects.toThrow('somebody else has it');
  isTaken.now = false;
  manual = one();
  await manual.lock.append(intent('a'));
  expect(manual.lock.isHeld()).toBe(true);
});

test('waiting entries share one write in order, and saves and releases keep their place', async () => {
  const { lock, log } = opened();
  const work = [
    lock.append(intent('a')),
    lock.append(intent('b')),
    lock.save({ resources: { a: { id: '1' } }, lists: [] }),
    lock.append(done('a')),
    lock.append(done('b')),
    lock.release(),
  ];
  await Promise.all(work);
  expect(log).toEqual(['append a b', 'save a', 'append a b', 'release true']);
});

test('entries that arrive during a write share the next write', async () => {
  const writes: { readonly steps: number; readonly finish: () => void }[] = [];
  const { lock } = opened({
    append: (entries) => new Promise((resolve) => writes.push({ steps: entries.length, finish: resolve })),
  });
  const settled: string[] = [];
  const append = (step: string) => lock.append(intent(step)).then(() => settled.push(step));
  void append('a');
  await settle();
  for (const step of ['b', 'c', 'd']) void append(step);
  await settle();
  expect([writes.length, settled]).toEqual([1, []]);
  writes[0]?.finish();
  await settle();
  expect([writes.map(({ steps }) => steps), settled]).toEqual([[1, 3], ['a']]);
  writes[1]?.finish();
  await settle();
  expect(settled).toEqual(['a', 'b', 'c', 'd']);
});

test('nothing is written after a failed line, because a part of the line may have been written', async () => {
  const { lock, log } = opened({
    append: async () => {
      throw new Error('disk full');
    },
  });
  const first = lock.append(intent('a'));
  await expect(first).rejects.toThrow('disk full');
  expect(lock.isHeld()).toBe(false);
  expect((lock.signal.reason as DocformError).message).toBe('backend: state lock lost: disk full');
  await expect(lock.save({ resources: {}, lists: [] })).rejects.toThrow('disk full');
  expect(log).toEqual([]);
});

test('a failed save can be repeated, and a refused save ends the lock', async () => {
  const failures: Error[] = [new Error('disk full'), lostError('backend', 'taken over')];
  const { lock } = opened({
    save: async () => {
      const failure = failures.shift();
      if (failure) throw failure;
    },
  });
  const ledger = { resources: {}, lists: [] };
  await expect(lock.save(ledger)).rejects.toThrow('disk full');
  expect(lock.isHeld()).toBe(true);
  await expect(lock.save(ledger)).rejects.toThrow('taken over');
  expect([lock.isHeld(), lock.signal.aborted]).toEqual([false, true]);
});

test('a backend that notices the loss reports it at once', async () => {
  const { lock, lose } = opened();
  lose('the connection is gone');
  expect([lock.isHeld(), (lock.signal.reason as DocformError).code]).toEqual([false, 'E-LOCK-LOST']);
});

test('a release happens once, and a failure to close after a loss is not reported again', async () => {
  const seen: boolean[] = [];
  const { lock, lose } = opened({
    release: async (isHeld) => {
      seen.push(isHeld);
      throw new Error('gone');
    },
  });
  lose('x');
  await lock.release();
  await lock.release();
  expect(seen).toEqual([false]);
});
