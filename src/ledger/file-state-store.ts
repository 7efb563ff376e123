/** Ledger, journal and lease as files beside the configuration: for one machine, or for pipelines that never run at the same time. */
import { createHash } from 'node:crypto';
import { onceInARow } from '../core/once.ts';
import { nextTurn } from '../core/sleep.ts';
import { emptyLedger } from '../core/state.ts';
import { type Clock, momentOf, systemClock } from './clock.ts';
import type { FileContext } from './file-context.ts';
import { type JournalFile, parseJournalFile } from './file-journal.ts';
import { holderOf, isInForce, type LeaseFile, readLease } from './file-lease.ts';
import { type LockOwner, withFileLock } from './file-lock.ts';
import { readIfThere } from './file-reading.ts';
import { takeLease } from './file-writes.ts';
import { stateOf } from './fold-journal.ts';
import type { Holder } from './holder.ts';
import { type LedgerTarget, ledgerError } from './ledger.ts';
import { parseNamedLedger } from './ledger-file.ts';
import type { ProcessTable } from './processes.ts';
import type { AcquireOptions, Lease, State, StateStore } from './state-store.ts';
import { type Attempted, waitForLease } from './wait-for-lease.ts';

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
 * Certain on one machine. On a shared file system it is as certain as that system's rename, link and clocks are: leases of other
 * machines end by expiry alone, so let machines that apply at the same time use a database.
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
      return lease !== undefined && (await isInForce(lease, clock.wallMs(), processes)) ? holderOf(lease) : undefined;
    },
    acquire: (holder, options) => {
      const attempt = () => attemptLease(holder, options, context);
      const hint = `wait for it to end, or run apply with --lease-wait; a lease ends at the time shown unless it is extended (only where a process died in the middle of a write on another machine, remove ${places.lock})`;
      return waitForLease(attempt, { ...options, place: path, clock, pollMs, hint });
    },
  };
}

/** The lock is asked for only where the lease looks free: waiting must not slow down whoever works. */
async function attemptLease(holder: Holder, options: AcquireOptions, context: FileContext): Promise<Attempted> {
  const { places, processes, clock } = context;
  const seen = await readLease(places.lease);
  if (seen !== undefined && (await isInForce(seen, clock.wallMs(), processes))) return { holder: holderOf(seen) };
  const lock = { path: places.lock, who: holder.who, waitMs: lockPatienceMs, processes, clock };
  const locked = await withFileLock(lock, async (): Promise<LeaseFile | Lease> => {
    const previous = await readLease(places.lease);
    if (previous !== undefined && (await isInForce(previous, clock.wallMs(), processes))) return previous;
    return await takeLease({ holder, ttlMs: options.ttlMs, previous, askedAt: momentOf(clock), context });
  });
  if ('busy' in locked) return { holder: locked.busy === undefined ? undefined : holderOfLock(locked.busy) };
  return 'append' in locked.value ? { lease: locked.value } : { holder: holderOf(locked.value) };
}

function holderOfLock(owner: LockOwner): Holder {
  return { who: `${owner.who} (process ${owner.process.pid} on ${owner.process.host}, in the middle of a write)`, since: owner.since };
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
  throw ledgerError('E-LEDGER-INVALID', `${places.ledger}: it changes all the time`, 'run the command again once the apply is over');
}

/** Files are read at once, without a turn for anybody else: whoever loads again and again would keep the writes of this process from ending. */
async function readJournal(path: string, target: LedgerTarget): Promise<JournalFile | undefined> {
  await nextTurn();
  const text = readIfThere(path, 'journal');
  return text === undefined ? undefined : parseJournalFile(text, path, target);
}
