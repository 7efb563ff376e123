/** The lease as a file: who holds it, until when by this machine's clock, and which process that is. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileMode, writeAtomically } from './atomic-file.ts';
import { readIfThere } from './file-reading.ts';
import type { Holder } from './holder.ts';
import { ledgerError } from './ledger.ts';
import type { ProcessIdentity, ProcessTable } from './processes.ts';

export interface LeaseFile {
  readonly version: 1;
  /** Also tells two leases with the same token apart, should the file ever have been deleted in between. */
  readonly id: string;
  readonly token: number;
  readonly holder: Holder;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
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

/** The longest that a lease may last (DOCFORM_LEASE_SECONDS), with room for clocks of two machines that differ. */
export const longestLeaseMs = 3_600_000 + 300_000;

/** An expired lease is free, and so is one that no docform can have taken, as it would end too late, and that of a process that is certainly gone; one that is only stopped lives. */
export async function isInForce(lease: LeaseFile, wallMs: number, processes: ProcessTable): Promise<boolean> {
  const leftMs = lease.expiresAtMs - wallMs;
  return leftMs > 0 && leftMs <= longestLeaseMs && (await processes.statusOf(lease.process)) !== 'gone';
}

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
    return hasTexts && hasNumbers && lease.version === 1 ? lease : undefined;
  } catch {
    return undefined;
  }
}
