/** One empty store of each sort, with what the shared contract needs to know about it. */
import { join } from 'node:path';
import type { Clock } from '../../src/ledger/clock.ts';
import { createFileStateStore } from '../../src/ledger/file-state-store.ts';
import { createHttpStore } from '../../src/ledger/http-store.ts';
import { createMemoryStateStore } from '../../src/ledger/memory-state-store.ts';
import { createPostgresStore } from '../../src/ledger/postgres-store.ts';
import { createProcessTable } from '../../src/ledger/processes.ts';
import type { StateStore } from '../../src/ledger/state-store.ts';
import { directoryWith } from '../support/directory.ts';
import { target } from './entries.ts';
import { type Behaviour, sendOverHttp, startStateService } from './state-service.ts';

export interface Opened {
  /** The same place each time, as another process would open it. */
  readonly open: (clock?: Clock) => StateStore;
  /** Makes a lease that is not extended end; missing: by waiting for its expiry. */
  readonly breakLease?: () => void;
  readonly close: () => Promise<void>;
}

const nothing = async () => undefined;

export async function openMemory(): Promise<Opened> {
  const store = createMemoryStateStore();
  return { open: () => store, close: nothing };
}

let machines = 0;

/** Each opened on a machine of its own: what lives on this one keeps its lease. */
export async function openFiles(): Promise<Opened> {
  const path = join(directoryWith(), 'docform.ledger.json');
  return {
    open: (clock) => {
      machines += 1;
      const processes = createProcessTable({ host: `build-${machines}` });
      return createFileStateStore({ path, target, processes, ...(clock ? { clock } : {}) });
    },
    close: nothing,
  };
}

let environments = 0;

export async function openPostgres(url: string): Promise<Opened> {
  environments += 1;
  const environment = `e${environments}`;
  await createPostgresStore({ url, target }).prepare?.();
  return {
    open: (clock) => createPostgresStore({ url, target, environment, ...(clock ? { clock } : {}) }),
    close: nothing,
  };
}

export async function openService(behaviour: Behaviour): Promise<Opened> {
  const service = await startStateService(behaviour);
  return {
    open: () => createHttpStore({ url: service.url, target, version: 'docform/test', send: sendOverHttp, pollMs: 10 }),
    breakLease: () => {
      service.state.lock = undefined;
    },
    close: service.close,
  };
}
