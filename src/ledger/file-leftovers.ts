/** Removes temporary files of processes that died while they wrote. */
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FilePlaces } from './file-context.ts';
import { longestWritingMs, parsedOwner } from './file-mutex.ts';
import { readIfThere } from './file-reading.ts';
import type { ProcessTable } from './processes.ts';

/** To be called under the mutex: what is half written of ledger, journal and lock is written under it too, so nobody is at it now. */
export async function removeLeftovers(places: FilePlaces, processes: ProcessTable): Promise<void> {
  const directory = dirname(places.ledger);
  // Made a moment ago: what time it is for the file system, whose clock may be another one than ours.
  const { mtimeMs: nowMs } = await stat(places.mutex);
  const names = (await readdir(directory)).filter((name) => name.endsWith('.tmp'));
  for (const name of names) {
    const path = join(directory, name);
    if (isHalfWritten(name, places) || (await isOfDeadProcess({ name, path, nowMs }, places, processes)))
      await rm(path, { force: true });
  }
}

function isHalfWritten(name: string, { ledger, journal, lock }: FilePlaces): boolean {
  return [ledger, journal, lock].some((path) => {
    const start = `${basename(path)}.`;
    return name.startsWith(start) && /^[0-9a-f]{8}\.tmp$/.test(name.slice(start.length));
  });
}

interface Prepared {
  readonly name: string;
  readonly path: string;
  /** By the clock of the file system. */
  readonly nowMs: number;
}

/** A mutex is prepared by whoever waits for it, so that of a process that lives may be there at any time; for a moment without a word in it. */
async function isOfDeadProcess(
  { name, path, nowMs }: Prepared,
  { mutex }: FilePlaces,
  processes: ProcessTable,
): Promise<boolean> {
  if (!name.startsWith(`${basename(mutex)}.`)) return false;
  const owner = parsedOwner(quietly(path));
  return owner === undefined ? await isOld(path, nowMs) : (await processes.statusOf(owner.process)) === 'gone';
}

/** What cannot be read has no owner. */
function quietly(path: string): string {
  try {
    return readIfThere(path, 'mutex') ?? '';
  } catch {
    return '';
  }
}

async function isOld(path: string, nowMs: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && nowMs - found.mtimeMs > longestWritingMs;
}
