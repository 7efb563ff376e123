/** A lease by itself, with clocks that the test moves: when it is held, what is written together, what happens after it is lost. */

import { expect, test } from 'vitest';
import type { DocformError } from '../../src/core/docform-error.ts';
import type { Clock } from '../../src/ledger/clock.ts';
import { createLease, type LeaseActions, type LeaseControl } from '../../src/ledger/lease.ts';
import { lostError } from '../../src/ledger/lease-error.ts';
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
  /** Moves both clocks; with `wakes` false no timer runs, as in a stopped process. */
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

function opened(actions: Partial<LeaseActions> = {}) {
  const manual = manualClock();
  const log: string[] = [];
  const given: { control?: LeaseControl } = {};
  const all: LeaseActions = {
    renew: async () => void log.push('renew'),
    append: async (entries) =>
      void log.push(`append ${entries.map((entry) => ('step' in entry ? entry.step : entry.type)).join(' ')}`),
    save: async (ledger) => void log.push(`save ${Object.keys(ledger.resources)}`),
    release: async (isHeld) => void log.push(`release ${isHeld}`),
    ...actions,
  };
  const askedAt = { monotonicMs: manual.clock.monotonicMs(), wallMs: manual.clock.wallMs() };
  const options = { place: 'store', fencingToken: '7', holder: ana, ttlMs: 30_000, clock: manual.clock, askedAt };
  const lease = createLease({
    ...options,
    actions: (control) => {
      given.control = control;
      return all;
    },
  });
  return {
    lease,
    log,
    ...manual,
    lose: (reason: string) => given.control?.lose(reason),
    check: () => given.control?.check(),
  };
}

test('it extends itself each third of its time, and lasts as long as that works', async () => {
  const { lease, log, pass } = opened();
  for (let third = 0; third < 12; third += 1) await pass(10_000);
  expect(lease.isHeld()).toBe(true);
  expect(log.length).toBe(12);
  await lease.release();
  await pass(10_000);
  expect(log.at(-1)).toBe('release true');
  expect(lease.isHeld()).toBe(false);
});

test('a failed extension is tried again; the lease ends a little before the store can give it away', async () => {
  const tried: number[] = [];
  const { lease, pass } = opened({
    renew: async () => {
      tried.push(1);
      throw new Error('no network');
    },
  });
  await pass(10_000);
  await pass(10_000);
  expect([tried.length, lease.isHeld()]).toEqual([2, true]);
  await pass(8_900);
  expect(lease.isHeld()).toBe(true);
  await pass(200);
  expect(lease.isHeld()).toBe(false);
  await expect(lease.hold()).rejects.toThrow('not extended within 30000 ms, and then not at all: no network');
  expect((lease.signal.reason as DocformError).message).toContain('not extended within 30000 ms');
});

test('a stopped process is told on its first question, though no timer of it ran; where somebody took the lease it writes nothing', async () => {
  const { lease, log, pass } = opened({
    renew: async () => {
      throw lostError('store', 'somebody else has it');
    },
  });
  await pass(29_500, false);
  expect(lease.isHeld()).toBe(false);
  await expect(lease.hold()).rejects.toThrow(expect.objectContaining({ code: 'E-LOCK-LOST' }));
  expect(lease.signal.aborted).toBe(true);
  await pass(10_000);
  await expect(lease.append(intent('a'))).rejects.toThrow(expect.objectContaining({ code: 'E-LOCK-LOST' }));
  await expect(lease.save({ resources: {}, lists: [] })).rejects.toThrow(
    expect.objectContaining({ code: 'E-LOCK-LOST' }),
  );
  await lease.release();
  expect(log).toEqual(['release false']);
});

test.each([
  ['a request is to be sent', ({ lease }: ReturnType<typeof opened>) => lease.hold(), []],
  ['a line is to be written', ({ lease }: ReturnType<typeof opened>) => lease.append(intent('a')), ['append a']],
  [
    'the ledger is to be written',
    ({ lease }: ReturnType<typeof opened>) => lease.save({ resources: {}, lists: [] }),
    ['save '],
  ],
] as const)(
  'whoever was too busy to extend it, and nobody took it, goes on: it is extended before %s',
  async (_, work, written) => {
    const one = opened();
    await one.pass(95_000, false);
    expect([one.lease.isHeld(), one.lease.signal.aborted]).toEqual([false, false]);
    await work(one);
    expect([one.lease.isHeld(), one.log]).toEqual([true, ['renew', ...written]]);
    await one.lease.release();
    expect(one.log.at(-1)).toBe('release true');
  },
);

test('it is given back also where its time ran out meanwhile', async () => {
  const { lease, log, pass } = opened();
  await pass(95_000, false);
  await lease.release();
  expect(log).toEqual(['renew', 'release true']);
});

test('many that ask at once extend it once', async () => {
  const { lease, log, pass } = opened();
  await pass(95_000, false);
  await Promise.all([lease.hold(), lease.hold(), lease.append(intent('a')), lease.hold()]);
  expect(log).toEqual(['renew', 'append a']);
});

test('a store that takes longer to extend it each time than it lasts keeps nobody waiting for ever', async () => {
  const one = opened({
    renew: async () => {
      one.time.monotonicMs += 31_000;
    },
  });
  await one.pass(95_000, false);
  await expect(one.lease.append(intent('a'))).rejects.toThrow('not extended within 30000 ms');
  expect([one.log, one.lease.signal.aborted]).toEqual([[], true]);
});

test('where its time runs out in the middle of a write, before anything was written, that is done once the lease is extended', async () => {
  let isSlow = true;
  const one = opened({
    append: async () => {
      if (isSlow) one.time.monotonicMs += 31_000;
      isSlow = false;
      one.check();
      one.log.push('append');
    },
  });
  await one.lease.append(intent('a'));
  expect(one.log).toEqual(['renew', 'append']);
});

test.each(['monotonicMs', 'wallMs'] as const)('one clock is enough to end it: %s', (name) => {
  const { lease, time } = opened();
  time[name] += 29_500;
  expect(lease.isHeld()).toBe(false);
});

test('an append that was under way while the process was stopped is reported as good only where nobody took the lease', async () => {
  const isTaken = { now: true };
  const one = () =>
    opened({
      append: async () => {
        manual.time.monotonicMs += 60_000;
      },
      renew: async () => {
        if (isTaken.now) throw lostError('store', 'somebody else has it');
      },
    });
  let manual = one();
  await expect(manual.lease.append(intent('a'))).rejects.toThrow('somebody else has it');
  isTaken.now = false;
  manual = one();
  await manual.lease.append(intent('a'));
  expect(manual.lease.isHeld()).toBe(true);
});

test('entries that wait share one write, in order; a save and a release stand where they were asked for', async () => {
  const { lease, log } = opened();
  const work = [
    lease.append(intent('a')),
    lease.append(intent('b')),
    lease.save({ resources: { a: { id: '1' } }, lists: [] }),
    lease.append(done('a')),
    lease.append(done('b')),
    lease.release(),
  ];
  await Promise.all(work);
  expect(log).toEqual(['append a b', 'save a', 'append a b', 'release true']);
});

test('while one write is under way all others gather for the next', async () => {
  const writes: { readonly steps: number; readonly finish: () => void }[] = [];
  const { lease } = opened({
    append: (entries) => new Promise((resolve) => writes.push({ steps: entries.length, finish: resolve })),
  });
  const settled: string[] = [];
  const append = (step: string) => lease.append(intent(step)).then(() => settled.push(step));
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

test('after a line that failed, nothing: nobody knows how much of it was written', async () => {
  const { lease, log } = opened({
    append: async () => {
      throw new Error('disk full');
    },
  });
  const first = lease.append(intent('a'));
  await expect(first).rejects.toThrow('disk full');
  expect(lease.isHeld()).toBe(false);
  expect((lease.signal.reason as DocformError).message).toBe('store: the lease is lost: disk full');
  await expect(lease.save({ resources: {}, lists: [] })).rejects.toThrow('disk full');
  expect(log).toEqual([]);
});

test('a save that failed can be tried again; one that the store refused ends the lease', async () => {
  const failures: Error[] = [new Error('disk full'), lostError('store', 'taken over')];
  const { lease } = opened({
    save: async () => {
      const failure = failures.shift();
      if (failure) throw failure;
    },
  });
  const ledger = { resources: {}, lists: [] };
  await expect(lease.save(ledger)).rejects.toThrow('disk full');
  expect(lease.isHeld()).toBe(true);
  await expect(lease.save(ledger)).rejects.toThrow('taken over');
  expect([lease.isHeld(), lease.signal.aborted]).toEqual([false, true]);
});

test('a store that notices the loss itself says so at once', async () => {
  const { lease, lose } = opened();
  lose('the connection is gone');
  expect([lease.isHeld(), (lease.signal.reason as DocformError).code]).toEqual([false, 'E-LOCK-LOST']);
});

test('release happens once, and a failure to close after a loss is no second failure', async () => {
  const seen: boolean[] = [];
  const { lease, lose } = opened({
    release: async (isHeld) => {
      seen.push(isHeld);
      throw new Error('gone');
    },
  });
  lose('x');
  await lease.release();
  await lease.release();
  expect(seen).toEqual([false]);
});
