/** The platform's clock: real, shifted or frozen. It is stored with the state. */
import { invalid } from '../errors.ts';
import type { Store } from '../objects.ts';

export interface ClockState {
  readonly now: string;
  readonly isFrozen: boolean;
  /** Difference to the real clock. */
  readonly offsetMs: number;
}

export interface ClockChange {
  /** Date-time, past or future. */
  readonly now?: string | undefined;
  /** Default: no change. A clock that is no longer frozen continues from its current time. */
  readonly isFrozen?: boolean | undefined;
}

export interface Clock {
  /** Whole milliseconds since 1970. */
  nowMs(): number;
  read(): ClockState;
  /** Like all changes, refuses times outside of the years 0 to 9999 with 400. */
  set(change: ClockChange): ClockState;
  /** Default: the current time. */
  freeze(now?: string): ClockState;
  /** By "8d", "36h", "90m", "5s", "250ms" or a number of milliseconds. A frozen clock remains frozen. */
  advance(by: string | number): ClockState;
  /** Returns to real time. */
  reset(): ClockState;
}

const clockFact = 'clock';
const firstMs = Date.parse('0000-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

type Setting = { frozenMs: number } | { offsetMs: number };

export function createClock(store: Store, real: () => number): Clock {
  const realMs = () => Math.floor(real());
  const setting = () => {
    const text = store.readFact(clockFact) ?? '';
    return text === '' ? { offsetMs: 0 } : (JSON.parse(text) as Setting);
  };
  const timeOf = (held: Setting) => ('frozenMs' in held ? held.frozenMs : realMs() + held.offsetMs);
  const stateOf = (held: Setting) => {
    const nowMs = timeOf(held);
    const offsetMs = 'frozenMs' in held ? nowMs - realMs() : held.offsetMs;
    return { now: new Date(nowMs).toISOString(), isFrozen: 'frozenMs' in held, offsetMs };
  };
  const change = (next: (held: Setting) => { nowMs: number; isFrozen: boolean }): ClockState =>
    store.transact('write', () => {
      const { nowMs, isFrozen } = next(setting());
      if (!(nowMs >= firstMs && nowMs <= lastMs)) throw invalid('body: the clock supports the years 0 to 9999 only');
      const held: Setting = isFrozen ? { frozenMs: nowMs } : { offsetMs: nowMs - realMs() };
      store.writeFact(clockFact, JSON.stringify(held));
      return stateOf(held);
    });
  const set = ({ now, isFrozen }: ClockChange) =>
    change((held) => ({
      nowMs: now === undefined ? timeOf(held) : timeIn(now),
      isFrozen: isFrozen ?? 'frozenMs' in held,
    }));
  return {
    nowMs: () => timeOf(setting()),
    read: () => stateOf(setting()),
    set,
    freeze: (now) => set({ now, isFrozen: true }),
    advance: (by) => {
      const byMs = typeof by === 'string' ? durationMs(by) : by;
      if (!(byMs >= 0)) throw invalid('body.by: must not be negative; set the time to go back');
      return change((held) => ({ nowMs: timeOf(held) + Math.round(byMs), isFrozen: 'frozenMs' in held }));
    },
    reset: () => {
      store.transact('write', () => removeClock(store));
      return stateOf(setting());
    },
  };
}

export function removeClock(store: Store): void {
  store.writeFact(clockFact, '');
}

function timeIn(text: string) {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalid(`body.now: ${JSON.stringify(text)} is not a date-time`);
  return ms;
}

const unitMs: { [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function durationMs(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text);
  const unit = unitMs[match?.[2] ?? ''];
  if (unit === undefined)
    throw invalid(`body.by: ${JSON.stringify(text)} is not a duration; examples are 8d, 36h, 90m, 5s and 250ms`);
  return Math.round(Number(match?.[1]) * unit);
}
