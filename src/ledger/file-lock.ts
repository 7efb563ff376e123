/** The lock as a file: who holds it, which process that is, and how often it was extended. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileMode, writeAtomically } from './atomic-file.ts';
import type { Watch } from './clock.ts';
import { readIfThere } from './file-reading.ts';
import type { Holder } from './holder.ts';
import { ledgerError } from './ledger.ts';
import type { ProcessIdentity, ProcessTable } from './processes.ts';

export interface LockFile {
  readonly version: 1;
  /** Also tells two locks with the same token apart, should the file ever have been deleted in between. */
  readonly id: string;
  readonly token: number;
  readonly holder: Holder;
  /** Milliseconds since 1970, by the clock of its holder: for people, and to tell a lock that looks abandoned. */
  readonly expiresAtMs: number;
  /** How long the lock lasts unless its holder extends it. */
  readonly ttlMs: number;
  /** How often it was extended: each time the file is another one, whatever the clock says. */
  readonly extensions: number;
  readonly process: ProcessIdentity;
}

/** undefined: nobody holds it. Throws DocformError where the file is damaged. */
export async function readLock(path: string): Promise<LockFile | undefined> {
  const text = readIfThere(path, 'lock');
  if (text === undefined) return undefined;
  const lock = parsedLock(text);
  if (lock !== undefined) return lock;
  const hint = 'make sure that no apply is at work, then delete this file';
  throw ledgerError('E-LEDGER-INVALID', `${basename(path)}: the lock cannot be read`, hint);
}

export function writeLock(path: string, lock: LockFile): Promise<void> {
  return writeAtomically(path, `${JSON.stringify(lock)}\n`, fileMode);
}

export function removeLock(path: string): Promise<void> {
  return rm(path, { force: true });
}

/** The longest that a lock may last (DOCFORM_LOCK_SECONDS), with room for clocks of two machines that differ. */
export const longestLockMs = 3_600_000 + 300_000;

/** `abandoned`: it looks expired, and was not seen to be extended; nobody may take it yet. */
export type LockStatus = 'free' | 'held' | 'abandoned';

/**
 * The lock of a process that lives is held, also while that is stopped, and that of a process that is gone is free: no clock counts. Where nobody can tell, as it
 * runs on another machine, it is free once it was watched for as long as it lasts and nobody has extended it.
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

/** Names the process if it is suspended on this machine: nothing but that process, or its end, frees the lock. */
export async function describedHolder(lock: LockFile, processes: ProcessTable): Promise<Holder> {
  const holder = holderOf(lock);
  if ((await processes.statusOf(lock.process)) !== 'stopped') return holder;
  return { ...holder, who: `${holder.who} (suspended process ${lock.process.pid} on this machine)` };
}

/** Larger than any before, also when the file with the last one was deleted: then by the clock. */
export function nextToken(previous: LockFile | undefined, wallMs: number): number {
  return Math.max((previous?.token ?? 0) + 1, Math.floor(wallMs));
}

function parsedLock(text: string): LockFile | undefined {
  try {
    const lock = JSON.parse(text) as LockFile;
    const { id, holder, process: owner } = lock;
    const hasTexts = [id, holder.who, holder.since, owner.host].every((field) => typeof field === 'string');
    const hasNumbers =
      [lock.token, lock.extensions, owner.pid].every(Number.isSafeInteger) &&
      [lock.expiresAtMs, lock.ttlMs].every(Number.isFinite);
    return hasTexts && hasNumbers && lock.ttlMs > 0 && lock.version === 1 ? lock : undefined;
  } catch {
    return undefined;
  }
}
