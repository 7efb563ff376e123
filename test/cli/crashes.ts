/** Applies in this process, and records files and platform before each write to the disk, as a crash at that moment would leave them. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Desired } from '../../src/core/state.ts';
import { serialiseLedger } from '../../src/ledger/ledger.ts';
import type { StateBackend, StateLock } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { validate } from '../../src/library/configuration.ts';
import { openLedger } from '../../src/library/ledger.ts';
import { plan } from '../../src/library/plan.ts';
import { openLocalPlatform, type Platform } from '../../src/library/platform.ts';
import type { StartedPlatform } from '../../src/server/index.ts';
import { parseLedger } from '../ledger/parse-ledger.ts';
import { allowedBy } from '../support/allowed.ts';
import { directoryWith } from '../support/directory.ts';

/** The state after a crash, and the line that was being written. */
export interface Moment {
  readonly ledger: string | undefined;
  readonly journal: string | undefined;
  /** The line that is appended to the journal next, or an empty string before the ledger is saved. */
  readonly line: string;
  /** A snapshot of the platform. */
  readonly snapshot: string;
  /** A digest of all data of the platform. */
  readonly digest: string;
}

export interface Workplace {
  readonly target: { readonly host: string; readonly organization: string };
  /** Plans and applies like a new process, and returns whether there were changes. */
  applyOnce(configuration: string): Promise<boolean>;
  /** Whether the plan is empty. */
  isWhole(configuration: string): Promise<boolean>;
  /** The ledger without the journal, as people commit it, and whether a journal exists. */
  kept(): Promise<{ readonly ledger: string | undefined; readonly hasJournal: boolean }>;
  /** Ledger and journal combined, in the format of the ledger. */
  known(): Promise<string>;
  /** Applies with one request at a time, and returns all moments, the last one after the end. */
  record(configuration: string): Promise<readonly Moment[]>;
  /** Restores files and platform of the moment with this journal, or without a journal. */
  restore(moment: Moment, journal?: Buffer): Promise<void>;
}

export async function openWorkplace(server: StartedPlatform): Promise<Workplace> {
  const directory = directoryWith();
  const ledgerFile = join(directory, 'docform.ledger.json');
  const fetch = (request: Request) => server.fetch(request);
  const platform = await openLocalPlatform({ fetch, token: server.token, host: 'platform.test' });
  const target = { host: platform.host, organization: server.organization };
  const backend = async () => {
    const machine = { host: hostname() };
    return (await openLedger({ path: ledgerFile, target, machine, variables: {}, version: 'test', timeoutMs: 1_000 }))
      .ledger;
  };
  const text = (path: string) => readFile(path, 'utf8').catch(() => undefined);
  const write = (path: string, content: string | Buffer | undefined) =>
    content === undefined ? rm(path, { force: true }) : writeFile(path, content);

  const record: Workplace['record'] = async (configuration) => {
    const moments: Moment[] = [];
    const look = async (line: string): Promise<void> => {
      const snapshot = `before-${moments.length}`;
      server.snapshots.take(snapshot);
      moments.push({
        ledger: await text(ledgerFile),
        journal: await text(`${ledgerFile}.journal`),
        line,
        snapshot,
        digest: server.state().digest,
      });
    };
    await work(configuration, server.organization, platform, watched(await backend(), look));
    await look('');
    return moments;
  };
  return {
    ...{ target, record },
    applyOnce: async (configuration) => work(configuration, server.organization, platform, await backend()),
    isWhole: async (configuration) => {
      const desired = await desiredIn(configuration, server.organization);
      return (await plan({ desired, platform, ledger: await backend() })).plan.changes.length === 0;
    },
    kept: async () => {
      const kept = await text(ledgerFile);
      // The ledger keeps lines of removed objects, which do not describe existing objects.
      const ledger = kept === undefined ? undefined : serialiseLedger(parseLedger(kept, target), target);
      return { ledger, hasJournal: (await text(`${ledgerFile}.journal`)) !== undefined };
    },
    known: async () => serialiseLedger((await (await backend()).load()).ledger, target),
    restore: async (moment, journal) => {
      server.snapshots.restore(moment.snapshot);
      await write(ledgerFile, moment.ledger);
      await write(`${ledgerFile}.journal`, journal);
      await rm(`${ledgerFile}.lock`, { force: true });
    },
  };
}

const known = new Map<string, Desired>();

/** Cached because these tests repeat the apply hundreds of times and do not test the reading of the configuration. */
async function desiredIn(configuration: string, organization: string): Promise<Desired> {
  const name = `${organization}\n${configuration}`;
  const read = known.get(name);
  if (read !== undefined) return read;
  const validation = await validate({ directory: directoryWith({ 'docform.yaml': configuration }), organization });
  if (validation?.desired === undefined) throw new Error(JSON.stringify(validation?.problems));
  known.set(name, validation.desired);
  return validation.desired;
}

async function work(
  configuration: string,
  organization: string,
  platform: Platform,
  ledger: StateBackend,
): Promise<boolean> {
  const desired = await desiredIn(configuration, organization);
  const first = await plan({ desired, platform, ledger });
  // Matches by title are intended in these tests, so they are allowed by address.
  const found = first.plan.changes.flatMap(({ blocked }) =>
    blocked?.code === 'B-TITLE-MATCH' ? allowedBy(blocked) : [],
  );
  const planned =
    found.length === 0 ? first : await plan({ desired, platform, ledger, allowances: { addresses: found } });
  // The digest is omitted because it only makes the journal longer.
  const report = await apply({ plan: planned.plan, serial: planned.serial }, { platform, ledger, concurrency: 1 });
  const undone = report.changes.filter(({ status }) => status !== 'done');
  if (undone.length > 0)
    throw new Error(undone.map(({ address, status, fault }) => `${address} ${status} ${fault?.message}`).join('\n'));
  return planned.plan.changes.length > 0;
}

/** `look` is called before each write, and the write waits for the call. */
function watched(backend: StateBackend, look: (line: string) => Promise<void>): StateBackend {
  const watchedLock = (lock: StateLock): StateLock => {
    let before: Promise<unknown> = Promise.resolve();
    const after = (line: string, write: () => Promise<void>): Promise<void> => {
      const written = before.then(() => look(line)).then(write);
      before = written.catch(() => undefined);
      return written;
    };
    return {
      ...lock,
      append: (entry) => after(`${JSON.stringify(entry)}\n`, () => lock.append(entry)),
      save: (ledger) => after('', () => lock.save(ledger)),
      release: async () => {
        await before;
        await lock.release();
      },
    };
  };
  return { ...backend, acquire: async (holder, options) => watchedLock(await backend.acquire(holder, options)) };
}
