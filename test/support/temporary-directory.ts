/** Creates a temporary directory for a test run, and deletes it with all files at the end. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A directory in memory on Linux. Most of the run time is spent waiting for the disk, and no file is used after the run. */
const inMemory = '/dev/shm';

/** Far more than a run needs. Small machines and containers use the disk. */
const roomBytes = 4 * 2 ** 30;

/** Child processes inherit TMPDIR. The name is short because socket paths are limited to about 100 characters. */
export default function ownTemporaryDirectory(): () => void {
  const before = process.env.TMPDIR;
  const directory = (before === undefined ? directoryInMemory() : undefined) ?? mkdtempSync(join(tmpdir(), 'docform-'));
  writeFileSync(join(directory, ownerFile), ownerOf(process.pid) ?? '');
  removeLeftovers(dirname(directory));
  // PostgreSQL runs as another user, who needs access to the directory.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    stopPostgres(directory);
    // A killed process can still be writing.
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}

/** The directory of the PostgreSQL server that all test files share. */
export function sharedPostgresIn(directory: string): string {
  return join(directory, 'postgres');
}

/** SIGQUIT stops a server immediately. */
function stopPostgres(directory: string): void {
  const pidFile = join(sharedPostgresIn(directory), 'data/postmaster.pid');
  if (!existsSync(pidFile)) return;
  try {
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT');
  } catch {
    // The server has crashed.
  }
}

/** The file with the process that owns the directory. */
export const ownerFile = 'owner';

/** Identifies a process by namespace, number and start time, because numbers are reused. undefined: not running, or not on Linux. */
export function ownerOf(pid: number | string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')')).split(' ')[20];
    return `${readlinkSync('/proc/self/ns/pid')} ${pid} ${started}`;
  } catch {
    return undefined;
  }
}

/** Deletes directories of killed runs that belong to this user and to a process that no longer exists. */
function removeLeftovers(parent: string): void {
  const [namespace] = ownerOf(process.pid)?.split(' ') ?? [];
  if (namespace === undefined) return;
  for (const name of readdirSync(parent).filter((each) => /^docform-\w{6}$/.test(each))) {
    try {
      const directory = join(parent, name);
      const owner = readFileSync(join(directory, ownerFile), 'utf8');
      const [where, pid = ''] = owner.split(' ');
      const isOurs = lstatSync(directory).uid === process.getuid?.() && where === namespace && /^\d+$/.test(pid);
      if (isOurs && ownerOf(pid) !== owner) rmSync(directory, { recursive: true, force: true });
    } catch {
      // The directory belongs to no run, or another run is deleting it.
    }
  }
}

/** undefined: no such directory, not enough space, or programs cannot be executed from there. */
function directoryInMemory(): string | undefined {
  let directory: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    if (bavail * bsize < roomBytes) return undefined;
    directory = mkdtempSync(join(inMemory, 'docform-'));
    const probe = join(directory, 'probe');
    writeFileSync(probe, '#!/bin/sh\n', { mode: 0o700 });
    execFileSync(probe);
    rmSync(probe);
    return directory;
  } catch {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
    return undefined;
  }
}
