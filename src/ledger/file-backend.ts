/** Ledger, journal and lock as files beside the configuration: for one machine, or for pipelines that never run at the same time. */
import { createHash } from 'node:crypto';
import { onceInARow } from '../core/once.ts';
import { nextTurn } from '../core/sleep.ts';
import { emptyLedger } from '../core/state.ts';
import { type Clock, createWatch, momentOf, systemClock, type Watch } from './clock.ts';
import { type JournalFile, parseJournalFile } from './file-journal.ts';
import { describedHolder, type LockFile, lockStatus, readLock } from './file-lock.ts';
import { type MutexOwner, withFileMutex } from './file-mutex.ts';
import { readIfThere } from './file-reading.ts';
import { type FileContext, takeLock } from './file-writes.ts';
import { stateOf } from './fold-journal.ts';
import type { Holder } from './holder.ts';
import { type LedgerTarget, ledgerError } from './ledger.ts';
import { parseNamedLedger } from './ledger-file.ts';
import type { ProcessTable } from './processes.ts';
import type { AcquireOptions, State, StateBackend } from './state-backend.ts';
import { type Attempted, type Held, waitForLock } from './state-lock.ts';

export interface FileBackendOptions {
  /** Of the ledger; journal, lock and mutex stand beside it and belong into .gitignore. */
  readonly path: string;
  readonly target: LedgerTarget;
  readonly processes: ProcessTable;
  readonly clock?: Clock;
}

const pollMs = 100;
/** A write under way takes milliseconds; whoever stands in it longer was stopped there. */
const mutexPatienceMs = 500;
const mostReadings = 20;

/**
 * Certain on one machine. On a shared file system it is as certain as that system's rename and link are: the lock of another machine
 * is over once nobody extends it any more, so let machines that apply at the same time use a database.
 */
export function createFileBackend({ path, target, processes, clock = systemClock }: FileBackendOptions): StateBackend {
  const places = { ledger: path, journal: `${path}.journal`, lock: `${path}.lock`, mutex: `${path}.mutex` };
  // An apply reads its ledger again and again, and mostly finds the text it has read before.
  const parse = onceInARow((text) => parseNamedLedger(path, text, target));
  const context = { places, target, parse, processes, clock };
  return {
    place: path,
    load: () => loadState(context),
    heldBy: async () => {
      const lock = await readLock(places.lock);
      return lock !== undefined && (await lockStatus(lock, clock.wallMs(), processes)) === 'held'
        ? describedHolder(lock, processes)
        : undefined;
    },
    acquire: (holder, options) => {
      const watch = createWatch(clock);
      const attempt = () => attemptLock(holder, options, context, watch);
      const hint = `wait for it to end, or run apply with --lock-timeout; the lock of a process on this machine ends with that process, and that of another machine once nobody extends it (only where a process died in the middle of a write on another machine, remove ${places.mutex})`;
      return waitForLock(attempt, { ...options, place: path, clock, pollMs, hint });
    },
  };
}

/** The mutex is asked for only where the lock looks free: waiting must not slow down whoever works. */
async function attemptLock(
  holder: Holder,
  options: AcquireOptions,
  context: FileContext,
  watch: Watch,
): Promise<Attempted> {
  const { places, processes, clock } = context;
  const heldBy = async (lock: LockFile | undefined): Promise<Held | undefined> => {
    if (lock === undefined) return undefined;
    const status = await lockStatus(lock, clock.wallMs(), processes, watch);
    if (status === 'free') return undefined;
    return { holder: await describedHolder(lock, processes), mayBeFreeSoon: status === 'abandoned' };
  };
  const held = await heldBy(await readLock(places.lock));
  if (held !== undefined) return held;
  const mutex = { path: places.mutex, who: holder.who, waitMs: mutexPatienceMs, processes, clock, watch };
  const result = await withFileMutex(mutex, async (): Promise<Attempted> => {
    const previous = await readLock(places.lock);
    const stillHeld = await heldBy(previous);
    if (stillHeld !== undefined) return stillHeld;
    return { lock: await takeLock({ holder, ttlMs: options.ttlMs, previous, askedAt: momentOf(clock), context }) };
  });
  if ('value' in result) return result.value;
  return { holder: result.busy && holderOfMutex(result.busy), mayBeFreeSoon: result.isAbandoned };
}

function holderOfMutex(owner: MutexOwner): Holder {
  return {
    who: `${owner.who} (process ${owner.process.pid} on ${owner.process.host}, in the middle of a write)`,
    since: owner.since,
  };
}

/** Journal first, ledger, journal again: where no save came in between, the later journal belongs to that ledger. */
async function loadState({ places, target, parse }: FileContext): Promise<State> {
  for (let reading = 0; reading < mostReadings; reading += 1) {
    const before = await readJournal(places.journal, target);
    const ledgerText = readIfThere(places.ledger, 'ledger');
    const after = await readJournal(places.journal, target);
    if (before?.token !== after?.token || before?.saves !== after?.saves) continue;
    const ledger = ledgerText === undefined ? emptyLedger : parse(ledgerText).ledger;
    const serial = createHash('sha256').update(JSON.stringify([ledgerText ?? null, after?.entries ?? []]));
    return stateOf(ledger, after?.entries ?? [], serial.digest('hex').slice(0, 16));
  }
  throw ledgerError(
    'E-LEDGER-INVALID',
    `${places.ledger}: it changes all the time`,
    'run the command again once the apply is over',
  );
}

/** Files are read at once, without a turn for anybody else: whoever loads again and again would keep the writes of this process from ending. */
async function readJournal(path: string, target: LedgerTarget): Promise<JournalFile | undefined> {
  await nextTurn();
  const text = readIfThere(path, 'journal');
  return text === undefined ? undefined : parseJournalFile(text, path, target);
}
