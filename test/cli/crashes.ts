/** An apply in this process that is looked at before each of its writes to the disk: files and platform as a crash right then would leave them. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Desired } from '../../src/core/state.ts';
import { parseLedger, serialiseLedger } from '../../src/ledger/ledger.ts';
import type { StateBackend, StateLock } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { validate } from '../../src/library/configuration.ts';
import { openLedger } from '../../src/library/ledger.ts';
import { plan } from '../../src/library/plan.ts';
import { openLocalPlatform, type Platform } from '../../src/library/platform.ts';
import type { StartedPlatform } from '../../src/server/index.ts';
import { allowedBy } from '../support/allowed.ts';
import { directoryWith } from '../support/directory.ts';

/** What a crash leaves behind, and what was being written. */
export interface Moment {
  readonly ledger: string | undefined;
  readonly journal: string | undefined;
  /** Appended to the journal next; empty before a save. */
  readonly line: string;
  /** Of the platform. */
  readonly snapshot: string;
  /** Of everything the platform holds. */
  readonly digest: string;
}

export interface Workplace {
  readonly target: { readonly host: string; readonly organization: string };
  /** Plans and applies as a new process would. True: there was something to do. */
  applyOnce(configuration: string): Promise<boolean>;
  /** Whether a plan finds nothing to do. */
  isWhole(configuration: string): Promise<boolean>;
  /** What the ledger alone says, as people commit it, and whether a journal is left beside it. */
  kept(): Promise<{ readonly ledger: string | undefined; readonly hasJournal: boolean }>;
  /** What a plan goes by: ledger and journal together, as the text that the ledger would be. */
  known(): Promise<string>;
  /** Applies one request after the other, and gives all moments, the last one after its end. */
  record(configuration: string): Promise<readonly Moment[]>;
  /** Files and platform as they were, but with this journal; missing: with none. */
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
      // Lines of what is gone stay in the file, and say nothing of what is there.
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

/** Read once: what is tried hundreds of times is not the reading of the configuration. */
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
  // What only a title tells is meant here, and allowed by name.
  const found = first.plan.changes.flatMap(({ blocked }) =>
    blocked?.code === 'B-TITLE-MATCH' ? allowedBy(blocked) : [],
  );
  const planned =
    found.length === 0 ? first : await plan({ desired, platform, ledger, allowances: { addresses: found } });
  // Without its digest, which only makes the journal longer.
  const report = await apply({ plan: planned.plan, serial: planned.serial }, { platform, ledger, concurrency: 1 });
  const undone = report.changes.filter(({ status }) => status !== 'done');
  if (undone.length > 0)
    throw new Error(undone.map(({ address, status, fault }) => `${address} ${status} ${fault?.message}`).join('\n'));
  return planned.plan.changes.length > 0;
}

/** `look` is called before each write, and the write waits for it. */
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
