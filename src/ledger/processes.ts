/** Identifies the process that wrote a file, and whether it is still alive, as far as that is certain. */
import { readFile, readlink } from 'node:fs/promises';
import { once } from '../core/once.ts';

/** A process among all that ever ran: a number alone is given again. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  /** When it started, in the system's own count; guards against a number given again. */
  readonly started?: string;
  /** Another one after each start of the machine. */
  readonly boot?: string;
  /** Containers count their processes each for themselves. */
  readonly namespace?: string;
}

export interface ProcessTable {
  readonly self: () => Promise<ProcessIdentity>;
  /** `stopped`: suspended by a signal, such as SIGSTOP or Ctrl-Z. `unknown`: on another machine, or this system cannot report it. */
  readonly statusOf: (other: ProcessIdentity) => Promise<'alive' | 'stopped' | 'gone' | 'unknown'>;
}

export interface ProcessTableOptions {
  /** Name of this machine. */
  readonly host: string;
  /** Of this process; needed where there is no /proc. */
  readonly pid?: number;
  /** Asks the system where there is no /proc. */
  readonly isPidAlive?: (pid: number) => boolean;
}

export function createProcessTable({ host, pid, isPidAlive }: ProcessTableOptions): ProcessTable {
  const self = once(() => identityOfSelf(host, pid));
  return {
    self,
    statusOf: async (other) => {
      const own = await self();
      if (other.host !== own.host) return 'unknown';
      // Another start of this machine, or another machine with the same name.
      if (other.boot !== own.boot || other.namespace !== own.namespace) return 'unknown';
      // A number alone may have been given again.
      if (own.started === undefined || other.started === undefined)
        return isPidAlive?.(other.pid) === false ? 'gone' : 'unknown';
      const found = await statOf(other.pid);
      if (found === undefined) return (await statOf(1)) === undefined ? 'unknown' : 'gone';
      if (found.started !== other.started) return 'gone';
      return found.state === 'T' || found.state === 't' ? 'stopped' : 'alive';
    },
  };
}

async function identityOfSelf(host: string, given: number | undefined): Promise<ProcessIdentity> {
  const pid = given ?? Number(await quietly(readlink('/proc/self')));
  const started = (await statOf(pid))?.started;
  const boot = (await quietly(readFile('/proc/sys/kernel/random/boot_id', 'utf8')))?.trim();
  const namespace = await quietly(readlink('/proc/self/ns/pid'));
  return {
    host,
    pid,
    ...(started === undefined ? {} : { started }),
    ...(boot === undefined ? {} : { boot }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** undefined: there is no such process, it has ended and only waits to be noticed, or it is hidden from us. */
async function statOf(pid: number): Promise<{ readonly state: string; readonly started: string } | undefined> {
  const line = await quietly(readFile(`/proc/${pid}/stat`, 'utf8'));
  // The name of the program stands in brackets and may hold anything, brackets too.
  const [state, ...rest] = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? [];
  const started = rest[18];
  return state === undefined || started === undefined || state === 'Z' || state === 'X'
    ? undefined
    : { state, started };
}

async function quietly<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch {
    return undefined;
  }
}
