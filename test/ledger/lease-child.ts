/** A process of its own that takes a lease and does what its standard input says; tells on standard output, one JSON line each. */
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { createFileStateStore } from '../../src/ledger/file-state-store.ts';
import { createPostgresStore } from '../../src/ledger/postgres-store.ts';
import { createProcessTable } from '../../src/ledger/processes.ts';
import type { Lease } from '../../src/ledger/state-store.ts';
import { intent, target } from './entries.ts';

interface Told {
  readonly path?: string;
  readonly url?: string;
  readonly who: string;
  readonly ttlMs: number;
  readonly waitMs: number;
  /** Name of the machine that it says it runs on; this one unless told. */
  readonly host?: string;
}

const { path, url, who, ttlMs, waitMs, host = hostname() } = JSON.parse(process.argv[2] ?? '{}') as Told;
const store =
  path === undefined
    ? createPostgresStore({ url: url ?? '', target })
    : createFileStateStore({ path, target, processes: createProcessTable({ host }) });
let lease: Lease | undefined;

const tell = (event: string, more: { readonly [name: string]: unknown } = {}) =>
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);

async function acquire(): Promise<void> {
  lease = await store.acquire(
    { who, run: `https://ci.acme.dev/${who}`, since: new Date().toISOString() },
    { waitMs, ttlMs, onWait: (holder) => tell('waiting', { who: holder?.who }) },
  );
  tell('acquired', { token: lease.fencingToken });
}

const commands: { readonly [name: string]: (argument: string) => Promise<void> } = {
  acquire,
  append: async (step) => {
    await lease?.append(intent(step));
    tell('appended', { step });
  },
  save: async (address) => {
    await lease?.save({ resources: { [address]: { id: 'x' } }, lists: [] });
    tell('saved', { address });
  },
  held: async () => void tell('held', { isHeld: lease?.isHeld() }),
  /** Writes as fast as it can, as long as it may. */
  spin: async () => {
    for (let number = 0; lease?.isHeld() === true; number += 1) await lease.append(intent(`spin/${number}`));
    // What extends the lease may notice before a write does.
    throw new Error('the lease is lost');
  },
  release: async () => {
    await lease?.release();
    tell('released');
  },
};

tell('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', argument = ''] = line.split(' ');
  await commands[command]?.(argument).catch((error: Error) => tell('failed', { command, message: error.message }));
}
