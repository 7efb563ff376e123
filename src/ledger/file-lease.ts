/** The lease as a file: who holds it, which process that is, and how often it was extended. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileMode, writeAtomically } from './atomic-file.ts';
import { readIfThere } from './file-reading.ts';
import type { Holder } from './holder.ts';
import { ledgerError } from './ledger.ts';
import type { ProcessIdentity, ProcessTable } from './processes.ts';
import type { Watch } from './watch.ts';

export interface LeaseFile {
  readonly version: 1;
  /** Also tells two leases with the same token apart, should the file ever have been deleted in between. */
  readonly id: string;
  readonly token: number;
  readonly holder: Holder;
  /** Milliseconds since 1970, by the clock of its holder: for people, and to tell a lease that looks abandoned. */
  readonly expiresAtMs: number;
  /** How long it lasts unless it is extended. Missing in files of earlier versions. */
  readonly ttlMs?: number;
  /** How often it was extended: each time the file is another one, whatever the clock says. */
  readonly extensions?: number;
  readonly process: ProcessIdentity;
}

/** undefined: nobody holds it. Throws DocformError where the file is damaged. */
export async function readLease(path: string): Promise<LeaseFile | undefined> {
  const text = readIfThere(path, 'lease');
  if (text === undefined) return undefined;
  const lease = parsedLease(text);
  if (lease !== undefined) return lease;
  const hint = 'make sure that no apply is at work, then delete this file';
  throw ledgerError('E-LEDGER-INVALID', `${basename(path)}: the lease cannot be read`, hint);
}

export function writeLease(path: string, lease: LeaseFile): Promise<void> {
  return writeAtomically(path, `${JSON.stringify(lease)}\n`, fileMode);
}

export function removeLease(path: string): Promise<void> {
  return rm(path, { force: true });
}

/** The longest that a lease may last (DOCFORM_LOCK_SECONDS), with room for clocks of two machines that differ. */
export const longestLeaseMs = 3_600_000 + 300_000;

/** Of files that do not say it. */
const usualLeaseMs = 60_000;

/** `abandoned`: it looks expired, and was not seen to be extended; nobody may take it yet. */
export type LeaseStatus = 'free' | 'held' | 'abandoned';

/**
 * The lease of a process that lives is held, also while that is stopped, and that of a process that is gone is free: no clock counts. Where nobody can tell, as it
 * runs on another machine, it is free once it was watched for as long as it lasts and nobody has extended it.
 */
export async function leaseStatus(
  lease: LeaseFile,
  wallMs: number,
  processes: ProcessTable,
  watch?: Watch,
): Promise<LeaseStatus> {
  const status = await processes.statusOf(lease.process);
  if (status !== 'unknown') return status === 'alive' ? 'held' : 'free';
  const leftMs = lease.expiresAtMs - wallMs;
  const looksExpired = leftMs <= 0 || leftMs > longestLeaseMs;
  const lastsMs = Math.min(lease.ttlMs ?? (looksExpired ? usualLeaseMs : longestLeaseMs), longestLeaseMs);
  if (watch !== undefined && watch.unchangedMs(watched, JSON.stringify(lease)) >= lastsMs) return 'free';
  return looksExpired && watch?.hasChanged(watched) !== true ? 'abandoned' : 'held';
}

const watched = 'lease';

export function holderOf(lease: LeaseFile): Holder {
  return { ...lease.holder, until: new Date(lease.expiresAtMs).toISOString() };
}

/** Larger than any before, also when the file with the last one was deleted: then by the clock. */
export function nextToken(previous: LeaseFile | undefined, wallMs: number): number {
  return Math.max((previous?.token ?? 0) + 1, Math.floor(wallMs));
}

function parsedLease(text: string): LeaseFile | undefined {
  try {
    const lease = JSON.parse(text) as LeaseFile;
    const { id, holder, process: owner } = lease;
    const hasTexts = [id, holder.who, holder.since, owner.host].every((field) => typeof field === 'string');
    const hasNumbers = [lease.token, owner.pid].every(Number.isSafeInteger) && Number.isFinite(lease.expiresAtMs);
    const hasTerm = lease.ttlMs === undefined || (Number.isFinite(lease.ttlMs) && lease.ttlMs > 0);
    return hasTexts && hasNumbers && hasTerm && lease.version === 1 ? lease : undefined;
  } catch {
    return undefined;
  }
}
