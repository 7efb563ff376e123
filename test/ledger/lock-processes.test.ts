/** Locks between real processes: two at once, kill -9, and suspension past the expiry. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cacheFirstResult } from '../../src/core/once.ts';
import { createFileBackend } from '../../src/ledger/file/file-backend.ts';
import { createPostgresBackend } from '../../src/ledger/postgres/postgres-backend.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { compile } from '../chaos/compile.ts';
import { directoryWith } from '../support/directory.ts';
import { bo, processes, target } from './entries.ts';
import { expireLocks, freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from './postgres-server.ts';

const entry = cacheFirstResult(() => compile('test/ledger/lock-child.ts', directoryWith()));
const withoutPostgres = isWithoutPostgres();
let server: SharedPostgres | undefined;
beforeAll(async () => {
  server = await sharedPostgres();
});

const children: ChildProcess[] = [];
afterEach(async () => {
  const ends = children.splice(0).map((child) => {
    const ended = new Promise((resolve) =>
      (child.exitCode ?? child.signalCode) === null ? child.on('close', resolve) : resolve(undefined),
    );
    child.kill('SIGKILL');
    return ended;
  });
  await Promise.all(ends);
});

interface Told {
  readonly event: string;
  readonly [name: string]: unknown;
}

interface Place {
  readonly path?: string;
  readonly url?: string;
  readonly host?: string;
}

/** The same backend, opened as if on another machine, because a living process on this machine never loses its lock. */
const elsewhere = (place: Place): Place => ({ ...place, host: 'elsewhere' });

async function started(who: string, place: Place, ttlMs: number, waitMs: number) {
  const child = spawn(process.execPath, [entry(), JSON.stringify({ ...place, who, ttlMs, waitMs })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const told: Told[] = [];
  const listeners: (() => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    told.push(JSON.parse(line) as Told);
    for (const listener of listeners.splice(0)) listener();
  });
  const next = async (): Promise<Told> => {
    while (told.length === 0) await new Promise<void>((resolve) => listeners.push(resolve));
    return told.shift() as Told;
  };
  const say = (line: string) => void child.stdin.write(`${line}\n`);
  expect(await next()).toEqual({ event: 'ready' });
  return { child, told, next, say, ask: (line: string) => [say(line), next()][1] as Promise<Told> };
}

interface SharedBackend {
  readonly place: Place;
  readonly backend: StateBackend;
  /** Lets the locks of ended processes expire. */
  readonly expire: () => Promise<void>;
}

async function files(): Promise<SharedBackend> {
  const path = join(directoryWith(), 'docform.ledger.json');
  return { place: { path }, backend: createFileBackend({ path, target, processes }), expire: async () => undefined };
}

async function database(): Promise<SharedBackend> {
  const url = await freshUrl(server);
  return { place: { url }, backend: createPostgresBackend({ url, target }), expire: () => expireLocks(url) };
}

const sorts = [
  { sort: 'files', open: files, isMissing: false },
  { sort: 'PostgreSQL', open: database, isMissing: withoutPostgres },
];

for (const { sort, open, isMissing } of sorts) {
  describe.skipIf(isMissing)(sort, () => {
    test('one of two processes works while the other prints its holder; after kill -9 of the first, the second continues', async () => {
      const { place, backend, expire } = await open();
      const ttlMs = 600_000;
      const both = await Promise.all([started('one', place, ttlMs, 600_000), started('two', place, ttlMs, 600_000)]);
      const first = await Promise.all(both.map((child) => child.ask('acquire')));
      expect(first.map(({ event }) => event).sort()).toEqual(['acquired', 'waiting']);
      const winner = first.findIndex(({ event }) => event === 'acquired');
      expect(first[1 - winner]).toEqual({ event: 'waiting', who: ['one', 'two'][winner] });
      await expect(backend.acquire(bo, { waitMs: 0, ttlMs })).rejects.toThrow(
        `held by ${['one', 'two'][winner]} since`,
      );
      expect(await both[winner]?.ask('append teams/a')).toEqual({ event: 'appended', step: 'teams/a' });
      const ended = new Promise((resolve) => both[winner]?.child.once('close', resolve));
      both[winner]?.child.kill('SIGKILL');
      await ended;
      await expire();
      const heir = both[1 - winner];
      expect(await heir?.next()).toMatchObject({ event: 'acquired' });
      expect((await backend.load()).open.map(({ step }) => step)).toEqual(['teams/a']);
      expect(await heir?.ask('append teams/b')).toEqual({ event: 'appended', step: 'teams/b' });
      expect(await heir?.ask('release')).toEqual({ event: 'released' });
    });

    test('a process that was suspended past its expiry holds no lock and writes nothing', async () => {
      const { place, backend } = await open();
      const stopped = await started('one', elsewhere(place), 1_500, 0);
      expect(await stopped.ask('acquire')).toMatchObject({ event: 'acquired' });
      expect(await stopped.ask('append teams/a')).toMatchObject({ event: 'appended' });
      stopped.child.kill('SIGSTOP');
      for (const command of ['append teams/late', 'held', 'save teams/late', 'release']) stopped.say(command);
      const lock = await backend.acquire(bo, { waitMs: 10_000, ttlMs: 20_000 });
      await lock.save({ resources: { 'teams/a': { id: 'a' } }, lists: [] });
      const before = await backend.load();
      stopped.child.kill('SIGCONT');
      const answers = [await stopped.next(), await stopped.next(), await stopped.next(), await stopped.next()];
      expect(answers).toEqual([
        { event: 'failed', command: 'append', message: expect.stringContaining('state lock lost') },
        { event: 'held', isHeld: false },
        { event: 'failed', command: 'save', message: expect.stringContaining('state lock lost') },
        { event: 'released' },
      ]);
      expect(await backend.load()).toEqual(before);
      expect(lock.isHeld()).toBe(true);
      await lock.release();
    });

    test('a process that was suspended at any point of a write never overwrites the next holder', async () => {
      const { place, backend } = await open();
      const spinning = await started('one', elsewhere(place), 1_000, 0);
      expect(await spinning.ask('acquire')).toMatchObject({ event: 'acquired' });
      spinning.say('spin');
      await expect.poll(async () => (await backend.load()).open.length).toBeGreaterThan(3);
      spinning.child.kill('SIGSTOP');
      // A process suspended within a write keeps the mutex: the other is then refused, and the first one continues.
      const soon = await backend.acquire(bo, { waitMs: 1_500, ttlMs: 20_000 }).catch((error: Error) => error.message);
      const before = await backend.load();
      spinning.child.kill('SIGCONT');
      if (typeof soon === 'string') {
        expect(soon).toContain('held by one');
        await expect.poll(async () => (await backend.load()).open.length).toBeGreaterThan(before.open.length + 3);
      } else {
        expect(await spinning.next()).toMatchObject({ event: 'failed', command: 'spin' });
        expect(await backend.load()).toEqual(before);
        await soon.release();
      }
    });
  });
}
