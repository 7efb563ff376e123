/** A separate process that takes a lock, reads commands from standard input, and prints one JSON line for each event. */
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { createFileBackend } from '../../src/ledger/file/file-backend.ts';
import { createPostgresBackend } from '../../src/ledger/postgres/postgres-backend.ts';
import { createProcessTable } from '../../src/ledger/process-table.ts';
import type { StateLock } from '../../src/ledger/state-backend.ts';
import { intent, target } from './entries.ts';

interface Told {
  readonly path?: string;
  readonly url?: string;
  readonly who: string;
  readonly ttlMs: number;
  readonly waitMs: number;
  /** Host name that the process reports. Default: the real one. */
  readonly host?: string;
}

const { path, url, who, ttlMs, waitMs, host = hostname() } = JSON.parse(process.argv[2] ?? '{}') as Told;
const backend =
  path === undefined
    ? createPostgresBackend({ url: url ?? '', target })
    : createFileBackend({ path, target, processes: createProcessTable({ host }) });
let lock: StateLock | undefined;

const tell = (event: string, more: { readonly [name: string]: unknown } = {}) =>
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);

async function acquire(): Promise<void> {
  lock = await backend.acquire(
    { who, run: `https://ci.acme.dev/${who}`, since: new Date().toISOString() },
    { waitMs, ttlMs, onWait: (holder) => tell('waiting', { who: holder?.who }) },
  );
  tell('acquired', { token: lock.fencingToken });
}

const commands: { readonly [name: string]: (argument: string) => Promise<void> } = {
  acquire,
  append: async (step) => {
    await lock?.append(intent(step));
    tell('appended', { step });
  },
  save: async (address) => {
    await lock?.save({ resources: { [address]: { id: 'x' } }, lists: [] });
    tell('saved', { address });
  },
  held: async () => void tell('held', { isHeld: lock?.isHeld() }),
  /** Writes as fast as possible while the lock is held. */
  spin: async () => {
    for (let number = 0; lock?.isHeld() === true; number += 1) await lock.append(intent(`spin/${number}`));
    // The extension can notice the loss before a write does.
    throw new Error('state lock lost');
  },
  release: async () => {
    await lock?.release();
    tell('released');
  },
};

tell('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', argument = ''] = line.split(' ');
  await commands[command]?.(argument).catch((error: Error) => tell('failed', { command, message: error.message }));
}
