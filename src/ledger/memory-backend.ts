/** A state backend in memory, for the reference platform and tests. It is the model for the other backends. */
import { nextTurn } from '../core/sleep.ts';
import { emptyLedger, type Ledger } from '../core/state.ts';
import type { Holder } from './holder.ts';
import { type JournalEntry, remainingEntries, stateOf } from './journal.ts';
import type { StateBackend } from './state-backend.ts';
import {
  type Clock,
  createStateLock,
  type LockActions,
  type LockAttempt,
  lostError,
  readClocks,
  systemClock,
  waitForLock,
} from './state-lock.ts';

const place = 'memory';

interface Kept {
  ledger: Ledger;
  entries: readonly JournalEntry[];
  serial: number;
  token: number;
  held: { readonly holder: Holder; readonly untilMs: number } | undefined;
}

/** A ledger in memory, for tests and the reference platform. */
export function createMemoryBackend(initial: Ledger = emptyLedger, clock: Clock = systemClock): StateBackend {
  const kept: Kept = { ledger: initial, entries: [], serial: 0, token: 0, held: undefined };
  return {
    place,
    load: async () => {
      // Yields like the other backends, so that a loop of loads does not block writes.
      await nextTurn();
      return stateOf(kept.ledger, kept.entries, String(kept.serial));
    },
    heldBy: async () => heldIn(kept, clock.wallMs()),
    acquire: (holder, options) => {
      const attempt = async () => attemptLock(kept, holder, options.ttlMs, clock);
      return waitForLock(attempt, { ...options, place, clock, pollMs: 10, hint: 'wait for the other apply' });
    },
  };
}

function heldIn({ held }: Kept, wallMs: number): Holder | undefined {
  return held !== undefined && held.untilMs > wallMs
    ? { ...held.holder, until: new Date(held.untilMs).toISOString() }
    : undefined;
}

function attemptLock(kept: Kept, holder: Holder, ttlMs: number, clock: Clock): LockAttempt {
  const askedAt = readClocks(clock);
  const holding = heldIn(kept, askedAt.wallMs);
  if (holding !== undefined) return { holder: holding };
  kept.token += 1;
  kept.held = { holder, untilMs: askedAt.wallMs + ttlMs };
  const token = kept.token;
  const actions = () => actionsOf(kept, clock, { holder, ttlMs, token });
  return { lock: createStateLock({ place, fencingToken: String(token), holder, ttlMs, clock, askedAt, actions }) };
}

function actionsOf(
  kept: Kept,
  clock: Clock,
  { holder, ttlMs, token }: { readonly holder: Holder; readonly ttlMs: number; readonly token: number },
): LockActions {
  const check = (isInForce = kept.held !== undefined && kept.held.untilMs > clock.wallMs()) => {
    if (kept.token !== token || kept.held === undefined || !isInForce)
      throw lostError(place, 'another run took the lock');
  };
  return {
    renew: async () => {
      check(true);
      kept.held = { holder, untilMs: clock.wallMs() + ttlMs };
    },
    append: async (added) => {
      check();
      kept.entries = [...kept.entries, ...added];
      kept.serial += 1;
    },
    save: async (saved) => {
      check();
      kept.ledger = saved;
      kept.entries = remainingEntries(kept.entries);
      kept.serial += 1;
    },
    release: async () => {
      if (kept.token === token) kept.held = undefined;
    },
  };
}
