/** Decides whether the process that a lock names still runs. */
import { readFile, readlink } from 'node:fs/promises';
import { withoutUndefined } from '../core/defined.ts';
import { isText, objectCheck, optionalCheck } from '../core/json.ts';
import { cacheFirstResult } from '../core/once.ts';

/** A process id alone is not enough, because systems reuse it. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  readonly started?: string;
  readonly boot?: string;
  /** Process namespace: containers number their processes independently. */
  readonly namespace?: string;
}

export const isProcess = objectCheck<ProcessIdentity>({
  host: isText,
  pid: Number.isSafeInteger,
  started: optionalCheck(isText),
  boot: optionalCheck(isText),
  namespace: optionalCheck(isText),
});

export interface ProcessTable {
  readonly self: () => Promise<ProcessIdentity>;
  /** `stopped`: suspended by a signal, such as SIGSTOP or Ctrl-Z. `unknown`: on another machine, or this system cannot report it. */
  readonly statusOf: (other: ProcessIdentity) => Promise<'alive' | 'stopped' | 'gone' | 'unknown'>;
}

export interface ProcessTableOptions {
  readonly host: string;
  readonly pid?: number;
  readonly isPidAlive?: (pid: number) => boolean;
}

export function createProcessTable({ host, pid, isPidAlive }: ProcessTableOptions): ProcessTable {
  const self = cacheFirstResult(() => identityOfSelf(host, pid));
  return {
    self,
    statusOf: async (other) => {
      const own = await self();
      if (other.host !== own.host) return 'unknown';
      // The machine was restarted, or another machine has the same name.
      if (other.boot !== own.boot || other.namespace !== own.namespace) return 'unknown';
      // The process id may have been reused.
      if (own.started === undefined || other.started === undefined)
        return isPidAlive?.(other.pid) === false ? 'gone' : 'unknown';
      const found = await statOf(other.pid);
      if (found === undefined) return (await statOf(1)) === undefined ? 'unknown' : 'gone';
      if (found.started !== other.started) return 'gone';
      return found.state === 'T' || found.state === 't' ? 'stopped' : 'alive';
    },
  };
}

async function identityOfSelf(host: string, given: number | undefined) {
  const pid = given ?? Number(await quietly(readlink('/proc/self')));
  const started = (await statOf(pid))?.started;
  const boot = (await quietly(readFile('/proc/sys/kernel/random/boot_id', 'utf8')))?.trim();
  const namespace = await quietly(readlink('/proc/self/ns/pid'));
  return withoutUndefined({ host, pid, started, boot, namespace });
}

/** Returns undefined if the process does not exist, has ended, or is hidden from this one. */
async function statOf(pid: number): Promise<{ readonly state: string; readonly started: string } | undefined> {
  const line = await quietly(readFile(`/proc/${pid}/stat`, 'utf8'));
  // The name of the program is in brackets and can contain brackets.
  const [state, ...rest] = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  const started = rest[18];
  return state === undefined || started === undefined || state === 'Z' || state === 'X'
    ? undefined
    : { state, started };
}

async function quietly<T>(read: Promise<T>) {
  try {
    return await read;
  } catch {
    return undefined;
  }
}
