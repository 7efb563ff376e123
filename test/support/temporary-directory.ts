/** Gives a run of the tests one temporary directory of its own, which everything that any test leaves behind goes with. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Workers and the processes that tests start inherit TMPDIR. The name is short: paths of sockets have about 100 characters. */
export default function ownTemporaryDirectory(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'docform-'));
  // PostgreSQL does not run as root, so that its user has to get through.
  chmodSync(directory, 0o711);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = directory;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    // What was killed at the end may still be writing.
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}
