/** Keeps ledger, journal and state lock as files next to the configuration, for one machine or for pipelines that never overlap. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { cacheLatest } from '../../core/once.ts';
import { nextTurn } from '../../core/sleep.ts';
import { emptyLedger } from '../../core/state.ts';
import type { Holder } from '../holder.ts';
import { type JournalFile, parseJournalFile, type State, stateOf } from '../journal.ts';
import { type LedgerTarget, ledgerError, parseOwnLedger, placed, usualMainFile } from '../ledger.ts';
import { readIfThere } from '../ledger-file.ts';
import type { LedgerConfiguration } from '../owners.ts';
import type { ProcessTable } from '../process-table.ts';
import type { AcquireOptions, StateBackend } from '../state-backend.ts';
import { type Clock, type LockAttempt, type LockRefusal, systemClock, waitForLock } from '../state-lock.ts';
import {
  createWatch,
  holderWithProcess,
  type LockFile,
  lockStatus,
  type MutexOwner,
  readLock,
  type Watch,
  withFileMutex,
} from './file-lock.ts';
import { type FileContext, type LedgerRepository, readOthers, takeLock } from './file-writes.ts';

interface FileBackendOptions {
  /** Path of the ledger. Journal, lock and mutex are next to the ledger and belong into .gitignore. */
  readonly path: string;
  readonly target: LedgerTarget;
  readonly processes: ProcessTable;
  readonly clock?: Clock;
  /** Missing: the main file is unknown. */
  readonly configuration?: Pick<LedgerConfiguration, 'file'>;
  /** Missing: the ledger is not in a Git repository. */
  readonly repository?: LedgerRepository;
}

const pollMs = 100;
/** A write takes milliseconds, so a longer wait means that the writing process is suspended. */
const mutexPatienceMs = 500;
const maxReadings = 20;
/** A run waits for an abandoned lock of another machine without `--lock-timeout` only if the lock is not much longer than the default. */
const longestUnaskedWaitMs = 120_000;

/**
 * Reliable on one machine. On a shared file system, it is as reliable as rename and link are there. A lock of another machine ends when its
 * holder stops extending it. Use a database if several machines apply at the same time.
 */
export function createFileBackend(options: FileBackendOptions): StateBackend {
  const { path, configuration, processes, clock = systemClock, repository } = options;
  const mainFile = configuration && basename(configuration.file);
  const target =
    mainFile === undefined || mainFile === usualMainFile ? options.target : { ...options.target, file: mainFile };
  const places = { ledger: path, journal: `${path}.journal`, lock: `${path}.lock`, mutex: `${path}.mutex` };
  // An apply reads the ledger repeatedly, and usually finds the same text.
  const parse = cacheLatest((text) => {
    const named = placed(basename(path), () => parseOwnLedger(text, target));
    if (mainFile !== undefined) refuseOtherMain(path, named.target.file ?? usualMainFile, mainFile);
    return named;
  });
  const load = async (other: string) => (await createFileBackend({ path: other, target, processes }).load()).ledger;
  const context: FileContext = { places, target, parse, processes, clock, load, ...withoutUndefined({ repository }) };
  return {
    place: path,
    load: () => loadState(context),
    ...(repository && { others: () => readOthers(repository, context) }),
    heldBy: async () => {
      const lock = await readLock(places.lock);
      return lock !== undefined && (await lockStatus(lock, clock.wallMs(), processes)) === 'held'
        ? holderWithProcess(lock, processes)
        : undefined;
    },
    acquire: (holder, options) => {
      const watch = createWatch(clock);
      const attempt = () => attemptLock(holder, options, context, watch);
      const hint = `wait for the other apply, or set --lock-timeout; resume or end a suspended process; if a process died on another machine, or if the lock file was committed by mistake, remove ${places.lock} and ${places.mutex}`;
      return waitForLock(attempt, { ...options, place: path, clock, pollMs, hint });
    },
  };
}

/** All main files of a directory have the same ledger path. */
function refuseOtherMain(path: string, recorded: string, mainFile: string): void {
  if (recorded === mainFile || !existsSync(join(dirname(path), recorded))) return;
  throw ledgerError(
    'E-LEDGER-TARGET',
    `${basename(path)}: the ledger belongs to ${recorded}, not to ${mainFile}`,
    'move one of the two configurations to another directory',
  );
}

/** Takes the mutex only if the lock looks free, so that waiting processes do not slow down the holder. */
async function attemptLock(holder: Holder, options: AcquireOptions, context: FileContext, watch: Watch) {
  const { places, processes, clock } = context;
  const heldBy = async (lock: LockFile | undefined): Promise<LockRefusal | undefined> => {
    if (lock === undefined) return undefined;
    const status = await lockStatus(lock, clock.wallMs(), processes, watch);
    if (status === 'free') return undefined;
    const mayBeFreeSoon = status === 'abandoned' && lock.ttlMs <= longestUnaskedWaitMs;
    return { holder: await holderWithProcess(lock, processes), mayBeFreeSoon };
  };
  const held = await heldBy(await readLock(places.lock));
  if (held !== undefined) return held;
  const mutex = { path: places.mutex, who: holder.who, waitMs: mutexPatienceMs, processes, clock, watch };
  const result = await withFileMutex(mutex, async (): Promise<LockAttempt> => {
    const previous = await readLock(places.lock);
    const stillHeld = await heldBy(previous);
    if (stillHeld !== undefined) return stillHeld;
    return { lock: await takeLock(holder, options.ttlMs, previous, context) };
  });
  if ('value' in result) return result.value;
  return { holder: result.busy && asHolder(result.busy), mayBeFreeSoon: result.isAbandoned };
}

function asHolder(owner: MutexOwner): Holder {
  return {
    who: `${owner.who} (process ${owner.process.pid} on ${owner.process.host}, writing)`,
    since: owner.since,
  };
}

/** Reads the journal, the ledger, and the journal again. If no save happened in between, the second journal belongs to the ledger. */
async function loadState({ places, target, parse }: FileContext): Promise<State> {
  for (let reading = 0; reading < maxReadings; reading += 1) {
    const before = await readJournal(places.journal, target);
    const ledgerText = readIfThere(places.ledger, 'ledger');
    const after = await readJournal(places.journal, target);
    if (before?.token !== after?.token || before?.saves !== after?.saves) continue;
    const ledger = ledgerText === undefined ? emptyLedger : parse(ledgerText).ledger;
    const entries = after?.entries ?? [];
    const content = `${JSON.stringify(entries)}\n${ledgerText ?? ''}`;
    return stateOf(ledger, entries, createHash('sha256').update(content).digest('hex').slice(0, 16));
  }
  throw ledgerError(
    'E-LEDGER-INVALID',
    `${places.ledger}: the ledger changes constantly`,
    'run the command again after the apply',
  );
}

/** Yields first. A caller that loads in a loop would otherwise block the writes of this process. */
async function readJournal(path: string, target: LedgerTarget): Promise<JournalFile | undefined> {
  await nextTurn();
  const text = readIfThere(path, 'journal');
  return text === undefined ? undefined : parseJournalFile(text, path, target);
}
