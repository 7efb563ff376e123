/** One empty backend of each kind, with its properties for the shared contract. */
import { join } from 'node:path';
import { createFileBackend } from '../../src/ledger/file/file-backend.ts';
import { createHttpBackend } from '../../src/ledger/http/http-backend.ts';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import { createPostgresBackend } from '../../src/ledger/postgres/postgres-backend.ts';
import { createProcessTable } from '../../src/ledger/process-table.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import type { Clock } from '../../src/ledger/state-lock.ts';
import { directoryWith } from '../support/directory.ts';
import { target } from './entries.ts';
import { expireLocks } from './postgres-server.ts';
import { type Behaviour, sendOverHttp, startStateService } from './state-service.ts';

export interface Opened {
  /** Opens the same backend as another process would. */
  readonly open: (clock?: Clock) => StateBackend;
  /** Ends a lock that is not extended. Missing: wait for its expiry. */
  readonly expireLock?: () => void;
  /** Lets the lock expire by the clock of the server. Missing: its holder's clock decides. */
  readonly passExpiry?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const nothing = async () => undefined;

export async function openMemory(): Promise<Opened> {
  const backend = createMemoryBackend();
  return { open: () => backend, close: nothing };
}

let machines = 0;

/** Each call opens the files as another machine, because a living process on this machine keeps its lock. */
export async function openFiles(): Promise<Opened> {
  const path = join(directoryWith(), 'docform.ledger.json');
  return {
    open: (clock) => {
      machines += 1;
      const processes = createProcessTable({ host: `build-${machines}` });
      return createFileBackend({ path, target, processes, ...(clock ? { clock } : {}) });
    },
    close: nothing,
  };
}

let environments = 0;

export async function openPostgres(url: string): Promise<Opened> {
  environments += 1;
  const environment = `e${environments}`;
  await createPostgresBackend({ url, target }).prepare?.();
  return {
    open: (clock) => createPostgresBackend({ url, target, environment, ...(clock ? { clock } : {}) }),
    passExpiry: () => expireLocks(url, environment),
    close: nothing,
  };
}

export async function openService(behaviour: Behaviour): Promise<Opened> {
  const service = await startStateService(behaviour);
  return {
    open: () =>
      createHttpBackend({ url: service.url, target, version: 'docform/test', send: sendOverHttp, pollMs: 10 }),
    expireLock: () => {
      service.state.lock = undefined;
    },
    close: service.close,
  };
}
