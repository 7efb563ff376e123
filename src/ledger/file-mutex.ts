/** A short mutex around a few file operations. If its owner dies, exactly one other process removes the mutex. */
import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { isText, objectOf, parsedJson } from '../core/json.ts';
import { sleep } from '../core/sleep.ts';
import { createWatch, longestLockMs, type Watch } from './file-lock.ts';
import { isProcess, type ProcessIdentity, type ProcessTable } from './holder.ts';
import { fileMode, readIfThere } from './ledger-file.ts';
import { type Clock, type Moment, momentOf } from './state-lock.ts';

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
export function withFileMutex<T>(options: FileMutexOptions, work: () => Promise<T>): Promise<MutexResult<T>> {
  return keepFileMutex(options).run(work, () => false);
}

type MutexResult<T> = { readonly value: T } | Busy;

interface Busy {
  readonly busy: MutexOwner | undefined;
  readonly isAbandoned: boolean;
}

async function takeWithin(given: FileMutexOptions) {
  const options = { ...given, watch: given.watch ?? createWatch(given.clock) };
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
  readonly run: <T>(work: (isNew: boolean) => Promise<T>, isFollowed: () => boolean) => Promise<MutexResult<T>>;
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
          taken = momentOf(clock);
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
  writeFileSync(prepared, text, { flag: 'wx', mode: fileMode });
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

const isOwner = objectOf<MutexOwner>({
  // The nonce becomes part of a file name.
  nonce: (nonce) => isText(nonce) && /^[\w-]{1,64}$/.test(nonce),
  who: isText,
  since: isText,
  process: isProcess,
});

export function parsedOwner(text: string): MutexOwner | undefined {
  const owner = parsedJson(text);
  return isOwner(owner) ? owner : undefined;
}
