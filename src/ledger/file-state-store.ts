/** Ledger, journal and lease as files beside the configuration: for one machine, or for pipelines that never run at the same time. */
import { createHash } from 'node:crypto';
import { onceInARow } from '../core/once.ts';
import { nextTurn } from '../core/sleep.ts';
import { emptyLedger } from '../core/state.ts';
import { type Clock, momentOf, systemClock } from './clock.ts';
import type { FileContext } from './file-context.ts';
import { type JournalFile, parseJournalFile } from './file-journal.ts';
import { holderOf, type LeaseFile, leaseStatus, readLease } from './file-lease.ts';
import { type LockOwner, withFileLock } from './file-lock.ts';
import { readIfThere } from './file-reading.ts';
import { takeLease } from './file-writes.ts';
import { stateOf } from './fold-journal.ts';
import type { Holder } from './holder.ts';
import { type LedgerTarget, ledgerError } from './ledger.ts';
import { parseNamedLedger } from './ledger-file.ts';
import type { ProcessTable } from './processes.ts';
import type { AcquireOptions, State, StateStore } from './state-store.ts';
import { type Attempted, type Held, waitForLease } from './wait-for-lease.ts';
import { createWatch, type Watch } from './watch.ts';

export interface FileStateOptions {
  /** Of the ledger; journal, lease and lock stand beside it and belong into .gitignore. */
  readonly path: string;
  readonly target: LedgerTarget;
  readonly processes: ProcessTable;
  readonly clock?: Clock;
}

const pollMs = 100;
/** A write under way takes milliseconds; whoever stands in it longer was stopped there. */
const lockPatienceMs = 500;
const mostReadings = 20;

/**
 * Certain on one machine. On a shared file system it is as certain as that system's rename and link are: the lease of another machine
 * is over once nobody extends it any more, so let machines that apply at the same time use a database.
 */
export function createFileStateStore({ path, target, processes, clock = systemClock }: FileStateOptions): StateStore {
  const places = { ledger: path, journal: `${path}.journal`, lease: `${path}.lease`, lock: `${path}.lock` };
  // An apply reads its ledger again and again, and mostly finds the text it has read before.
  const parse = onceInARow((text) => parseNamedLedger(path, text, target));
  const context = { places, target, parse, processes, clock };
  return {
    place: path,
    load: () => loadState(context),
    heldBy: async () => {
      const lease = await readLease(places.lease);
      return lease !== undefined && (await leaseStatus(lease, clock.wallMs(), processes)) === 'held'
        ? holderOf(lease)
        : undefined;
    },
    acquire: (holder, options) => {
      const watch = createWatch(clock);
      const attempt = () => attemptLease(holder, options, context, watch);
      const hint = `wait for it to end, or run apply with --lock-timeout; the lease of a process on this machine ends with that process, and that of another machine once nobody extends it (only where a process died in the middle of a write on another machine, remove ${places.lock})`;
      return waitForLease(attempt, { ...options, place: path, clock, pollMs, hint });
    },
  };
}

/** The lock is asked for only where the lease looks free: waiting must not slow down whoever works. */
async function attemptLease(
  holder: Holder,
  options: AcquireOptions,
  context: FileContext,
  watch: Watch,
): Promise<Attempted> {
  const { places, processes, clock } = context;
  const heldBy = async (lease: LeaseFile | undefined): Promise<Held | undefined> => {
    if (lease === undefined) return undefined;
    const status = await leaseStatus(lease, clock.wallMs(), processes, watch);
    return status === 'free' ? undefined : { holder: holderOf(lease), mayBeFreeSoon: status === 'abandoned' };
  };
  const held = await heldBy(await readLease(places.lease));
  if (held !== undefined) return held;
  const lock = { path: places.lock, who: holder.who, waitMs: lockPatienceMs, processes, clock, watch };
  const locked = await withFileLock(lock, async (): Promise<Attempted> => {
    const previous = await readLease(places.lease);
    const stillHeld = await heldBy(previous);
    if (stillHeld !== undefined) return stillHeld;
    return { lease: await takeLease({ holder, ttlMs: options.ttlMs, previous, askedAt: momentOf(clock), context }) };
  });
  if ('value' in locked) return locked.value;
  return { holder: locked.busy && holderOfLock(locked.busy), mayBeFreeSoon: locked.isAbandoned };
}

function holderOfLock(owner: LockOwner): Holder {
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
