/** The state lock as a file: its holder, the process of the holder, and how often the lock was extended. Others watch the file for extensions. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { isText, objectOf, parsedJson } from '../core/json.ts';
import { type Holder, isHolder, isProcess, type ProcessIdentity, type ProcessTable } from './holder.ts';
import { ledgerError } from './ledger.ts';
import { fileMode, readIfThere, writeAtomically } from './ledger-file.ts';
import type { Clock } from './state-lock.ts';

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

const isLockFile = objectOf<LockFile>({
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
  const lock = parsedJson(text);
  if (isLockFile(lock)) return lock;
  const hint = 'make sure that no apply is running, then delete this file';
  throw ledgerError('E-LEDGER-INVALID', `${basename(path)}: the state lock cannot be read`, hint);
}

export function writeLock(path: string, lock: LockFile): Promise<void> {
  return writeAtomically(path, `${JSON.stringify(lock)}\n`, fileMode);
}

export function removeLock(path: string): Promise<void> {
  return rm(path, { force: true });
}

/** The longest duration of a lock (DOCFORM_LOCK_SECONDS), plus a margin for different clocks. */
export const longestLockMs = 3_600_000 + 300_000;

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
