/** A short lock around a few file operations; that of a process that has died is broken by exactly one other. */
import { randomUUID } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import { readIfThere } from './atomic-file.ts';
import { type Clock, waitFor } from './clock.ts';
import type { ProcessIdentity, ProcessTable } from './processes.ts';

export interface LockOwner {
  readonly nonce: string;
  readonly who: string;
  /** RFC 3339. */
  readonly since: string;
  readonly process: ProcessIdentity;
}

export interface FileLockOptions {
  readonly path: string;
  readonly who: string;
  readonly waitMs: number;
  readonly processes: ProcessTable;
  readonly clock: Clock;
}

const pollMs = 10;

/**
 * Runs `work` while nobody else holds the lock. A process that was stopped inside it still lives, so its lock is never broken: others
 * wait, and `undefined` or the owner comes back as `busy` once `waitMs` are over.
 */
export async function withFileLock<T>(
  options: FileLockOptions,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly busy: LockOwner | undefined }> {
  const deadlineMs = options.clock.monotonicMs() + options.waitMs;
  for (;;) {
    const taken = await take(options.path, options);
    if (taken === 'taken') {
      try {
        return { value: await work() };
      } finally {
        await rm(options.path, { force: true });
      }
    }
    if (options.clock.monotonicMs() >= deadlineMs) return { busy: taken === 'again' ? undefined : taken };
    if (taken !== 'again') await waitFor(pollMs);
  }
}

/** `again`: something changed meanwhile, and the next attempt may succeed. */
async function take(path: string, options: FileLockOptions): Promise<'taken' | 'again' | LockOwner> {
  const nonce = randomUUID();
  const owner: LockOwner = {
    nonce,
    who: options.who,
    since: new Date(options.clock.wallMs()).toISOString(),
    process: await options.processes.self(),
  };
  // Linked when it is complete: nobody ever reads half of an owner, also where this process dies between the two.
  const prepared = `${path}.${nonce}.tmp`;
  await writeFile(prepared, JSON.stringify(owner), { flag: 'wx' });
  try {
    await link(prepared, path);
    return 'taken';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(prepared, { force: true });
  }
  return await refused(path, options);
}

async function refused(path: string, options: FileLockOptions): Promise<'again' | LockOwner> {
  const text = await readIfThere(path);
  if (text === undefined) return 'again';
  const owner = parsedOwner(text);
  if (owner === undefined || (await options.processes.fateOf(owner.process)) !== 'gone') return owner ?? unknownOwner;
  return await breakDead(path, owner, options);
}

/**
 * Two that see the same dead owner must not both remove its lock: the second would remove that of the first. So the right to break is
 * itself a lock, named after the dead owner; whoever dies with it is broken in the same way.
 */
async function breakDead(path: string, dead: LockOwner, options: FileLockOptions): Promise<'again' | LockOwner> {
  const right = `${path}.${dead.nonce.slice(0, 8)}`;
  const taken = await take(right, options);
  if (taken !== 'taken') return taken;
  try {
    const text = await readIfThere(path);
    if (text !== undefined && parsedOwner(text)?.nonce === dead.nonce) await rm(path, { force: true });
  } finally {
    await rm(right, { force: true });
  }
  return 'again';
}

const unknownOwner: LockOwner = { nonce: '', who: 'somebody unknown', since: 'an unknown time', process: { host: '', pid: 0 } };

/** undefined: the text is not that of a lock, or not whole. */
export function parsedOwner(text: string): LockOwner | undefined {
  try {
    const owner = JSON.parse(text) as LockOwner;
    const isComplete = [owner.nonce, owner.who, owner.since, owner.process.host].every((field) => typeof field === 'string');
    return isComplete && typeof owner.process.pid === 'number' ? owner : undefined;
  } catch {
    return undefined;
  }
}
