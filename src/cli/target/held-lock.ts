/** Takes the state lock for a command, and releases it at the end, after an interrupt, and after a failure. */
import { DocformError, exitCode } from '../../core/docform-error.ts';
import { describeHolder } from '../../ledger/holder.ts';
import type { StateBackend, StateLock } from '../../ledger/state-backend.ts';
import { shellWord } from '../definition/flags.ts';
import { holderOf } from '../io/origin.ts';
import { failureOf, type Session } from '../io/session.ts';

/** Takes the state lock until the end of the command, because two applies at a time could create an object twice. Throws DocformError if another apply holds the lock, or if waiting is interrupted. */
export async function takeStateLock(session: Session, ledger: StateBackend) {
  const { lockTimeoutMs: waitMs, lockTtlMs: ttlMs } = session.settings;
  const interruption = new AbortController();
  session.catchInterrupts(() => interruption.abort(interrupted()));
  let id: string | undefined;
  const taking = ledger.acquire(holderOf(session.io.environment), {
    waitMs,
    ttlMs,
    signal: interruption.signal,
    onLock: (locked) => {
      id = locked;
      session.noteOnQuit(locked === undefined ? '' : leftoverNote(session, locked));
    },
    onWait: (holder) => session.say(`Waiting for the state lock, ${describeHolder(holder)}\n`),
  });
  const taken = await taking.catch((error: unknown) => {
    session.noteOnQuit('');
    throw withOwnFlags(session, error);
  });
  const lock = { ...taken, release: () => release(taken, id, session) };
  session.onClose(lock.release);
  if (interruption.signal.aborted) throw interrupted();
  session.catchInterrupts(() => void releaseAndQuit(lock, session));
  return lock;
}

function leftoverNote(session: Session, id: string) {
  return `The state lock ${id} may still exist. Before the next apply, run ${unlockCommand(session)} ${id}\n`;
}

/** The backend does not know the flags that select this ledger, so its remedy lacks them. */
function withOwnFlags(session: Session, error: unknown) {
  if (!(error instanceof DocformError) || !error.hint?.includes('docform ledger unlock')) return error;
  const hint = error.hint.replace('docform ledger unlock', () => unlockCommand(session));
  return new DocformError({ ...error, message: error.message, hint });
}

function unlockCommand({ settings }: Session) {
  const flags = [
    ['-C', settings.namedDirectory],
    ['-c', settings.configuration],
    ['--env', settings.environmentName],
  ].flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${shellWord(value)}`]));
  return ['docform ledger unlock', ...flags].join(' ');
}

/** `id`: the lock, if locks of the backend do not expire. An interrupt stops further attempts to release the lock. */
async function release(taken: StateLock, id: string | undefined, session: Session) {
  const ending = new AbortController();
  if (id !== undefined)
    session.catchInterrupts(() => {
      session.warn(`\nInterrupted while releasing the state lock ${id}: docform does not try again.\n`);
      ending.abort(interrupted('interrupted'));
    });
  await taken.release(ending.signal).catch((error: unknown) => warnOfLeftover(withOwnFlags(session, error), session));
  session.noteOnQuit('');
}

/** A leftover lock does not change the result of the apply, but must be reported. */
function warnOfLeftover(error: unknown, session: Session) {
  const failure = failureOf(error);
  if (failure.code !== 'E-UNLOCK') throw error;
  session.warnFailure(failure);
}

/** Without a release, a lock in a state service stays forever, and a lock in a database until it expires. */
async function releaseAndQuit(lock: StateLock, session: Session) {
  session.warn('\nInterrupted before anything was sent.\n');
  await lock.release().catch(() => undefined);
  session.io.quit(exitCode.interrupted);
}

function interrupted(message = 'interrupted before anything was sent') {
  return new DocformError({ exit: exitCode.interrupted, code: 'E-INTERRUPTED', message });
}
