/** A short mutex around a few file operations; that of a process that has died is broken by exactly one other. */
import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { sleep } from '../core/sleep.ts';
import { fileMode } from './atomic-file.ts';
import { type Clock, createWatch, type Moment, momentOf, type Watch } from './clock.ts';
import { longestLockMs } from './file-lock.ts';
import { readIfThere } from './file-reading.ts';
import type { ProcessIdentity, ProcessTable } from './processes.ts';

export interface MutexOwner {
  readonly nonce: string;
  readonly who: string;
  /** RFC 3339. */
  readonly since: string;
  readonly process: ProcessIdentity;
}

export interface FileMutexOptions {
  readonly path: string;
  readonly who: string;
  readonly waitMs: number;
  readonly processes: ProcessTable;
  readonly clock: Clock;
  /** Of whoever asks again and again; missing: each asking begins anew. */
  readonly watch?: Watch;
  /** Makes a hard link; the file system's own unless told. */
  readonly linkFile?: (from: string, to: string) => void;
}

const pollMs = 10;

/**
 * Runs `work` while nobody else holds the mutex. A process that was stopped inside it still lives, so its mutex is never broken: others
 * wait, and `undefined` or the owner comes back as `busy` once `waitMs` are over.
 */
export function withFileMutex<T>(options: FileMutexOptions, work: () => Promise<T>): Promise<MutexResult<T>> {
  return keepFileMutex(options).run(work, () => false);
}

export type MutexResult<T> = { readonly value: T } | Busy;

export interface Busy {
  readonly busy: MutexOwner | undefined;
  /** It looks as if its owner had died, and is being watched. */
  readonly isAbandoned: boolean;
}

/** undefined: it is taken. */
async function takeInTime(given: FileMutexOptions): Promise<Busy | undefined> {
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
  /** `isNew` tells that others may have had it since the work before. `isFollowed` is asked at its end: with true the mutex stays for the work that waits. */
  readonly run: <T>(work: (isNew: boolean) => Promise<T>, isFollowed: () => boolean) => Promise<MutexResult<T>>;
}

/** Longer than writing a few lines takes, and shorter than anybody waits for a mutex. */
const longestKeptMs = 100;

/**
 * The mutex of somebody who has one work after another, one at a time: what waits already has the same mutex, as taking it takes longer than writing a line.
 * It is given back at the end of a work that nothing follows or that failed, where what was to follow does not come, and before one that comes `longestKeptMs`
 * after it was taken: whoever was stopped between two works takes it anew, and looks.
 */
export function keepFileMutex(options: FileMutexOptions): KeptMutex {
  const { path, clock } = options;
  let taken: Moment | undefined;
  let isAtWork = false;
  const isFresh = ({ monotonicMs, wallMs }: Moment): boolean =>
    clock.monotonicMs() - monotonicMs < longestKeptMs && Math.abs(clock.wallMs() - wallMs) < longestKeptMs;
  function giveBack(): void {
    if (taken === undefined) return;
    taken = undefined;
    removeOwn(path);
  }
  return {
    run: async (work, isFollowed) => {
      isAtWork = true;
      let isKept = false;
      try {
        if (taken !== undefined && !isFresh(taken)) giveBack();
        const isNew = taken === undefined;
        if (isNew) {
          const refusal = await takeInTime(options);
          if (refusal !== undefined) return refusal;
          taken = momentOf(clock);
        }
        const value = await work(isNew);
        isKept = isFollowed();
        return { value };
      } finally {
        isAtWork = false;
        if (!isKept) giveBack();
        else setImmediate(() => isAtWork || giveBack());
      }
    },
  };
}

/**
 * `again`: something changed meanwhile, and the next attempt may succeed. What takes the mutex is done at once: each of these operations takes
 * microseconds, and waiting for a turn between them would take most of the time of an apply that writes its journal step by step.
 */
async function take(path: string, options: Watching): Promise<'taken' | 'again' | Busy> {
  const nonce = randomUUID();
  const owner: MutexOwner = {
    nonce,
    who: options.who,
    since: new Date(options.clock.wallMs()).toISOString(),
    process: await options.processes.self(),
  };
  // Linked when it is complete: nobody ever reads half of an owner, also where this process dies between the two.
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

/** It is there, but where somebody took this process for dead; `rmSync` would look first what it is, and take twice as long. */
function removeOwn(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** What file systems say that know no hard links: exFAT, some shares of a network. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Made first and written then: for a moment others read half an owner, and take that for somebody at work. */
async function takeWithoutLink(path: string, text: string): Promise<boolean> {
  const file = await open(path, 'wx', fileMode).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(text);
    // Whoever was stopped in between for long was taken for dead.
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
  return await breakDead(path, text, options);
}

/**
 * A process that lives is waited for. Where nobody can tell, a mutex is over that looks older than any lock, as its owner writes nothing any more, and one without
 * an owner, as writing that takes microseconds: once either was watched for longer than any writing takes.
 */
async function mutexStatus(
  path: string,
  owner: MutexOwner | undefined,
  { processes, clock, watch }: Watching,
): Promise<'held' | 'abandoned' | 'over'> {
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
 * Two that see the same dead owner must not both remove its mutex: the second would remove that of the first. So the right to break is
 * itself a mutex, named after the dead owner; whoever dies with it is broken in the same way.
 */
async function breakDead(path: string, dead: string, options: Watching): Promise<'again' | Busy> {
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
  who: 'somebody unknown',
  since: 'an unknown time',
  process: { host: '', pid: 0 },
};

/** undefined: the text is not that of a mutex, or not whole. */
export function parsedOwner(text: string): MutexOwner | undefined {
  try {
    const owner = JSON.parse(text) as MutexOwner;
    const isComplete = [owner.nonce, owner.who, owner.since, owner.process.host].every(
      (field) => typeof field === 'string',
    );
    // A part of it becomes a part of a file's name.
    return isComplete && /^[\w-]{1,64}$/.test(owner.nonce) && typeof owner.process.pid === 'number' ? owner : undefined;
  } catch {
    return undefined;
  }
}
