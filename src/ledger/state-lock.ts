/** A lock that extends itself, knows when it has ended, and lets nothing be written afterwards; what it writes to is handed in. */
import { DocformError, hasCode, reasonOf } from '../core/docform-error.ts';
import { nextTurn, sleep } from '../core/sleep.ts';
import type { Ledger } from '../core/state.ts';
import { type Clock, type Moment, momentOf } from './clock.ts';
import { describeHolder, type Holder } from './holder.ts';
import type { JournalEntry } from './journal.ts';
import type { AcquireOptions, StateLock } from './state-backend.ts';

/** What a backend does for its lock, one call at a time. Each checks the token in the same atomic step, and throws DocformError when it is not the latest. */
export interface LockActions {
  /**
   * Extends the lock, also where its time has run out: as long as nobody has taken it since, it is still this one, and the backend sees that and extends it in
   * one atomic step. Missing: the lock has no expiry. Any other error than LockError means: not extended this time.
   */
  readonly renew?: () => Promise<void>;
  /** `isFollowed`: whether another write waits for the end of this one. */
  readonly append: (entries: readonly JournalEntry[], isFollowed: () => boolean) => Promise<void>;
  readonly save: (ledger: Ledger) => Promise<void>;
  /** Called also after the lock was lost, to close what is open; `isHeld` says whether it may still write. */
  readonly release: (isHeld: boolean, signal?: AbortSignal) => Promise<void>;
}

export interface LockOptions {
  readonly place: string;
  readonly fencingToken: string;
  readonly holder: Holder;
  readonly ttlMs: number;
  readonly clock: Clock;
  /** Both clocks, read before the backend was asked for the lock: it cannot have given more than `ttlMs` from then on. */
  readonly askedAt: Moment;
  /** Is told how to say that the lock was lost before any write noticed it, and how to ask whether it still lasts. */
  readonly actions: (control: LockControl) => LockActions;
}

export interface LockControl {
  readonly lose: (reason: string) => void;
  /**
   * Throws where the lock is over: to be asked in the middle of a write that takes several steps, before the first one that lasts. Where only its time has run
   * out, the write is tried again once the backend has extended it.
   */
  readonly check: () => void;
}

/** How often an extension, or a write that outlasted the lock, is tried again: a disk that takes longer each time than the lock lasts is of no use. */
const mostTries = 3;

/** Thrown where the time of the lock has run out in the middle of a write, before anything of that was done. */
class Lapsed extends Error {}

export function createStateLock(options: LockOptions): StateLock {
  const { fencingToken, holder, ttlMs, clock } = options;
  const hold = createHold(options);
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
    hold: () => queue.run(hold.regain),
    signal: hold.lost.signal,
    append: queue.append,
    save: (ledger) => {
      const { resources, lists, orders, pending } = ledger;
      const snapshot: Ledger = {
        resources: { ...resources },
        lists: [...lists],
        ...(orders === undefined ? {} : { orders: { ...orders } }),
        ...(pending === undefined ? {} : { pending: { ...pending } }),
      };
      return queue.run(() => hold.guard(() => hold.actions.save(snapshot), false));
    },
    release: (signal) =>
      queue.run(async () => {
        const isOurs = await hold.regain().then(
          () => true,
          () => false,
        );
        hold.ended.abort();
        if (!isReleased) await giveUp(hold.actions, isOurs, signal);
        isReleased = true;
      }),
  };
}

/** How a lock ends: it is released or lost, and stays so. */
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
    /** The error to throw. */
    lose: (reason: string): DocformError => end(lostError(place, reason)),
    requireOpen: (): void => {
      if (ended.signal.aborted) throw end(lostError(place, 'it was released'));
    },
  };
}

/** Whether the lock is held: until it has ended. While its time is over by our own clocks, only the backend can tell. */
function createHold(options: LockOptions) {
  const { place, ttlMs, clock } = options;
  const { ended, lost, end, lose, requireOpen } = createEnding(place);
  const term = createTerm(options);
  const actions = options.actions({
    lose: (reason) => void lose(reason),
    check: () => {
      requireOpen();
      if (term.isOver()) throw new Lapsed();
    },
  });
  async function extend(): Promise<void> {
    requireOpen();
    const askedAt = momentOf(clock);
    await actions.renew?.().catch((error: unknown) => {
      throw isLockError(error) ? end(error) : error;
    });
    requireOpen();
    term.extend(askedAt);
  }
  /** A process that was busy or stopped for longer than the lock lasts must not go on before the backend has said that nobody took it meanwhile. */
  async function regain(): Promise<void> {
    requireOpen();
    const isOver = `it was not extended within ${ttlMs} ms`;
    for (let number = 1; term.isOver(); number += 1) {
      if (actions.renew === undefined || number > mostTries) throw lose(isOver);
      await extend().catch((error: unknown) => {
        throw isLockError(error) ? error : lose(`${isOver}, and then not at all: ${reasonOf(error)}`);
      });
    }
  }
  async function guard(work: () => Promise<void>, isFatal: boolean): Promise<void> {
    await inTime(work, regain, (error) => {
      if (isLockError(error)) return end(error);
      if (error instanceof Lapsed) return lose(`a write took longer than the ${ttlMs} ms that it lasts`);
      // Nobody knows how much of a failed line was written, so nothing may come after it.
      if (isFatal) lose(reasonOf(error));
      return error;
    });
    await regain();
  }
  return { actions, ended, lost, isHeld: () => !ended.signal.aborted && !term.isOver(), extend, regain, guard };
}

/** Tries again what found, before it had done anything, that the time is over. `fault`: what to throw for an error of the work. */
async function inTime(
  work: () => Promise<void>,
  regain: () => Promise<void>,
  fault: (error: unknown) => unknown,
): Promise<void> {
  for (let number = 1; ; number += 1) {
    await regain();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Lapsed) || number >= mostTries) throw fault(error);
    }
  }
}

/** A lock that was lost, before or while it is released, is over all the same; a lock that stays behind is told. */
async function giveUp(actions: LockActions, wasHeld: boolean, signal: AbortSignal | undefined): Promise<void> {
  try {
    await actions.release(wasHeld, signal);
  } catch (error) {
    if (hasCode(error, 'E-UNLOCK') || (wasHeld && !isLockError(error))) throw error;
  }
}

/** How long the lock lasts by our own clocks. A sleeping machine stops the one, a correction moves the other: the earlier end counts. */
function createTerm({ clock, ttlMs, askedAt }: Pick<LockOptions, 'clock' | 'ttlMs' | 'askedAt'>) {
  // Clocks of two machines do not run at quite the same speed, and asking takes a moment itself.
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

/** Ends with the signal. What failed once is tried again at the next third, until the term is over. */
async function keepExtending(
  ttlMs: number,
  clock: Clock,
  signal: AbortSignal,
  extend: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await clock.sleep(ttlMs / 3, signal);
    if (signal.aborted) return;
    await extend().catch(() => undefined);
  }
}

/** HELD: somebody else works; LOST: it was ours, and nothing more may be written; STALE: somebody has worked since. */
const codes = ['E-LOCK-HELD', 'E-LOCK-LOST', 'E-LEDGER-STALE'] as const;

export function isLockError(error: unknown): error is DocformError {
  return hasCode(error, ...codes);
}

function lockError(code: (typeof codes)[number], message: string, hint: string): DocformError {
  return new DocformError({ code, message, hint });
}

export function heldError(place: string, holder: Holder | undefined, hint: string): DocformError {
  return lockError('E-LOCK-HELD', `${place}: another apply is at work, ${describeHolder(holder)}`, hint);
}

export function staleError(place: string): DocformError {
  return lockError(
    'E-LEDGER-STALE',
    `${place}: it has changed since the plan was made`,
    'plan again: somebody else has applied meanwhile',
  );
}

export function lostError(place: string, reason: string): DocformError {
  const hint = 'nothing was written since; run the command again, it goes on where this one stopped';
  return lockError('E-LOCK-LOST', `${place}: the lock is lost: ${reason}`, hint);
}

/** What one attempt came to. */
export type Attempted = { readonly lock: StateLock } | Held;

export interface Held {
  readonly holder: Holder | undefined;
  /** It looks abandoned: asking on is of use also where nobody wants to wait, and ends within the time that a lock lasts. */
  readonly mayBeFreeSoon?: boolean;
}

export interface WaitOptions extends AcquireOptions {
  readonly place: string;
  readonly clock: Clock;
  /** Between two attempts. */
  readonly pollMs: number;
  /** What to do, for the error. */
  readonly hint: string;
}

/** Throws DocformError once `waitMs` are over, and the signal's reason when it is aborted. */
export async function waitForLock(attempt: () => Promise<Attempted>, options: WaitOptions): Promise<StateLock> {
  const { clock, waitMs, onWait, signal } = options;
  const deadlineMs = clock.monotonicMs() + waitMs;
  let told: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const attempted = await attempt();
    if ('lock' in attempted) return attempted.lock;
    const leftMs = deadlineMs - clock.monotonicMs();
    if (leftMs <= 0 && attempted.mayBeFreeSoon !== true) throw refusal(options, attempted.holder);
    const name = describeHolder(attempted.holder && withoutUntil(attempted.holder));
    if (name !== told) onWait?.(attempted.holder);
    told = name;
    await sleep(leftMs <= 0 ? options.pollMs : Math.min(options.pollMs, leftMs), signal);
  }
}

function refusal({ place, hint }: WaitOptions, holder: Holder | undefined): DocformError {
  return heldError(place, holder, hint);
}

/** A lock that was extended is the same one. */
function withoutUntil({ who, since, run }: Holder): Holder {
  return { who, since, ...(run === undefined ? {} : { run }) };
}

export interface WriteQueue<Line> {
  /** Settles with the write that holds the line. */
  readonly append: (line: Line) => Promise<void>;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Resolves once nothing is under way any more; never rejects. */
  readonly idle: () => Promise<void>;
}

/**
 * `write` is given all lines that waited, and how to ask whether another write waits for it; it is called again only after it settled. With nothing under way
 * it waits for the end of the turn: of what happens in one, such as the end of a step and the beginnings of those that waited for it, the lines are one write.
 */
export function createWriteQueue<Line>(
  write: (lines: readonly Line[], isFollowed: () => boolean) => Promise<void>,
): WriteQueue<Line> {
  let last: Promise<void> = Promise.resolve();
  let gathering: { readonly lines: Line[]; readonly written: Promise<void> } | undefined;
  let pending = 0;
  const isFollowed = (): boolean => pending > 1;

  /** What is queued later must not join lines that were queued earlier. */
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
    idle: () => last,
    append: (line) => {
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
