/** The state lock: extends itself, notices its end by two clocks, and refuses writes afterwards. */
import { withoutUndefined } from '../core/defined.ts';
import { DocformError, errorMessage, hasCode } from '../core/docform-error.ts';
import { nextTurn, sleep } from '../core/sleep.ts';
import type { Ledger } from '../core/state.ts';
import { describeHolder, type Holder } from './holder.ts';
import type { JournalEntry } from './journal.ts';
import type { LedgerTarget } from './ledger.ts';
import type { AcquireOptions, Handover, StateLock } from './state-backend.ts';

/**
 * The operations of one backend. They are called one at a time, check the token in the same atomic step, and throw DocformError if the
 * token is not the latest.
 */
export interface LockActions {
  /**
   * Extends the lock in one atomic step, also after its expiry if no other run has taken it. Missing: the lock does not expire. Errors
   * other than lock errors mean that the lock was not extended this time.
   */
  readonly renew?: () => Promise<void>;
  /** `isFollowed`: whether another write is waiting. */
  readonly append: (entries: readonly JournalEntry[], isFollowed: () => boolean) => Promise<void>;
  readonly save: (ledger: Ledger, handover?: Handover, moved?: LedgerTarget) => Promise<void>;
  /** Also called after the lock was lost, to close resources. `isHeld`: whether it can still write. */
  readonly release: (isHeld: boolean, signal?: AbortSignal) => Promise<void>;
}

interface LockOptions {
  readonly place: string;
  readonly fencingToken: string;
  readonly holder: Holder;
  readonly ttlMs: number;
  readonly clock: Clock;
  /** Both clocks, read before the request for the lock: the lock lasts at most `ttlMs` from then on. */
  readonly askedAt: Moment;
  /** Gets a control to report a lost lock, and to check the lock. */
  readonly actions: (control: LockControl) => LockActions;
}

export interface LockControl {
  readonly lose: (reason: string) => void;
  /**
   * Throws if the lock has ended. Call within a write of several steps, before the first durable one. If the lock has only expired, the
   * write is repeated after an extension.
   */
  readonly check: () => void;
}

/** Limits extensions and repeated writes on a disk that is slower than the lock lasts. */
const maxTries = 3;

/** The lock expired within a write that had changed nothing yet, so the write is repeated. */
class LockExpired extends Error {}

export function createStateLock(options: LockOptions): StateLock {
  const { fencingToken, holder, ttlMs, clock } = options;
  const hold = createLockState(options);
  const queue = createWriteQueue<JournalEntry>((entries, isFollowed) =>
    hold.guard(() => hold.actions.append(entries, isFollowed), true),
  );
  let isReleased = false;
  if (hold.actions.renew !== undefined)
    void keepExtending(ttlMs, clock, hold.ended.signal, () => queue.run(hold.extend));
  return {
    fencingToken,
    holder,
    isHeld: hold.isHeld,
    hold: () => queue.run(hold.ensureHeld),
    signal: hold.lost.signal,
    append: queue.append,
    save: (ledger, handover, moved) => {
      const { resources, lists, orders, pending, external, dialect, runs } = ledger;
      const snapshot: Ledger = withoutUndefined({
        resources: { ...resources },
        lists: [...lists],
        orders: orders && { ...orders },
        pending: pending && { ...pending },
        external: external && { ...external },
        dialect,
        runs,
      });
      return queue.run(() => hold.guard(() => hold.actions.save(snapshot, handover, moved), false));
    },
    release: (signal) =>
      queue.run(async () => {
        const isOurs = await hold.ensureHeld().then(
          () => true,
          () => false,
        );
        hold.ended.abort();
        // A lock that was lost is released anyway. Reports a lock that remains.
        if (!isReleased)
          await hold.actions.release(isOurs, signal).catch((error: unknown) => {
            if (hasCode(error, 'E-UNLOCK') || (isOurs && !isLockError(error))) throw error;
          });
        isReleased = true;
      }),
  };
}

function createEnding(place: string) {
  const ended = new AbortController();
  const lost = new AbortController();
  function end(error: DocformError): DocformError {
    if (!ended.signal.aborted && !lost.signal.aborted) lost.abort(error);
    ended.abort();
    return lost.signal.aborted ? (lost.signal.reason as DocformError) : error;
  }
  return {
    ended,
    lost,
    end,
    lose: (reason: string): DocformError => end(lostError(place, reason)),
    requireOpen: (): void => {
      if (ended.signal.aborted) throw end(lostError(place, 'the lock was released'));
    },
  };
}

/** A lock is held until it has ended. After its expiry by our own clocks, only the backend knows. */
function createLockState(options: LockOptions) {
  const { place, ttlMs, clock } = options;
  const { ended, lost, end, lose, requireOpen } = createEnding(place);
  const term = createTerm(options);
  const actions = options.actions({
    lose: (reason) => void lose(reason),
    check: () => {
      requireOpen();
      if (term.isOver()) throw new LockExpired();
    },
  });
  async function extend(): Promise<void> {
    requireOpen();
    const askedAt = readClocks(clock);
    await actions.renew?.().catch((error: unknown) => {
      throw isLockError(error) ? end(error) : error;
    });
    requireOpen();
    term.extend(askedAt);
  }
  /** After a process was busy or suspended for longer than the lock lasts, the backend must confirm that no other run took the lock. */
  async function ensureHeld(): Promise<void> {
    requireOpen();
    const isOver = `not extended within ${ttlMs} ms`;
    for (let number = 1; term.isOver(); number += 1) {
      if (actions.renew === undefined || number > maxTries) throw lose(isOver);
      await extend().catch((error: unknown) => {
        throw isLockError(error) ? error : lose(`${isOver}: ${errorMessage(error)}`);
      });
    }
  }
  async function guard(work: () => Promise<void>, isFatal: boolean): Promise<void> {
    for (let number = 1; ; number += 1) {
      await ensureHeld();
      try {
        await work();
        break;
      } catch (error) {
        if (error instanceof LockExpired && number < maxTries) continue;
        if (isLockError(error)) throw end(error);
        if (error instanceof LockExpired) throw lose(`a write took longer than its ${ttlMs} ms`);
        // An unknown part of the line was written, so no other line may follow.
        if (isFatal) lose(errorMessage(error));
        throw error;
      }
    }
    await ensureHeld();
  }
  return { actions, ended, lost, isHeld: () => !ended.signal.aborted && !term.isOver(), extend, ensureHeld, guard };
}

/** The expiry by our own clocks. Sleep stops one clock and corrections move the other, so the earlier end counts. */
function createTerm({ clock, ttlMs, askedAt }: Pick<LockOptions, 'clock' | 'ttlMs' | 'askedAt'>) {
  // Leaves a margin for clocks of different speed and for the request.
  const lastsMs = ttlMs - Math.min(1_000, ttlMs / 20);
  let from = askedAt;
  const isWithin = (now: number, start: number) => now - start < lastsMs;
  return {
    isOver: () => !isWithin(clock.monotonicMs(), from.monotonicMs) || !isWithin(clock.wallMs(), from.wallMs),
    extend: (moment: Moment) => {
      from = moment;
    },
  };
}

/** A failed extension is repeated after the next third of the term. */
async function keepExtending(ttlMs: number, clock: Clock, signal: AbortSignal, extend: () => Promise<void>) {
  for (;;) {
    await clock.sleep(ttlMs / 3, signal);
    if (signal.aborted) return;
    await extend().catch(() => undefined);
  }
}

/** HELD: another run has the lock. LOST: it was ours, and no write is allowed. STALE: another run has applied since. */
const codes = ['E-LOCK-HELD', 'E-LOCK-LOST', 'E-LEDGER-STALE'] as const;

export function isLockError(error: unknown): error is DocformError {
  return hasCode(error, ...codes);
}

function lockError(code: (typeof codes)[number], message: string, hint: string) {
  return new DocformError({ code, message, hint });
}

export function staleError(place: string): DocformError {
  return lockError(
    'E-LEDGER-STALE',
    `${place}: the ledger has changed since the plan was made`,
    'make a new plan: another run has applied in the meantime',
  );
}

export function lostError(place: string, reason: string): DocformError {
  const hint = 'run the command again: it continues where this run stopped';
  return lockError('E-LOCK-LOST', `${place}: state lock lost: ${reason}`, hint);
}

export type LockAttempt = { readonly lock: StateLock } | LockRefusal;

export interface LockRefusal {
  readonly holder: Holder | undefined;
  /** The lock looks abandoned: another attempt helps even without a wait, and ends within the duration of a lock. */
  readonly mayBeFreeSoon?: boolean;
}

interface WaitOptions extends AcquireOptions {
  readonly place: string;
  readonly clock: Clock;
  readonly pollMs: number;
  readonly hint: string;
}

export async function waitForLock(attempt: () => Promise<LockAttempt>, options: WaitOptions): Promise<StateLock> {
  const { clock, waitMs, onWait, signal } = options;
  const deadlineMs = clock.monotonicMs() + waitMs;
  let lastHolder: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const attempted = await attempt();
    if ('lock' in attempted) return attempted.lock;
    const leftMs = deadlineMs - clock.monotonicMs();
    if (leftMs <= 0 && attempted.mayBeFreeSoon !== true) {
      const message = `${options.place}: another apply is running, ${describeHolder(attempted.holder)}`;
      throw lockError('E-LOCK-HELD', message, options.hint);
    }
    // An extended lock is still the same lock.
    const name = describeHolder(attempted.holder && withoutUndefined({ ...attempted.holder, until: undefined }));
    if (name !== lastHolder) onWait?.(attempted.holder);
    lastHolder = name;
    await sleep(leftMs <= 0 ? options.pollMs : Math.min(options.pollMs, leftMs), signal);
  }
}

/**
 * Runs one write at a time, and passes all waiting lines to it. An idle queue waits for the end of the current turn, so that lines of the
 * same turn share one write.
 */
function createWriteQueue<Line>(write: (lines: readonly Line[], isFollowed: () => boolean) => Promise<void>) {
  let last: Promise<void> = Promise.resolve();
  let gathering: { readonly lines: Line[]; readonly written: Promise<void> } | undefined;
  let pending = 0;
  const isFollowed = () => pending > 1;

  /** Lines that are queued later must not join an earlier write. */
  function run(work: () => Promise<void>): Promise<void> {
    gathering = undefined;
    pending += 1;
    const done = last.then(work).finally(() => {
      pending -= 1;
    });
    last = done.catch(() => undefined);
    return done;
  }

  return {
    run,
    append: (line: Line) => {
      if (gathering === undefined) {
        const lines: Line[] = [];
        const isFirst = pending === 0;
        const written = run(async () => {
          if (isFirst) await nextTurn();
          if (gathering?.lines === lines) gathering = undefined;
          return write(lines, isFollowed);
        });
        gathering = { lines, written };
      }
      gathering.lines.push(line);
      return gathering.written;
    },
  };
}

export interface Clock {
  /** Never goes back, but can stop while the machine sleeps. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970; can jump. */
  readonly wallMs: () => number;
  /** Resolves early when the signal is aborted. The timer keeps no process alive. */
  readonly sleep: (durationMs: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  sleep: (durationMs, signal) => sleep(durationMs, signal, true),
};

export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function readClocks(clock: Clock): Moment {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
}
