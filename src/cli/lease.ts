/** The lease of an apply: taken before anything is read, and given back also where somebody interrupts. */
import { DocformError } from '../core/docform-error.ts';
import type { Lease, StateStore } from '../library/index.ts';
import { exitCode } from './exit-code.ts';
import { failureOf } from './failure.ts';
import { holderOf } from './holder.ts';
import type { Session } from './session.ts';

/** One apply at a time, or two could make the same object twice. Throws DocformError while somebody else applies, and DocformError where waiting is interrupted. */
export async function takeLease(session: Session, ledger: StateStore): Promise<Lease> {
  const { describeHolder } = await import('../library/index.ts');
  const { leaseWaitMs: waitMs, leaseTtlMs: ttlMs } = session.settings;
  const interruption = new AbortController();
  session.catchInterrupts(() => interruption.abort(interrupted()));
  let lock: string | undefined;
  const taking = ledger.acquire(holderOf(session.io.environment), {
    ...{ waitMs, ttlMs, signal: interruption.signal },
    onLock: (id) => {
      lock = id;
      session.noteOnQuit(id === undefined ? '' : lockNote(id));
    },
    onWait: (holder) => session.say(`Waiting for another apply to end: ${describeHolder(holder)}\n`),
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
  return `The lock ${id} may still be there. Before the next apply, remove it: docform unlock ${id}\n`;
}

/** `lock`: the id of one that stays until somebody removes it. An interrupt ends further tries to remove it. */
async function release(taken: Lease, lock: string | undefined, session: Session): Promise<void> {
  const ending = new AbortController();
  if (lock !== undefined)
    session.catchInterrupts(() => {
      session.warn(`\nInterrupted while the lock ${lock} is released: it is not tried again.\n`);
      ending.abort(interrupted('interrupted'));
    });
  await taken.release(ending.signal).catch((error: unknown) => complainOfLock(error, session));
  session.noteOnQuit('');
}

/** What was done is done: a lock that stays behind takes nothing away from it, but has to be seen. */
function complainOfLock(error: unknown, session: Session): void {
  const failure = failureOf(error);
  if (failure.code !== 'E-UNLOCK') throw error;
  session.complain(failure);
}

/** A lock in a state service would stay for ever, and a lease in a database until it expires. */
async function quitWithout(lease: Lease, session: Session): Promise<void> {
  session.warn('\nInterrupted before anything was sent.\n');
  await lease.release().catch(() => undefined);
  session.io.quit(exitCode.interrupted);
}

function interrupted(message = 'interrupted before anything was sent'): DocformError {
  return new DocformError({ exit: exitCode.interrupted, code: 'E-INTERRUPTED', message });
}
