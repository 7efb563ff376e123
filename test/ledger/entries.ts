/** Journal entries, clocks and process tables for tests of backends. */
import { hostname } from 'node:os';
import {
  type Beginning,
  type Intent,
  type JournalEntry,
  type Outcome,
  serialiseJournalFile,
} from '../../src/ledger/journal.ts';
import { parseNamedTarget } from '../../src/ledger/ledger.ts';
import { createProcessTable } from '../../src/ledger/process-table.ts';
import { type Clock, systemClock } from '../../src/ledger/state-lock.ts';

export const target = { host: 'api.acme.dev', organization: 'o1' };

export const ana = { who: 'ana@build-7', run: 'https://ci.acme.dev/jobs/41', since: '2026-01-01T10:00:00Z' };
export const bo = { who: 'bo@build-8', since: '2026-01-01T10:05:00Z' };

export function begin(run = 'r1'): Beginning {
  return { type: 'begin', run, at: '2026-01-01T10:00:00Z', digest: 'sha256:ab', holder: ana };
}

export function intent(step: string): Intent {
  return {
    type: 'intent',
    step,
    address: step,
    operation: 'create',
    creates: { at: '2026-01-01T10:00:01Z', twins: [`“${step}” 🚀`] },
  };
}

export function done(step: string, id = `id-${step}`): Outcome {
  return {
    type: 'outcome',
    step,
    status: 'done',
    set: { [step]: { id, applied: { text: 'f00d' } } },
    lists: ['teams'],
  };
}

export const end: Extract<JournalEntry, { type: 'end' }> = { type: 'end', status: 'done' };

export const sample: readonly JournalEntry[] = [
  begin(),
  intent('teams/a'),
  intent('teams/b'),
  done('teams/a'),
  {
    type: 'outcome',
    step: 'collections/c',
    status: 'done',
    orders: { 'collections/c': 'abcdef.012345', 'sites/x/groups/g': '111111.222222' },
  },
  { type: 'outcome', step: 'teams/b', status: 'failed' },
  intent('teams/c'),
  { type: 'outcome', step: 'sites/x', status: 'done', remove: ['sites/x'] },
  end,
];

export const processes = createProcessTable({ host: hostname() });

/** The monotonic clock is stopped, so the lock never expires and is not extended. */
const stoppedClock: Clock = {
  monotonicMs: () => 0,
  wallMs: () => Date.now(),
  sleep: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
};

/** Time passes, but no timer runs. */
export function sleeperClock(): Clock {
  return { ...systemClock, sleep: stoppedClock.sleep };
}

/** `pass` lets time pass for the holder of this clock alone, while no timer runs. */
export function busyClock(): Clock & { readonly pass: (durationMs: number) => void } {
  let passedMs = 0;
  return {
    monotonicMs: () => systemClock.monotonicMs() + passedMs,
    wallMs: () => systemClock.wallMs() + passedMs,
    sleep: stoppedClock.sleep,
    pass: (durationMs) => {
      passedMs += durationMs;
    },
  };
}

/** The monotonic clock is stopped. After `freeze`, the wall clock is stopped too. */
export function freezableClock(): Clock & { readonly freeze: () => void } {
  let frozenAt: number | undefined;
  return {
    monotonicMs: () => 0,
    wallMs: () => frozenAt ?? systemClock.wallMs(),
    sleep: stoppedClock.sleep,
    freeze: () => {
      frozenAt = systemClock.wallMs();
    },
  };
}

/** Counts simultaneous work. */
export function counted() {
  const inside = { now: 0, most: 0, all: 0 };
  const work = async () => {
    inside.now += 1;
    inside.all += 1;
    inside.most = Math.max(inside.most, inside.now);
    await new Promise((resolve) => setImmediate(resolve));
    inside.now -= 1;
  };
  return { inside, work };
}

/** The journal of a run that ended before it wrote this ledger. */
export function journalInsteadOf(ledgerText: string): string {
  const { target, ledger } = parseNamedTarget(ledgerText);
  const outcomes = Object.entries(ledger.resources).map(([address, entry]) => ({
    ...{ type: 'outcome', step: `${address}#create`, status: 'done', lists: ledger.lists },
    set: { [address]: entry },
  }));
  const entries = [begin(), ...outcomes, end] as Parameters<typeof serialiseJournalFile>[1];
  return serialiseJournalFile({ token: 1, saves: 0 }, entries, target);
}
