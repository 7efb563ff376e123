/** The state lock as a file, and the short mutex around each change of the files. If the owner of the mutex dies, exactly one other process removes the mutex. */

import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isText, objectCheck, parseJsonOrUndefined } from '../../core/json.ts';
import { sleep } from '../../core/sleep.ts';
import { writeAtomically } from '../../disk/write.ts';
import { type Holder, isHolder } from '../holder.ts';
import { ledgerError } from '../ledger.ts';
import { fileMode, readIfThere } from '../ledger-file.ts';
import { isProcess, type ProcessIdentity, type ProcessTable } from '../process-table.ts';
import { type Clock, type Moment, readClocks } from '../state-lock.ts';

export interface LockFile {
  readonly version: 1;
  /** Distinguishes two locks with the same token, which can exist if the file was deleted in between. */
  readonly id: string;
  readonly token: number;
  readonly holder: Holder;
  /** Milliseconds since 1970 by the clock of the holder. Used for display, and to find locks that look abandoned. */
  readonly expiresAtMs: number;
  readonly ttlMs: number;
  /** Counts the extensions, so that each one changes the file even if the clock does not advance. */
  readonly extensions: number;
  readonly process: ProcessIdentity;
}

const isLockFile = objectCheck<LockFile>({
  version: (version) => version === 1,
  id: isText,
  token: Number.isSafeInteger,
  holder: isHolder,
  expiresAtMs: Number.isFinite,
  ttlMs: (ms) => Number.isFinite(ms) && Number(ms) > 0,
  extensions: Number.isSafeInteger,
  process: isProcess,
});

/** Returns undefined if there is no lock. Throws DocformError if the file is damaged. */
export async function readLock(path: string): Promise<LockFile | undefined> {
  const text = readIfThere(path, 'lock');
  if (text === undefined) return undefined;
  const lock = parseJsonOrUndefined(text);
  if (isLockFile(lock)) return lock;
  const hint = 'make sure that no apply is running, then delete this file';
  throw ledgerError('E-LEDGER-INVALID', `${basename(path)}: the state lock cannot be read`, hint);
}

export function writeLock(path: string, lock: LockFile): Promise<void> {
  return writeAtomically(path, `${JSON.stringify(lock)}\n`, fileMode);
}

/** The longest duration of a lock (DOCFORM_LOCK_SECONDS), plus a margin for different clocks. */
const longestLockMs = 3_600_000 + 300_000;

/** `abandoned`: the lock looks expired and no extension was seen, but it is not free yet. */
type LockStatus = 'free' | 'held' | 'abandoned';

/**
 * A living process keeps its lock, even while it is suspended, and the lock of a dead process is free. On another machine, a lock is free
 * if it was watched for its whole duration without an extension. No decision depends on a wall clock.
 */
export async function lockStatus(
  lock: LockFile,
  wallMs: number,
  processes: ProcessTable,
  watch?: Watch,
): Promise<LockStatus> {
  const status = await processes.statusOf(lock.process);
  if (status !== 'unknown') return status === 'gone' ? 'free' : 'held';
  const leftMs = lock.expiresAtMs - wallMs;
  const looksExpired = leftMs <= 0 || leftMs > longestLockMs;
  const lastsMs = Math.min(lock.ttlMs, longestLockMs);
  if (watch !== undefined && watch.unchangedMs(watched, JSON.stringify(lock)) >= lastsMs) return 'free';
  return looksExpired && watch?.hasChanged(watched) !== true ? 'abandoned' : 'held';
}

const watched = 'lock';

export function holderOf(lock: LockFile): Holder {
  return { ...lock.holder, until: new Date(lock.expiresAtMs).toISOString() };
}

/** Adds the process id if the holder is suspended on this machine, because only that process can release the lock. */
export async function holderWithProcess(lock: LockFile, processes: ProcessTable): Promise<Holder> {
  const holder = holderOf(lock);
  if ((await processes.statusOf(lock.process)) !== 'stopped') return holder;
  return { ...holder, who: `${holder.who} (suspended process ${lock.process.pid} on this machine)` };
}

/** Returns a token larger than any before. If the file with the last token was deleted, the clock decides. */
export function nextToken(previous: LockFile | undefined, wallMs: number): number {
  return Math.max((previous?.token ?? 0) + 1, Math.floor(wallMs));
}

export interface Watch {
  /** Milliseconds since the text with this name last changed, as seen by these calls; 0 for the first call and after each change. */
  readonly unchangedMs: (name: string, text: string) => number;
  readonly hasChanged: (name: string) => boolean;
}

export function createWatch(clock: Pick<Clock, 'monotonicMs'>): Watch {
  const seen = new Map<string, { readonly text: string; readonly sinceMs: number }>();
  const changed = new Set<string>();
  return {
    unchangedMs: (name, text) => {
      const nowMs = clock.monotonicMs();
      const before = seen.get(name);
      if (before?.text === text) return nowMs - before.sinceMs;
      if (before !== undefined) changed.add(name);
      seen.set(name, { text, sinceMs: nowMs });
      return 0;
    },
    hasChanged: (name) => changed.has(name),
  };
}

export interface MutexOwner {
  readonly nonce: string;
  readonly who: string;
  readonly since: string;
  readonly process: ProcessIdentity;
}

interface FileMutexOptions {
  readonly path: string;
  readonly who: string;
  readonly waitMs: number;
  readonly processes: ProcessTable;
  readonly clock: Clock;
  /** Shared by repeated attempts. Default: a new watch for each attempt. */
  readonly watch?: Watch;
  /** Default: `link` of the file system. Tests replace it. */
  readonly linkFile?: (from: string, to: string) => void;
}

const pollMs = 10;

/**
 * Runs `work` while no other process holds the mutex. A suspended owner is still alive, so its mutex is never removed. After `waitMs`,
 * returns the owner as `busy`.
 */
export function withFileMutex<T>(options: FileMutexOptions, work: () => Promise<T>) {
  return keepFileMutex(options).run(work, () => false);
}

interface Busy {
  readonly busy: MutexOwner | undefined;
  readonly isAbandoned: boolean;
}

async function takeWithin(given: FileMutexOptions) {
  const options = { watch: createWatch(given.clock), ...given };
  const deadlineMs = options.clock.monotonicMs() + options.waitMs;
  for (;;) {
    const taken = await take(options.path, options);
    if (taken === 'taken') return undefined;
    if (options.clock.monotonicMs() >= deadlineMs)
      return taken === 'again' ? { busy: undefined, isAbandoned: false } : taken;
    if (taken !== 'again') await sleep(pollMs);
  }
}

export interface KeptMutex {
  /**
   * `isNew`: other processes could have held the mutex since the last work. If `isFollowed` returns true after the work, the mutex is kept
   * for the next work.
   */
  readonly run: <T>(
    work: (isNew: boolean) => Promise<T>,
    isFollowed: () => boolean,
  ) => Promise<{ readonly value: T } | Busy>;
}

/** Longer than writing a few lines takes, and shorter than any wait for a mutex. */
const longestKeptMs = 100;

/**
 * Keeps the mutex between consecutive works of one owner, because taking it takes longer than writing a line. The mutex is released when no
 * work follows, when a work fails, or `longestKeptMs` after it was taken. A process that was suspended between two works therefore takes it
 * again.
 */
export function keepFileMutex(options: FileMutexOptions): KeptMutex {
  const { path, clock } = options;
  let taken: Moment | undefined;
  let isAtWork = false;
  const isFresh = ({ monotonicMs, wallMs }: Moment): boolean =>
    clock.monotonicMs() - monotonicMs < longestKeptMs && Math.abs(clock.wallMs() - wallMs) < longestKeptMs;
  function release(): void {
    if (taken === undefined) return;
    taken = undefined;
    removeOwn(path);
  }
  return {
    run: async (work, isFollowed) => {
      isAtWork = true;
      let isKept = false;
      try {
        if (taken !== undefined && !isFresh(taken)) release();
        const isNew = taken === undefined;
        if (isNew) {
          const refusal = await takeWithin(options);
          if (refusal !== undefined) return refusal;
          taken = readClocks(clock);
        }
        const value = await work(isNew);
        isKept = isFollowed();
        return { value };
      } finally {
        isAtWork = false;
        if (!isKept) release();
        else setImmediate(() => isAtWork || release());
      }
    },
  };
}

/**
 * `again`: something changed in the meantime, so the next attempt can succeed. The file operations are synchronous: each takes
 * microseconds, and yielding between them would take most of the time of an apply.
 */
async function take(path: string, options: Watching): Promise<'taken' | 'again' | Busy> {
  const nonce = randomUUID();
  const owner: MutexOwner = {
    nonce,
    who: options.who,
    since: new Date(options.clock.wallMs()).toISOString(),
    process: await options.processes.self(),
  };
  // Write the complete owner first, then link the file: other processes never read a partial owner.
  const prepared = `${path}.${nonce}.tmp`;
  const text = JSON.stringify(owner);
  try {
    writeFileSync(prepared, text, { flag: 'wx', mode: fileMode });
  } catch (error) {
    // A full disk leaves a part of the file.
    removeOwn(prepared);
    throw error;
  }
  try {
    (options.linkFile ?? linkSync)(prepared, path);
    return 'taken';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (noLinks.has(code)) {
      if (await takeWithoutLink(path, text)) return 'taken';
    } else if (code !== 'EEXIST') throw error;
  } finally {
    removeOwn(prepared);
  }
  return await refused(path, options);
}

/** `unlinkSync` takes half the time of `rmSync`. The file can be missing if another process took this one for dead. */
function removeOwn(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Errors of file systems without hard links, such as exFAT and some network shares. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Creates the file before its text. Other processes can read a partial owner for a moment, and treat it as a running process. */
async function takeWithoutLink(path: string, text: string): Promise<boolean> {
  const file = await open(path, 'wx', fileMode).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(text);
    // If this process was suspended for long, another one has replaced the file.
    const [own, there] = await Promise.all([file.stat(), stat(path).catch(() => undefined)]);
    return own.ino === there?.ino;
  } finally {
    await file.close();
  }
}

interface Watching extends FileMutexOptions {
  readonly watch: Watch;
}

async function refused(path: string, options: Watching): Promise<'again' | Busy> {
  const text = readIfThere(path, 'mutex');
  if (text === undefined) return 'again';
  const owner = parsedOwner(text);
  const status = await mutexStatus(path, owner, options);
  if (status !== 'over') return { busy: owner ?? unknownOwner, isAbandoned: status === 'abandoned' };
  return await removeDeadMutex(path, text, options);
}

/**
 * On another machine, the mutex is over if it looks older than any lock, or if it has no owner, and did not change for longer than any
 * write takes.
 */
async function mutexStatus(path: string, owner: MutexOwner | undefined, { processes, clock, watch }: Watching) {
  if (owner !== undefined) {
    const status = await processes.statusOf(owner.process);
    if (status !== 'unknown') return status === 'gone' ? 'over' : 'held';
    const ageMs = clock.wallMs() - Date.parse(owner.since);
    if (Math.abs(ageMs) <= longestLockMs) return 'held';
  }
  const found = await stat(path).catch(() => undefined);
  return watch.unchangedMs(path, `${owner?.nonce} ${found?.ino} ${found?.mtimeMs}`) >= longestWritingMs
    ? 'over'
    : 'abandoned';
}

export const longestWritingMs = 10_000;

/**
 * Two processes that see the same dead owner must not both remove the mutex, because the second one would remove the mutex of the first.
 * The right to remove is therefore a mutex too, named after the dead owner.
 */
async function removeDeadMutex(path: string, dead: string, options: Watching): Promise<'again' | Busy> {
  const right = `${path}.${parsedOwner(dead)?.nonce.slice(0, 8) ?? 'unknown'}`;
  const taken = await take(right, options);
  if (taken !== 'taken') return taken;
  try {
    if (readIfThere(path, 'mutex') === dead) rmSync(path, { force: true });
  } finally {
    rmSync(right, { force: true });
  }
  return 'again';
}

const unknownOwner: MutexOwner = {
  nonce: '',
  who: 'an unknown process',
  since: 'an unknown time',
  process: { host: '', pid: 0 },
};

const isOwner = objectCheck<MutexOwner>({
  // The nonce becomes part of a file name.
  nonce: (nonce) => isText(nonce) && /^[\w-]{1,64}$/.test(nonce),
  who: isText,
  since: isText,
  process: isProcess,
});

export function parsedOwner(text: string): MutexOwner | undefined {
  const owner = parseJsonOrUndefined(text);
  return isOwner(owner) ? owner : undefined;
}
