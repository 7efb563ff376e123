/** Gives a run of the tests one temporary directory of its own, which everything that any test leaves behind goes with. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
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

/** Where Linux keeps files in memory. Most of what tests wait for is the disk, and nothing of theirs outlives the run. */
const inMemory = '/dev/shm';

/** Far more than a run leaves, so that on small machines and in containers the disk stays in use. */
const roomBytes = 4 * 2 ** 30;

/** Workers and the processes that tests start inherit TMPDIR. The name is short: paths of sockets have about 100 characters. */
export default function ownTemporaryDirectory(): () => void {
  const before = process.env.TMPDIR;
  const directory = (before === undefined ? directoryInMemory() : undefined) ?? mkdtempSync(join(tmpdir(), 'docform-'));
  writeFileSync(join(directory, ownerFile), ownerOf(process.pid) ?? '');
  removeLeftovers(dirname(directory));
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

/** In the directory of a run: which process it is of. */
export const ownerFile = 'owner';

/** A number alone could by now be that of another process, or one that another container counts: with both it is this one. undefined: it is not alive, or this is no Linux. */
export function ownerOf(pid: number | string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')')).split(' ')[20];
    return `${readlinkSync('/proc/self/ns/pid')} ${pid} ${started}`;
  } catch {
    return undefined;
  }
}

/** What runs that were killed left here, that nobody else can remove: of this user, and of a process that is no more. */
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
      // It is of no run, or another one is removing it.
    }
  }
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
