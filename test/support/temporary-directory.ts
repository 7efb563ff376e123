/** Gives a run of the tests one temporary directory of its own, which everything that any test leaves behind goes with. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. Most of what tests wait for is the disk, and nothing of theirs outlives the run. */
const inMemory = '/dev/shm';

/** Far more than a run leaves, so that on small machines and in containers the disk stays in use. */
const roomBytes = 4 * 2 ** 30;

/** Workers and the processes that tests start inherit TMPDIR. The name is short: paths of sockets have about 100 characters. */
export default function ownTemporaryDirectory(): () => void {
  const before = process.env.TMPDIR;
  const directory = (before === undefined ? directoryInMemory() : undefined) ?? mkdtempSync(join(tmpdir(), 'docform-'));
  // PostgreSQL does not run as root, so that its user has to get through.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    // What was killed at the end may still be writing.
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}

/** undefined: there is no such place, too little room in it, or programs may not be run from there. */
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
