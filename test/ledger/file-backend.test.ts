/** The file backend: its files, dead processes, crashes between two writes, and damage. */
import { mkdir, readdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFileBackend } from '../../src/ledger/file/file-backend.ts';
import { createWatch, type LockFile, lockStatus } from '../../src/ledger/file/file-lock.ts';
import { serialiseJournalFile } from '../../src/ledger/journal.ts';
import { serialiseLedger } from '../../src/ledger/ledger.ts';
import { createProcessTable, type ProcessTable } from '../../src/ledger/process-table.ts';
import { type Clock, systemClock } from '../../src/ledger/state-lock.ts';
import { directoryWith } from '../support/directory.ts';
import { ana, bo, done, freezableClock, intent, processes, sample, sleeperClock, target } from './entries.ts';
import { parseLedger } from './parse-ledger.ts';

const now = { waitMs: 0, ttlMs: 20_000 };
let directory = '';
let path = '';
beforeEach(async () => {
  directory = directoryWith();
  path = join(directory, 'docform.ledger.json');
});
const opened = (table: ProcessTable = processes) => createFileBackend({ path, target, processes: table });

/** All other processes are dead. */
const alone: ProcessTable = { ...processes, statusOf: async () => 'gone' };

describe('files next to the ledger', () => {
  test('journal and lock exist while the lock is held, and only the ledger afterwards', async () => {
    const lock = await opened().acquire(ana, now);
    const ledger = { resources: { 'teams/b': { id: 'b' }, 'teams/a': { id: 'a' } }, lists: ['teams'] };
    await lock.save(ledger);
    expect((await readdir(directory)).sort()).toEqual([
      'docform.ledger.json',
      'docform.ledger.json.journal',
      'docform.ledger.json.lock',
    ]);
    await lock.release();
    expect(await readdir(directory)).toEqual(['docform.ledger.json']);
    expect(await readFile(path, 'utf8')).toBe(serialiseLedger(ledger, target));
    expect(parseLedger(await readFile(path, 'utf8'), target)).toEqual({
      ...ledger,
      resources: { 'teams/a': { id: 'a' }, 'teams/b': { id: 'b' } },
    });
  });

  test('a journal with entries that the ledger does not contain survives runs that do not touch it', async () => {
    const first = await opened().acquire(ana, now);
    await first.append(done('teams/a'));
    await first.release();
    const second = await opened().acquire(bo, now);
    await second.release();
    expect((await readdir(directory)).sort()).toEqual(['docform.ledger.json.journal']);
    expect((await opened().load()).ledger.resources).toHaveProperty('teams/a');
  });

  test('an unchanged ledger is not written again', async () => {
    const text = serialiseLedger({ resources: {}, lists: ['teams'] }, target);
    await writeFile(path, text, { mode: 0o444 });
    const lock = await opened().acquire(ana, now);
    await lock.save({ resources: {}, lists: ['teams'] });
    await lock.release();
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  test('only a save that removes entries rewrites the journal', async () => {
    const ledger = { resources: {}, lists: ['teams'] };
    await writeFile(path, serialiseLedger(ledger, target));
    const lock = await opened().acquire(ana, now);
    const file = async () => (await stat(`${path}.journal`)).ino;
    await lock.append(intent('teams/a'));
    const before = await file();
    await lock.save(ledger);
    expect(await file()).toBe(before);
    expect((await opened().load()).open).toHaveLength(1);
    await lock.append({ type: 'outcome', step: intent('teams/a').step, status: 'failed' });
    await lock.save(ledger);
    expect(await file()).not.toBe(before);
    expect((await opened().load()).open).toEqual([]);
    await lock.release();
  });
});

describe('crashes', () => {
  test('a crash between writing the ledger and emptying the journal loses and duplicates nothing', async () => {
    const text = serialiseJournalFile({ token: 5, saves: 1 }, sample, target);
    await writeFile(`${path}.journal`, text);
    const before = await opened().load();
    await writeFile(path, serialiseLedger(before.ledger, target));
    expect(await opened().load()).toMatchObject({ ledger: before.ledger, open: before.open });
  });

  test('a save that fails half-way leaves the journal unchanged, and can be repeated', async () => {
    const lock = await opened().acquire(ana, now);
    await lock.append(done('teams/a'));
    await mkdir(path);
    const ledger = { resources: { 'teams/a': { id: 'id-teams/a' } }, lists: [] };
    await expect(lock.save(ledger)).rejects.toThrow();
    await rmdir(path);
    expect((await opened().load()).ledger.resources).toHaveProperty('teams/a');
    await lock.save(ledger);
    await lock.release();
    expect(await readdir(directory)).toEqual(['docform.ledger.json']);
  });

  test('a journal cut at any byte is read, and the next run appends complete lines', async () => {
    const whole = Buffer.from(serialiseJournalFile({ token: 5, saves: 1 }, sample, target), 'utf8');
    for (let at = 0; at < whole.length; at += 97) {
      await writeFile(`${path}.journal`, whole.subarray(0, at));
      const before = await opened().load();
      const lock = await opened().acquire(ana, now);
      await lock.append(intent('teams/new'));
      expect((await opened().load()).open).toEqual([...before.open, intent('teams/new')]);
      await lock.release();
      await rm(`${path}.journal`);
    }
  });

  test('the lock of a dead process is free at once, and its open intents remain', async () => {
    const clock = freezableClock();
    const old = await createFileBackend({ path, target, processes, clock }).acquire(ana, now);
    clock.freeze();
    await old.append(intent('teams/a'));
    await expect(opened().acquire(bo, now)).rejects.toThrow('held by ana@build-7');
    const next = await opened(alone).acquire(bo, now);
    expect((await opened().load()).open).toEqual([intent('teams/a')]);
    await expect(old.append(intent('teams/b'))).rejects.toThrow('held by bo@build-8');
    await old.release();
    await next.release();
  });

  test('temporary files of dead processes are removed, and no other files', async () => {
    const own = await processes.self();
    const mutexOf = (pid: number) =>
      JSON.stringify({ nonce: `n${pid}`, who: 'ana', since: 'earlier', process: { ...own, pid } });
    const dead = ['.1234abcd.tmp', '.journal.1234abcd.tmp', '.lock.1234abcd.tmp'];
    const others = [
      'docform.ledger.staging.json.1234abcd.tmp',
      'docform.ledger.json.notes.tmp',
      'docform.ledger.json.mutex.living.tmp',
    ];
    for (const name of dead) await writeFile(`${path}${name}`, '{');
    for (const name of others) await writeFile(join(directory, name), mutexOf(own.pid));
    await writeFile(`${path}.mutex.dead.tmp`, mutexOf(1));
    // The process died between creating and writing the file.
    await writeFile(`${path}.mutex.empty.tmp`, '');
    await utimes(`${path}.mutex.empty.tmp`, new Date(0), new Date(0));
    others.push('docform.ledger.json.mutex.new.tmp');
    await writeFile(join(directory, 'docform.ledger.json.mutex.new.tmp'), '');
    const table: ProcessTable = { ...processes, statusOf: async ({ pid }) => (pid === own.pid ? 'alive' : 'gone') };
    await (await opened(table).acquire(ana, now)).release();
    expect((await readdir(directory)).sort()).toEqual([...others].sort());
  });

  test('a holder whose files were deleted writes nothing more, and no token is used twice', async () => {
    const old = await opened().acquire(ana, now);
    await rm(`${path}.lock`);
    await rm(`${path}.journal`);
    await expect(old.append(intent('teams/a'))).rejects.toThrow('its file was deleted');
    const next = await opened().acquire(bo, now);
    expect(Number(next.fencingToken)).toBeGreaterThan(Number(old.fencingToken) - 1);
    await old.release();
    expect(next.isHeld()).toBe(true);
    await next.append(intent('teams/b'));
    expect((await opened().load()).open).toEqual([intent('teams/b')]);
    await next.release();
  });
});

const hour = 3_600_000;
const skewed = (byMs: number): Clock => ({ ...systemClock, wallMs: () => systemClock.wallMs() + byMs });

describe('different clocks', () => {
  test.each([-2 * hour, -70_000, 70_000, 2 * hour])(
    'the lock of a living process on this machine is never taken: %s ms',
    async (byMs) => {
      const lock = await opened().acquire(ana, now);
      const backend = createFileBackend({ path, target, processes, clock: skewed(byMs) });
      await expect(backend.acquire(bo, now)).rejects.toMatchObject({ code: 'E-LOCK-HELD' });
      expect((await backend.heldBy?.())?.who).toBe(ana.who);
      await lock.append(intent('teams/a'));
      expect(lock.isHeld()).toBe(true);
      await lock.release();
    },
  );

  const elsewhere: ProcessTable = { ...processes, statusOf: async () => 'unknown' };
  const lock: LockFile = {
    ...{ version: 1, id: 'x', token: 1, holder: ana, expiresAtMs: 1_000_000, ttlMs: 60_000, extensions: 0 },
    process: { host: 'elsewhere', pid: 1 },
  };

  test.each([-2 * hour, -30_000, 70_000, 2 * hour])(
    'the lock of another machine is free after it was watched for its whole duration: %s ms',
    async (byMs) => {
      let ms = 0;
      const watch = createWatch({ monotonicMs: () => ms });
      const at = async (nowMs: number, extensions: number) => {
        ms = nowMs;
        return (await lockStatus({ ...lock, extensions }, lock.expiresAtMs + byMs, elsewhere, watch)) === 'free';
      };
      expect([await at(0, 0), await at(59_999, 0), await at(60_000, 1), await at(119_999, 1)]).toEqual([
        false,
        false,
        false,
        false,
      ]);
      expect([await at(125_000, 2), await at(184_000, 2), await at(185_000, 2)]).toEqual([false, false, true]);
      expect(await lockStatus(lock, lock.expiresAtMs + byMs, elsewhere)).not.toBe('free');
    },
  );

  test('E-LOCK-HELD prints the process id of a suspended holder on this machine', async () => {
    const suspended: ProcessTable = { ...processes, statusOf: async () => 'stopped' };
    const held = await opened().acquire(ana, now);
    await expect(opened(suspended).acquire(bo, now)).rejects.toMatchObject({
      code: 'E-LOCK-HELD',
      message: expect.stringContaining(`ana@build-7 (suspended process ${process.pid} on this machine) since`),
    });
    await held.release();
  });

  test('a run does not wait an hour for a lock of another machine that lasts so long, such as a committed lock file', async () => {
    const there = createFileBackend({ path, target, processes: elsewhere });
    await writeFile(`${path}.lock`, JSON.stringify({ ...lock, ttlMs: 1e12 }));
    await expect(there.acquire(bo, { waitMs: 0, ttlMs: 60_000 })).rejects.toMatchObject({
      code: 'E-LOCK-HELD',
      hint: expect.stringContaining(`if the lock file was committed by mistake, remove ${path}.lock`),
    });
  });

  test('a lock that looks expired is watched until its holder extends it', async () => {
    const watch = createWatch({ monotonicMs: () => 0 });
    const status = (change: Partial<LockFile>) => lockStatus({ ...lock, ...change }, 2_000_000, elsewhere, watch);
    expect(await status({})).toBe('abandoned');
    expect(await status({ extensions: 1 })).toBe('held');
  });

  test('a lock of another machine is taken only if it is not extended, even if it looks expired', async () => {
    const other = (clock: Clock) =>
      createFileBackend({ path, target, processes: createProcessTable({ host: 'elsewhere' }), clock });
    const short = { waitMs: 0, ttlMs: 2_000 };
    const living = await opened().acquire(ana, short);
    await expect(other(skewed(2 * hour)).acquire(bo, now)).rejects.toMatchObject({ code: 'E-LOCK-HELD' });
    await living.append(intent('teams/a'));
    await living.release();
    const silent = await createFileBackend({ path, target, processes, clock: sleeperClock() }).acquire(ana, {
      waitMs: 0,
      ttlMs: 300,
    });
    const next = await other(skewed(2 * hour)).acquire(bo, now);
    await expect(silent.append(intent('teams/b'))).rejects.toMatchObject({ code: 'E-LOCK-LOST' });
    for (const lock of [silent, next]) await lock.release();
  });
});

test('a lock that was lost in a failed write does not block the next lock of the same process', async () => {
  const lock = await opened().acquire(ana, now);
  await rm(`${path}.mutex`, { force: true });
  await mkdir(`${path}.mutex`);
  await expect(lock.append(intent('teams/a'))).rejects.toThrow();
  await rmdir(`${path}.mutex`);
  await lock.release();
  await (await opened().acquire(bo, now)).release();
});

test('an apply that was suspended within a write is waited for and named', async () => {
  const process = { ...(await processes.self()), pid: 1 };
  await writeFile(`${path}.mutex`, JSON.stringify({ nonce: 'aaaaaaaa-1', who: 'ana', since: 'earlier', process }));
  const table: ProcessTable = { ...processes, statusOf: async () => 'alive' };
  await expect(opened(table).acquire(bo, now)).rejects.toThrow(/held by ana \(process 1 on .*writing\) since earlier/);
});

test('an address that a save removes keeps a line until it is added again', async () => {
  const entry = (id: string) => ({ id });
  const lines = async () => (await readFile(path, 'utf8')).split('\n').filter((line) => line.includes('teams/'));
  const saved = async (resources: { readonly [address: string]: { readonly id: string } }) => {
    const lock = await opened().acquire(ana, now);
    await lock.save({ resources, lists: [] });
    await lock.release();
    expect(Object.keys((await opened().load()).ledger.resources)).toEqual(Object.keys(resources));
    return lines();
  };
  await saved({ 'teams/a': entry('1'), 'teams/b': entry('2'), 'teams/c': entry('3') });
  const dropped = ['    "teams/a": {"id":"1","gone":1},', '    "teams/b": {"id":"2"},', '    "teams/c": {"id":"3"},'];
  expect(await saved({ 'teams/b': entry('2'), 'teams/c': entry('3') })).toEqual(dropped);
  expect(await saved({ 'teams/b': entry('2'), 'teams/c': entry('3') })).toEqual(dropped);
  expect(await saved({ 'teams/a': entry('9'), 'teams/c': entry('3') })).toEqual([
    '    "teams/a": {"id":"9"},',
    '    "teams/b": {"id":"2","gone":2},',
    '    "teams/c": {"id":"3"},',
  ]);
});

test('after a save, the backend loads the same ledger as another process, also if the file changes afterwards', async () => {
  const own = opened();
  const lock = await own.acquire(ana, now);
  const ledger = {
    lists: ['sites', 'teams'],
    resources: {
      'sites/x': { id: '1', protect: true, applied: { title: 'b', path: 'a' }, was: 'mark' },
      'teams/a': { id: '2' },
      'teams/b': { id: '3' },
    },
    orders: { 'sites/x': 'abcdef.012345' },
    pending: { 'teams/a': 'waits' },
    external: { 'teams/c': '4' },
    runs: [{ run: 'r1', who: 'ana', startedAt: '2026-01-01T00:00:00.000Z' }],
  };
  const { 'teams/b': _, ...left } = ledger.resources;
  for (const resources of [ledger.resources, left]) {
    await lock.save({ ...ledger, resources });
    expect(await own.load()).toEqual(await opened().load());
  }
  await lock.release();
  await writeFile(path, serialiseLedger({ lists: ['teams'], resources: { 'teams/d': { id: '5' } } }, target));
  expect(await own.load()).toEqual(await opened().load());
});

describe('damage', () => {
  test.each([
    ['the ledger', '', '{', /docform\.ledger\.json: not JSON/],
    ['the journal', '.journal', '{"x":1}\n', /docform\.ledger\.json\.journal:1: /],
    ['the lock', '.lock', '{', /docform\.ledger\.json\.lock: the state lock cannot be read/],
  ])('%s', async (_, suffix, text, message) => {
    await writeFile(`${path}${suffix}`, text);
    const use = async () => {
      await opened().load();
      await (await opened().acquire(ana, now)).release();
    };
    await expect(use()).rejects.toThrow(message);
    expect((await readdir(directory)).filter((name) => name.endsWith('.mutex') || name.endsWith('.tmp'))).toEqual([]);
  });
});
