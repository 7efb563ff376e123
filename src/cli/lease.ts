/** Takes the state lock before anything is read, and releases the lock also on an interrupt. */

import { DocformError } from '../core/docform-error.ts';
import { describeHolder } from '../ledger/holder.ts';
import type { Lease, StateStore } from '../ledger/state-store.ts';
import { exitCode } from './exit-code.ts';
import { failureOf } from './failure.ts';
import { holderOf } from './holder.ts';
import type { Session } from './session.ts';

/** Takes the state lock, because two applies at a time could create an object twice. Throws DocformError if another apply holds the lock, or if waiting is interrupted. */
export async function takeLease(session: Session, ledger: StateStore): Promise<Lease> {
  const { lockTimeoutMs: waitMs, leaseTtlMs: ttlMs } = session.settings;
  const interruption = new AbortController();
  session.catchInterrupts(() => interruption.abort(interrupted()));
  let lock: string | undefined;
  const taking = ledger.acquire(holderOf(session.io.environment), {
    ...{ waitMs, ttlMs, signal: interruption.signal },
    onLock: (id) => {
      lock = id;
      session.noteOnQuit(id === undefined ? '' : lockNote(id));
    },
    onWait: (holder) => session.say(`Waiting for the state lock, ${describeHolder(holder)}\n`),
  });
  const taken = await taking.catch((error: unknown) => {
    session.noteOnQuit('');
    throw error;
  });
  const lease = { ...taken, release: () => release(taken, lock, session) };
  if (interruption.signal.aborted) {
    await lease.release();
    throw interrupted();
  }
  session.catchInterrupts(() => void quitWithout(lease, session));
  return lease;
}

function lockNote(id: string): string {
  return `The state lock ${id} may still exist. Before the next apply, run docform unlock ${id}\n`;
}

/** `lock`: the id of a lock that does not expire. An interrupt stops further attempts to release the lock. */
async function release(taken: Lease, lock: string | undefined, session: Session): Promise<void> {
  const ending = new AbortController();
  if (lock !== undefined)
    session.catchInterrupts(() => {
      session.warn(`\nInterrupted while releasing the state lock ${lock}: docform does not try again.\n`);
      ending.abort(interrupted('interrupted'));
    });
  await taken.release(ending.signal).catch((error: unknown) => complainOfLock(error, session));
  session.noteOnQuit('');
}

/** A leftover lock does not change the result of the apply, but must be reported. */
function complainOfLock(error: unknown, session: Session): void {
  const failure = failureOf(error);
  if (failure.code !== 'E-UNLOCK') throw error;
  session.complain(failure);
}

/** Without a release, a lock in a state service stays forever, and a lock in a database until it expires. */
async function quitWithout(lease: Lease, session: Session): Promise<void> {
  session.warn('\nInterrupted before anything was sent.\n');
  await lease.release().catch(() => undefined);
  session.io.quit(exitCode.interrupted);
}

function interrupted(message = 'interrupted before anything was sent'): DocformError {
  return new DocformError({ exit: exitCode.interrupted, code: 'E-INTERRUPTED', message });
}
