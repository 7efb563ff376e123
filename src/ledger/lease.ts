/** A lease that extends itself, knows when it has ended, and lets nothing be written afterwards; what it writes to is handed in. */
import { type DocformError, hasCode, reasonOf } from '../core/docform-error.ts';
import type { Ledger } from '../core/state.ts';
import type { Clock } from './clock.ts';
import type { Holder } from './holder.ts';
import type { JournalEntry } from './journal.ts';
import { isLeaseError, lostError } from './lease-error.ts';
import type { Lease } from './state-store.ts';
import { createWriteQueue } from './write-queue.ts';

/** What a store does for its lease, one call at a time. Each checks the token in the same atomic step, and throws DocformError when it is not the latest. */
export interface LeaseActions {
  /** Missing: the lease has no expiry. Any other error than LeaseError means: not extended this time. */
  readonly renew?: () => Promise<void>;
  readonly append: (entries: readonly JournalEntry[]) => Promise<void>;
  readonly save: (ledger: Ledger) => Promise<void>;
  /** Called also after the lease was lost, to close what is open; `isHeld` says whether it may still write. */
  readonly release: (isHeld: boolean) => Promise<void>;
}

export interface LeaseOptions {
  readonly place: string;
  readonly fencingToken: string;
  readonly holder: Holder;
  readonly ttlMs: number;
  readonly clock: Clock;
  /** Both clocks, read before the store was asked for the lease: it cannot have given more than `ttlMs` from then on. */
  readonly askedAt: Moment;
  /** Is told how to say that the lease was lost before any write noticed it, and how to ask whether it still lasts. */
  readonly actions: (control: LeaseControl) => LeaseActions;
}

export interface LeaseControl {
  readonly lose: (reason: string) => void;
  /** Throws DocformError where the lease is over: to be asked in the middle of a write that takes several steps. */
  readonly check: () => void;
}

export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function momentOf(clock: Clock): Moment {
  return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
}

export function createLease(options: LeaseOptions): Lease {
  const { fencingToken, holder, ttlMs, clock } = options;
  const hold = createHold(options);
  const actions = options.actions({ lose: hold.lose, check: hold.check });
  const queue = createWriteQueue<JournalEntry>((entries) => hold.guard(() => actions.append(entries), true));
  let isReleased = false;
  const { renew } = actions;
  if (renew !== undefined) {
    void keepExtending(ttlMs, clock, hold.ended.signal, () => {
      return queue.run(() => {
        const askedAt = momentOf(clock);
        return hold.guard(renew, false).then(() => hold.extend(askedAt));
      });
    });
  }
  return {
    fencingToken,
    holder,
    isHeld: hold.isHeld,
    signal: hold.lost.signal,
    append: queue.append,
    save: (ledger) => {
      const { resources, lists, orders } = ledger;
      const snapshot: Ledger = {
        resources: { ...resources },
        lists: [...lists],
        ...(orders === undefined ? {} : { orders: { ...orders } }),
      };
      return queue.run(() => hold.guard(() => actions.save(snapshot), false));
    },
    release: () =>
      queue.run(async () => {
        const wasHeld = hold.isHeld();
        hold.ended.abort();
        if (!isReleased) await giveUp(actions, wasHeld);
        isReleased = true;
      }),
  };
}

/** Whether the lease is held: until it is released, lost, or over by our own clocks. */
function createHold(options: LeaseOptions) {
  const { place, ttlMs } = options;
  const ended = new AbortController();
  const lost = new AbortController();
  const term = createTerm(options);

  function end(error: DocformError): DocformError {
    if (!ended.signal.aborted && !lost.signal.aborted) lost.abort(error);
    ended.abort();
    return lost.signal.aborted ? (lost.signal.reason as DocformError) : error;
  }
  const lose = (reason: string) => void end(lostError(place, reason));
  function isHeld(): boolean {
    if (ended.signal.aborted) return false;
    if (!term.isOver()) return true;
    lose(`it was not extended within ${ttlMs} ms`);
    return false;
  }
  function check(): void {
    if (!isHeld()) throw end(lostError(place, 'it was released'));
  }
  async function guard(work: () => Promise<void>, isFatal: boolean): Promise<void> {
    check();
    try {
      await work();
    } catch (error) {
      if (isLeaseError(error)) throw end(error);
      // Nobody knows how much of a failed line was written, so nothing may come after it.
      if (isFatal) lose(reasonOf(error));
      throw error;
    }
    // A process that was stopped meanwhile must not be told that it may go on.
    check();
  }
  return { ended, lost, lose, isHeld, check, guard, extend: term.extend };
}

/** A lease that was lost, before or while it is released, is over all the same; a lock that stays behind is told. */
async function giveUp(actions: LeaseActions, wasHeld: boolean): Promise<void> {
  try {
    await actions.release(wasHeld);
  } catch (error) {
    if (hasCode(error, 'E-UNLOCK') || (wasHeld && !isLeaseError(error))) throw error;
  }
}

/** How long the lease lasts by our own clocks. A sleeping machine stops the one, a correction moves the other: the earlier end counts. */
function createTerm({ clock, ttlMs, askedAt }: Pick<LeaseOptions, 'clock' | 'ttlMs' | 'askedAt'>) {
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
async function keepExtending(ttlMs: number, clock: Clock, signal: AbortSignal, extend: () => Promise<void>): Promise<void> {
  for (;;) {
    await clock.sleep(ttlMs / 3, signal);
    if (signal.aborted) return;
    await extend().catch(() => undefined);
  }
}
